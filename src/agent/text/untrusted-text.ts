import { cutText } from "./truncation";

/** The most characters of a single-line value, such as a name or a title. */
const MAX_INLINE_CHARACTERS = 300;
/** The most characters of a path. */
const MAX_PATH_CHARACTERS = 1_000;

/** Characters that a reader cannot see but that can hide or reorder text: zero-width, joiners, BOM, bidi controls, tags. */
const INVISIBLE = /[\p{Cf}\u115f\u1160\u3164\uffa0]/gu;
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
const OPENING_BRACKETS = /[<\uff1c\ufe64]/g;
const CLOSING_BRACKETS = /[>\uff1e\ufe65]/g;

/**
 * A single-line value from the person's environment for model-facing text: one line, no invisible characters, and angle
 * brackets replaced, so that it can neither close an element nor pass for Orbit's own words.
 */
export function inlineValue(value: string): string {
  return inline(value, MAX_INLINE_CHARACTERS);
}

/** The same for a path, which may be longer. */
export function inlinePath(path: string): string {
  return inline(path, MAX_PATH_CHARACTERS);
}

function inline(value: string, maxCharacters: number): string {
  const line = value.replace(LINE_BREAKS, " ").replace(INVISIBLE, "");
  const cut = cutText(line.replace(OPENING_BRACKETS, "‹").replace(CLOSING_BRACKETS, "›"), maxCharacters);
  return cut.isCut ? `${cut.text}…` : cut.text;
}

/**
 * Wraps content from a file, a mail or a page in its own element. Inside it, whatever reads like one of the element's own
 * tags, also with spaces, invisible characters, other brackets or another case, loses its brackets.
 */
export function wrapUntrusted(tag: string, content: string): string {
  // One gap between any two characters, and never two that meet: long runs of spaces must not cost their square.
  const gap = String.raw`[\s\p{Cf}\p{DI}]*`;
  const letters = tag.split("").join(gap);
  const disguised = new RegExp(
    `[<\uff1c\ufe64]${gap}(?:([/／])${gap})?${letters}([^>\uff1e\ufe65\n]*)[>\uff1e\ufe65]?`,
    "giu",
  );
  return `<${tag}>\n${content.replace(disguised, (_match, slash: string | undefined, rest: string) => `‹${slash ?? ""}${tag}${rest}›`)}\n</${tag}>`;
}
