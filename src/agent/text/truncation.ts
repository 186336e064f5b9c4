/** Unicode scalars that one character of a limit may take: ten cover every emoji sequence. */
const MAX_SCALARS_PER_CHARACTER = 10;

/** Combining marks kept in a row; real scripts stack a few, piled-up text has thousands on one letter. */
const MAX_COMBINING_MARKS = 8;

const LONG_MARK_RUN = new RegExp(`(\\p{M}{${MAX_COMBINING_MARKS}})\\p{M}+`, "gu");

/** Longer texts are not counted for a note: counting would take longer than all the rest. */
const MAX_COUNTED_UNITS = 100_000;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text cut to a limit; `characters` says how many are left of one that was longer. */
export type CutText = { text: string; isCut: false } | { text: string; isCut: true; characters: number };

/** Where a cut may fall: between words or lines where there is a gap near the limit, or at the limit itself. */
type Cut = "at_gap" | "at_limit";

/**
 * Cuts text to a number of characters (graphemes, each of at most ten scalars on average). The cut prefers a line break,
 * then white space, in the last tenth before the limit. Never splits a character, and reads little more than it keeps.
 */
export function cutText(text: string, maxCharacters: number, cut: Cut = "at_gap"): CutText {
  const window = text.slice(0, maxCharacters * MAX_SCALARS_PER_CHARACTER * 2 + 64);
  const isWhole = window.length === text.length;
  const calm = window.replace(LONG_MARK_RUN, "$1").toWellFormed();
  // As UTF-16 units are never fewer than characters, most texts need no counting at all.
  if (isWhole && calm.length <= maxCharacters) return { text: calm, isCut: false };
  const points = findCutPoints(calm, maxCharacters, isWhole);
  if (points === undefined) return { text: calm, isCut: false };
  const { limit, line, space } = points;
  const { index, characters } = cut === "at_limit" ? limit : (line ?? space ?? limit);
  return { text: calm.slice(0, index), isCut: true, characters };
}

/** A place in a text: UTF-16 units and characters before it. */
type Point = { index: number; characters: number };

/** Where the limit falls, and the last gaps near it. Undefined where the whole text fits. */
function findCutPoints(
  text: string,
  maxCharacters: number,
  isWhole: boolean,
): { limit: Point; line?: Point; space?: Point } | undefined {
  const maxScalars = maxCharacters * MAX_SCALARS_PER_CHARACTER;
  let line: Point | undefined;
  let space: Point | undefined;
  let characters = 0;
  let scalars = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    const point = { index, characters };
    // A tenth of the limit, by whichever of the two counts is nearer to its end.
    const isNear = Math.max(characters, scalars / MAX_SCALARS_PER_CHARACTER) >= maxCharacters * 0.9;
    if (isNear && index > 0 && /^[\n\r\u2028\u2029]/u.test(segment)) line = point;
    if (isNear && index > 0 && /^\s/u.test(segment)) space = point;
    scalars += Array.from(segment).length;
    // The last character of a window may go on after it.
    const isOpen = !isWhole && index + segment.length === text.length;
    if (characters === maxCharacters || scalars > maxScalars || isOpen) {
      return { limit: point, ...(line && { line }), ...(space && { space }) };
    }
    characters += 1;
  }
  return undefined;
}

/** Cuts text and marks the cut with an ellipsis. */
export function cutWithEllipsis(text: string, maxCharacters: number): string {
  const cut = cutText(text, maxCharacters);
  return cut.isCut ? `${cut.text}…` : cut.text;
}

/** Cuts text and says so at its end, in words for the model. */
export function truncate(text: string, maxCharacters: number): string {
  const cut = cutText(text, maxCharacters);
  if (!cut.isCut) return cut.text;
  return `${cut.text}\n[Cut here: the first ${cut.characters} of ${characterCount(text)} characters are shown.]`;
}

/** How many characters a text has, in words: a very long one is only estimated. */
export function characterCount(text: string): string {
  if (text.length > MAX_COUNTED_UNITS) return `about ${text.length}`;
  return String(Array.from(segmenter.segment(text)).length);
}

/** The beginning of a list for the model, and the note that says so; the note is empty where the list is whole. */
export function limitList<Item>(
  items: readonly Item[],
  maxItems: number,
  advice: string,
): { shown: Item[]; note: string } {
  const shown = items.slice(0, maxItems);
  return { shown, note: listNote(shown.length, items.length, advice) };
}

/** What tells the model that a list shows only its beginning; empty where it is whole. */
export function listNote(shown: number, total: number, advice: string): string {
  return shown >= total ? "" : `[Showing ${shown} of ${total}. ${advice}]`;
}
