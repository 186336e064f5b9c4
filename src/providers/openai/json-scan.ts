/** Follows a JSON text while it streams in. */
export type JsonScan = {
  push(piece: string): void;
  /** An object, a list or a string has ended, and only blanks have followed. */
  readonly isComplete: boolean;
};

const OPENING = new Set(["{", "["]);
const CLOSING = new Set(["}", "]"]);
const BLANK = new Set([" ", "\t", "\n", "\r"]);

/**
 * Looks at brackets and quotes alone, and at each character once, where parsing the text again with every piece would cost
 * the square of its length. So text that is closed but not valid counts as complete: no further piece could mend it.
 */
export function scanJson(): JsonScan {
  let state: "open" | "complete" | "other" = "open";
  let depth = 0;
  let isInString = false;
  let isEscaped = false;

  function inString(character: string): void {
    if (isEscaped) isEscaped = false;
    else if (character === "\\") isEscaped = true;
    else if (character === '"') {
      isInString = false;
      if (depth === 0) state = "complete";
    }
  }

  function outside(character: string): void {
    if (BLANK.has(character)) return;
    if (state === "complete") state = "other";
    else if (character === '"') isInString = true;
    else if (OPENING.has(character)) depth++;
    else if (CLOSING.has(character)) state = --depth === 0 ? "complete" : depth < 0 ? "other" : "open";
    else if (depth === 0) state = "other";
  }

  return {
    push: (piece) => {
      for (const character of piece) {
        if (state === "other") return;
        if (isInString) inString(character);
        else outside(character);
      }
    },
    get isComplete() {
      return state === "complete";
    },
  };
}
