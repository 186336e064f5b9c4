import { ToolError } from "../../agent/tool/tool-error";
import type { FoundItem } from "./file-item";
import { isOfKind, type FileKind } from "./file-kinds";

/** What is looked for. Every word must be in an item's name or content. */
export type SearchQuery = {
  /** As typed, without control characters; never empty. */
  words: string[];
  kind: FileKind | undefined;
  modifiedAfter: Date | undefined;
  modifiedBefore: Date | undefined;
};

/** The arguments of a search that make its query. */
type QueryInput = {
  query: string;
  kind?: FileKind | undefined;
  modified_after?: string | undefined;
  modified_before?: string | undefined;
};

/** Checks the arguments of a search. Throws `ToolError` for a query without a word and for what is no date. */
export function parseQuery(input: QueryInput): SearchQuery {
  const words = input.query
    .replace(/\p{Cc}/gu, " ")
    .normalize("NFC")
    .split(/\s+/u);
  const needles = words.filter((word) => foldText(word).trim() !== "");
  if (needles.length === 0) {
    throw new ToolError(
      "invalid_argument",
      "'query' has no word to look for. Give at least one word of the name or content.",
    );
  }
  return {
    words: needles,
    kind: input.kind,
    modifiedAfter: optionalDate("modified_after", input.modified_after, "start"),
    modifiedBefore: optionalDate("modified_before", input.modified_before, "end"),
  };
}

/** Text as it is compared: without case, marks and invisible characters, the same for composed and decomposed letters. */
function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
    .toUpperCase()
    .toLowerCase();
}

/** How much of a text is folded at a time: folding copies, and the launcher's heap is small. */
const SLICE_LENGTH = 65_536;

/** The words of a query that are not in a text. */
export function missingWords(words: readonly string[], text: string): string[] {
  let missing = words.map((word) => ({ word, needle: foldText(word) }));
  // A word may lie across the end of a slice, and be longer in the text than folded: with marks on every letter.
  const overlap = 64 + 4 * Math.max(0, ...missing.map(({ needle }) => needle.length));
  for (let start = 0; start < text.length && missing.length > 0; start += SLICE_LENGTH) {
    const folded = foldText(text.slice(start, start + SLICE_LENGTH + overlap));
    missing = missing.filter(({ needle }) => !folded.includes(needle));
  }
  return missing.map(({ word }) => word);
}

/** True where an item is of the kind and time that a query asks for. */
export function fitsFilters({ stats }: Pick<FoundItem, "stats">, name: string, query: SearchQuery): boolean {
  if (query.kind !== undefined && !isOfKind(name, stats.isDirectory(), query.kind)) return false;
  if (query.modifiedAfter !== undefined && stats.mtime < query.modifiedAfter) return false;
  return query.modifiedBefore === undefined || stats.mtime <= query.modifiedBefore;
}

function optionalDate(name: string, text: string | undefined, edge: "start" | "end"): Date | undefined {
  if (text === undefined) return undefined;
  const date = parseDate(text.trim(), edge);
  if (date !== undefined) return date;
  throw new ToolError("invalid_argument", `'${name}' is no date. Write 2026-03-01 or 2026-03-01T09:00.`);
}

/** A day on the person's clock, from its start or to its end, or a moment; without a zone it is on the person's clock. */
function parseDate(text: string, edge: "start" | "end"): Date | undefined {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const time = edge === "start" ? "00:00:00.000" : "23:59:59.999";
  if (day === null && !/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i.test(text))
    return undefined;
  const date = new Date(day === null ? text.replace(" ", "T") : `${text}T${time}`);
  if (Number.isNaN(date.getTime())) return undefined;
  // `Date` takes 31 February for 3 March.
  return day === null || date.getDate() === Number(day[3]) ? date : undefined;
}
