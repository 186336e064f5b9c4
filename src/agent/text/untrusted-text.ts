import { TEXT_LIMITS } from "./text-limits";
import { cutWithEllipsis } from "./truncation";

/**
 * The elements that Orbit puts around what is not its own. Content cannot open or close any of them, so that none of it
 * passes for Orbit's. An area of tools adds its element here.
 */
export const ORBIT_TAGS = ["orbit_context", "finder_selection", "selected_text", "file_content"] as const;

/** One of Orbit's elements. */
export type OrbitTag = (typeof ORBIT_TAGS)[number];

/**
 * Characters that a reader cannot see but that can hide or reorder text: zero-width, joiners, fillers, BOM, bidi controls,
 * tags, variation selectors. Only those that choose how an emoji looks stay, right behind it.
 */
const INVISIBLE = /(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?![\ufe0e\ufe0f])[\p{Cf}\p{DI}]/gu;
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/** Control characters that do not belong into text of several lines: only line feeds and tabs do. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;
const ANY_LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;
const OPENING_BRACKETS = /[<\uff1c\ufe64]/g;
const CLOSING_BRACKETS = /[>\uff1e\ufe65]/g;

/**
 * A single-line value from the person's environment for model-facing text: one line, no invisible characters, and angle
 * brackets replaced, so that it can neither close an element nor pass for Orbit's own words.
 */
export function inlineValue(value: string, maxCharacters: number = TEXT_LIMITS.inlineValue): string {
  const line = withoutBrackets(value.replace(LINE_BREAKS, " ").replace(INVISIBLE, ""));
  return cutWithEllipsis(line, maxCharacters);
}

/** The same for a path, which may be longer. */
export function inlinePath(path: string): string {
  return inlineValue(path, TEXT_LIMITS.inlinePath);
}

/** Text of several lines from the person's screen: the same, but for its lines and tabs. */
export function plainLines(text: string): string {
  return withoutBrackets(text.replace(ANY_LINE_BREAK, "\n").replace(CONTROLS, "").replace(INVISIBLE, ""));
}

/**
 * Wraps content from a file, a mail or the screen in its own element. Inside it, whatever reads like the beginning of one
 * of Orbit's tags, also with spaces, invisible characters, other brackets, letters of the same look or another case, loses
 * its bracket. Attributes are single-line values.
 */
export function wrapUntrusted(
  tag: OrbitTag,
  content: string,
  attributes: Readonly<Record<string, string>> = {},
): string {
  const named = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${inlineValue(value).replace(/"/g, "'")}"`,
  );
  const harmless = content.replace(OPENING_BRACKETS, (bracket, offset: number) =>
    beginsTag(content, offset + 1) ? "‹" : bracket,
  );
  return `<${tag}${named.join("")}>\n${harmless}\n</${tag}>`;
}

const LONGEST_TAG = Math.max(...ORBIT_TAGS.map(({ length }) => length));
const GAP = /^[\s\p{Cc}\p{Cf}\p{DI}]$/u;

/** Whether the text behind an opening bracket reads `tag` or `/tag`. It looks no further than that takes. */
function beginsTag(text: string, start: number): boolean {
  let name = "";
  for (let index = start; index < text.length && name.length <= LONGEST_TAG;) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    index += character.length;
    if (GAP.test(character)) continue;
    // Full-width letters, ligatures and the like count as the letters that they look like.
    const letters = character.normalize("NFKC").toLowerCase();
    if (name === "" && letters === "/") continue;
    name += letters;
    if (ORBIT_TAGS.some((tag) => name.startsWith(tag))) return true;
    if (!ORBIT_TAGS.some((tag) => tag.startsWith(name))) return false;
  }
  return false;
}

function withoutBrackets(text: string): string {
  return text.replace(OPENING_BRACKETS, "‹").replace(CLOSING_BRACKETS, "›");
}
