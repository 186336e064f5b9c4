import { parseFlexibleDate } from "../../agent/text/flexible-date";
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

/**
 * Checks the arguments of a search. Days and times without an offset are read on the clock of the zone. Throws `ToolError`
 * for a query without a word.
 */
export function parseQuery(input: QueryInput, timeZone: string): SearchQuery {
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
    modifiedAfter: optionalDate(input.modified_after, timeZone, "start"),
    modifiedBefore: optionalDate(input.modified_before, timeZone, "end"),
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

function optionalDate(text: string | undefined, timeZone: string, edge: "start" | "end"): Date | undefined {
  return text === undefined ? undefined : parseFlexibleDate(text, { timeZone, edge });
}
