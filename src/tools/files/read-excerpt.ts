import { ToolError } from "../../agent/tool/tool-error";
import { cutText } from "../../agent/text/truncation";
import { count } from "./file-item";
import { withheldError } from "./locate";
import { holdsPrivateKey } from "./path-policy";
import { SlowPageError, type PdfText } from "./pdf-text";
import { unreadableError } from "./unreadable-file";

/** A part of a file: `about` says which ("pages 1–3 of 12"), `next` the parameters that go on, undefined at the end. */
export type Excerpt = { text: string; about: string; next: string | undefined };

/** Where an excerpt begins (`offset` in characters of the text, or of the page) and how long it may be. */
export type ExcerptStart = { page: number; offset: number; maxCharacters: number };

/** How many pages without text, in a row from the start of a document, make it a scan. */
const SCAN_PAGES = 50;

/** A part of a text without pages. `shown` names the file in errors. */
export function readPassage(text: string, from: ExcerptStart, shown: string): Excerpt {
  if (text.trim() === "") throw unreadableError(shown, "no_text");
  if (from.page > 1) {
    throw new ToolError("invalid_argument", `${shown} has no pages. Leave 'page' out and use 'offset'.`);
  }
  const passage = cutPassage(text, from.offset, from.maxCharacters);
  if (passage === undefined) {
    throw new ToolError(
      "invalid_argument",
      `'offset' is past the end: ${shown} has ${count(text.length, "character")}.`,
    );
  }
  const { start, end, total } = passage;
  const about = start === 0 && end === total ? count(total, "character") : `characters ${start}–${end} of ${total}`;
  return { text: passage.text, about, next: end < total ? `offset ${end}` : undefined };
}

/** As many whole pages as fit, or a part of the first. `shown` names the file in errors. */
export async function readPages(
  pdf: PdfText,
  from: ExcerptStart,
  shown: string,
  signal: AbortSignal,
): Promise<Excerpt> {
  try {
    if (from.page > pdf.pageCount) {
      throw new ToolError("invalid_argument", `'page' is past the end: ${shown} has ${count(pdf.pageCount, "page")}.`);
    }
    const checked = { ...pdf, pageText: async (page: number) => withoutPrivateKey(await pdf.pageText(page)) };
    if (await isScan(checked, signal)) throw unreadableError(shown, "scanned");
    return await gatherPages(checked, from, shown, signal);
  } catch (error) {
    if (error instanceof ToolError || signal.aborted) throw error;
    throw unreadableError(shown, error instanceof SlowPageError ? "unpacks_too_large" : "broken_pdf");
  } finally {
    await pdf.close();
  }
}

/** A whole page is looked at, as a part of it may begin after what tells a key from other text. */
function withoutPrivateKey(text: string): string {
  if (holdsPrivateKey(text)) throw withheldError();
  return text;
}

async function isScan(pdf: PdfText, signal: AbortSignal): Promise<boolean> {
  for (let page = 1; page <= Math.min(pdf.pageCount, SCAN_PAGES); page += 1) {
    signal.throwIfAborted();
    if ((await pdf.pageText(page)) !== "") return false;
  }
  return true;
}

async function gatherPages(pdf: PdfText, from: ExcerptStart, shown: string, signal: AbortSignal): Promise<Excerpt> {
  const first = await pdf.pageText(from.page);
  const passage = first === "" && from.offset === 0 ? emptyPassage : cutPassage(first, from.offset, from.maxCharacters);
  if (passage === undefined) {
    throw new ToolError("invalid_argument", `'offset' is past the end of page ${from.page} of ${shown}.`);
  }
  const parts = [pagePart(from.page, passage.text)];
  if (passage.end < passage.total) {
    const next = `page ${from.page} and offset ${passage.end}`;
    return { text: parts.join("\n\n"), about: pagesAbout(from.page, from.page, pdf.pageCount), next };
  }
  let room = from.maxCharacters - passage.text.length;
  let last = from.page;
  while (last < pdf.pageCount) {
    signal.throwIfAborted();
    const text = cutText(await pdf.pageText(last + 1), Infinity).text;
    if (text.length > room) break;
    parts.push(pagePart(last + 1, text));
    // An empty page costs its heading, so that thousands of them do not count as nothing.
    room -= Math.max(text.length, 20);
    last += 1;
  }
  const next = last < pdf.pageCount ? `page ${last + 1}` : undefined;
  return { text: parts.join("\n\n"), about: pagesAbout(from.page, last, pdf.pageCount), next };
}

function pagePart(page: number, text: string): string {
  return text === "" ? `[Page ${page}: no text]` : `[Page ${page}]\n${text}`;
}

function pagesAbout(first: number, last: number, total: number): string {
  return first === last ? `page ${first} of ${total}` : `pages ${first}–${last} of ${total}`;
}

/** Offsets count UTF-16 units of the text as `cutText` cleans it, so that they mean the same in every call. */
type Passage = { text: string; start: number; end: number; total: number };

const emptyPassage: Passage = { text: "", start: 0, end: 0, total: 0 };

function cutPassage(source: string, offset: number, maxCharacters: number): Passage | undefined {
  const text = cutText(source, Infinity).text;
  if (offset >= text.length) return undefined;
  // An offset inside a surrogate pair would lose the character.
  const start = offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset - 1 : offset;
  const cut = cutText(text.slice(start), maxCharacters).text;
  return { text: cut, start, end: start + cut.length, total: text.length };
}
