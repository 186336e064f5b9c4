/** The most characters of one tool result; room for the largest file excerpt with its header and notes. */
export const MAX_TOOL_RESULT_CHARACTERS = 45_000;

/** Unicode scalars that one character of a limit may take: ten cover every emoji sequence. */
const MAX_SCALARS_PER_CHARACTER = 10;

/** Combining marks kept in a row; real scripts stack a few, piled-up text has thousands on one letter. */
const MAX_COMBINING_MARKS = 8;

const LONG_MARK_RUN = new RegExp(`(\\p{M}{${MAX_COMBINING_MARKS}})\\p{M}+`, "gu");

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text cut to a limit. */
export type CutText = { text: string; isCut: boolean };

/**
 * Cuts text to a number of characters (graphemes, each of at most ten scalars). The cut prefers a line break, then a
 * space, in the last tenth before the limit. Never splits a character.
 */
export function cutText(text: string, maxCharacters: number): CutText {
  const calm = text.replace(LONG_MARK_RUN, "$1").toWellFormed();
  // As UTF-16 units are never fewer than characters, most texts need no counting at all.
  if (calm.length <= maxCharacters) return { text: calm, isCut: false };
  const end = cutPoint(calm, maxCharacters);
  if (end >= calm.length) return { text: calm, isCut: false };
  return { text: calm.slice(0, niceEnd(calm, end, maxCharacters)), isCut: true };
}

/** Where the limit falls. Reads no more of the text than it keeps. */
function cutPoint(text: string, maxCharacters: number): number {
  let characters = 0;
  let scalars = 0;
  let index = 0;
  const window = text.slice(0, maxCharacters * MAX_SCALARS_PER_CHARACTER * 2 + 64);
  for (const { segment } of segmenter.segment(window)) {
    scalars += Array.from(segment).length;
    if (characters === maxCharacters || scalars > maxCharacters * MAX_SCALARS_PER_CHARACTER) break;
    characters += 1;
    index += segment.length;
  }
  return index;
}

function niceEnd(text: string, end: number, maxCharacters: number): number {
  const floor = end - Math.floor(maxCharacters / 10);
  const line = text.lastIndexOf("\n", end - 1);
  if (line > 0 && line >= floor) return line;
  const space = text.lastIndexOf(" ", end - 1);
  return space > 0 && space >= floor ? space : end;
}

/** Cuts text and says so at its end, in words for the model. */
export function truncate(text: string, maxCharacters: number): string {
  const cut = cutText(text, maxCharacters);
  return cut.isCut
    ? `${cut.text}\n[Cut here: the first ${maxCharacters} characters are shown, there is more.]`
    : cut.text;
}

/** What tells the model that a list shows only its beginning; empty where it is whole. */
export function listNote(shown: number, total: number, advice: string): string {
  return shown >= total ? "" : `[Showing ${shown} of ${total}. ${advice}]`;
}
