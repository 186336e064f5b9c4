import type { FoundItem } from "./file-item";

/** An item that a search found. `inName`: its name has every word, so it goes first. */
export type SearchHit = FoundItem & { inName: boolean };

/** What a search found, and in words for the model what it did not look at. */
export type SearchOutcome = { hits: SearchHit[]; gaps: string[] };

/** Items whose name has every word first; among them, and among the others, the newest first. */
export function rankHits(hits: readonly SearchHit[]): SearchHit[] {
  return hits.toSorted((a, b) => Number(b.inName) - Number(a.inName) || b.stats.mtimeMs - a.stats.mtimeMs);
}
