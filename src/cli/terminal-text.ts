/**
 * Text from a model or a file for a terminal: without control characters, which could move the cursor, hide text or fake
 * a prompt, and without marks that reorder what is shown.
 */
export function terminalText(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) =>
    character === "\n" || character === "\t" ? character : "",
  );
}

/** The same on one line. */
export function terminalLine(text: string): string {
  return terminalText(text).replace(/\s+/g, " ").trim();
}
