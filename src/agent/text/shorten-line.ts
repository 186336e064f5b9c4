/** Text as one line of at most so many characters; what is cut is marked with an ellipsis. Never splits a character. */
export function shortenLine(text: string, maxCharacters: number): string {
  const characters = Array.from(text.trim().replace(/\s+/g, " "));
  if (characters.length <= maxCharacters) return characters.join("");
  return `${characters
    .slice(0, maxCharacters - 1)
    .join("")
    .trimEnd()}…`;
}
