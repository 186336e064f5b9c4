import { cutText } from "./truncation";

/** Text as one line of at most so many characters; what is cut is marked with an ellipsis. Never splits a character. */
export function shortenLine(text: string, maxCharacters: number): string {
  const line = text.trim().replace(/\s+/g, " ");
  const whole = cutText(line, maxCharacters);
  return whole.isCut ? `${cutText(line, maxCharacters - 1, "at_limit").text.trimEnd()}…` : whole.text;
}
