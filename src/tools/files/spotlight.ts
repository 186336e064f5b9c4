import { lstat, realpath } from "node:fs/promises";
import { posix } from "node:path";
import { runProgram, type ProgramEnd } from "../mac/run-program";
import { itemFacts } from "./file-item";
import { isPackage, KIND_EXTENSIONS, type FileKind } from "./file-kinds";
import type { SpotlightPrograms } from "./file-services";
import { ICLOUD_DRIVE, isWithheld, segmentsBelow } from "./path-policy";
import { fitsFilters, missingWords, type SearchQuery } from "./search-query";
import type { SearchHit, SearchOutcome } from "./search-result";
import { isSkippedName } from "./walk-folders";

const STATUS_DEADLINE_MS = 3_000;
const SEARCH_DEADLINE_MS = 20_000;
/** Hits kept before the best are chosen; Spotlight gives them in no useful order. */
const MAX_KEPT = 500;
/** Hits read at all. A common word is in tens of thousands of files of ~/Library, none of which counts. */
const MAX_READ = 50_000;
/** Longer than any path: a "path" that goes on is no answer of Spotlight. */
const MAX_RECORD_BYTES = 65_536;

type SpotlightSearch = {
  query: SearchQuery;
  /** The real folder to search in. */
  folder: string;
  /** The real home folder. */
  home: string;
  programs: SpotlightPrograms;
  signal: AbortSignal;
};

/**
 * Searches with Spotlight. Gives undefined where it cannot be used: not there, not indexing the folder's volume, failed.
 */
export async function searchSpotlight(search: SpotlightSearch): Promise<SearchOutcome | undefined> {
  if (!(await isIndexed(search))) return undefined;
  const { paths, end } = await findPaths(search);
  const failed = end.outcome === "not_started" || (end.outcome === "exited" && end.code !== 0);
  if (failed || (end.outcome === "timed_out" && paths.length === 0)) return undefined;
  const hits: SearchHit[] = [];
  for (const path of paths) {
    search.signal.throwIfAborted();
    const hit = await checkHit(path, search);
    if (hit !== undefined) hits.push(hit);
  }
  const gaps: string[] = [];
  if (end.outcome === "stopped") gaps.push(`Spotlight was stopped after ${MAX_KEPT} hits; there are more.`);
  if (end.outcome === "timed_out") gaps.push("Spotlight took too long and was stopped; there may be more hits.");
  return { hits, gaps };
}

/** The text of `mdutil -s`, which says for a folder's volume whether it is indexed. Anything unknown counts as no. */
async function isIndexed({ programs, folder, signal }: SpotlightSearch): Promise<boolean> {
  let text = "";
  const onOutput = (chunk: Buffer) => {
    text += chunk.toString();
    return text.length < MAX_RECORD_BYTES;
  };
  const args = ["-s", folder];
  const end = await runProgram({ command: programs.mdutil, args, deadlineMs: STATUS_DEADLINE_MS, signal, onOutput });
  return end.outcome === "exited" && end.code === 0 && /indexing enabled/i.test(text);
}

async function findPaths(search: SpotlightSearch): Promise<{ paths: string[]; end: ProgramEnd }> {
  const { programs, folder, query, signal } = search;
  const paths: string[] = [];
  let read = 0;
  let rest = Buffer.alloc(0);
  const onOutput = (chunk: Buffer) => {
    let start = 0;
    const bytes = Buffer.concat([rest, chunk]);
    for (let zero = bytes.indexOf(0); zero !== -1; zero = bytes.indexOf(0, start)) {
      const path = bytes.toString("utf8", start, zero);
      start = zero + 1;
      read += 1;
      if (isWanted(path, search)) paths.push(path);
      if (paths.length >= MAX_KEPT || read >= MAX_READ) return false;
    }
    rest = bytes.subarray(start);
    return rest.length < MAX_RECORD_BYTES;
  };
  const args = ["-0", "-onlyin", folder, spotlightQuery(query)];
  const end = await runProgram({ command: programs.mdfind, args, deadlineMs: SEARCH_DEADLINE_MS, signal, onOutput });
  return { paths, end };
}

/** Spotlight also finds what the walk skips: support files, packages' insides, hidden folders. */
function isWanted(path: string, { folder, home }: SpotlightSearch): boolean {
  const names = segmentsBelow(path, folder);
  if (names === undefined || names.length === 0 || isWithheld(path, home)) return false;
  const inICloud = segmentsBelow(path, posix.join(home, ICLOUD_DRIVE));
  const visible = inICloud ?? names;
  return !visible.some(isSkippedName) && !visible.slice(0, -1).some(isPackage);
}

async function checkHit(path: string, { query, home, folder }: SpotlightSearch): Promise<SearchHit | undefined> {
  try {
    const real = await realpath(path);
    const stats = await lstat(real);
    if (segmentsBelow(real, folder) === undefined || isWithheld(real, home, itemFacts(stats))) return undefined;
    const name = posix.basename(real);
    if (!fitsFilters({ stats }, name, query)) return undefined;
    return { path: real, stats, inName: missingWords(query.words, name).length === 0 };
  } catch {
    // The index is older than the disk: the item has gone, or cannot be looked at.
    return undefined;
  }
}

/**
 * The query in Spotlight's language. It begins with a bracket, so it can never be taken for an option.
 * https://developer.apple.com/library/archive/documentation/Carbon/Conceptual/SpotlightQuery/Concepts/QueryFormat.html
 */
export function spotlightQuery(query: SearchQuery): string {
  const words = query.words.map((word) => {
    const pattern = `"*${escapeValue(word)}*"cd`;
    return `(kMDItemFSName == ${pattern} || kMDItemDisplayName == ${pattern} || kMDItemTextContent == ${pattern})`;
  });
  const filters = [
    ...(query.kind === undefined ? [] : [kindQuery(query.kind)]),
    ...(query.modifiedAfter === undefined ? [] : [`(kMDItemFSContentChangeDate >= ${isoTime(query.modifiedAfter)})`]),
    ...(query.modifiedBefore === undefined ? [] : [`(kMDItemFSContentChangeDate <= ${isoTime(query.modifiedBefore)})`]),
  ];
  return [...words, ...filters].join(" && ");
}

/** Inside the quotes of a value only these three characters mean anything but themselves. */
function escapeValue(word: string): string {
  return word.replace(/\p{Cc}/gu, "").replace(/[\\"*]/g, "\\$&");
}

function kindQuery(kind: FileKind): string {
  if (kind === "folder") return '(kMDItemContentType == "public.folder")';
  return `(${KIND_EXTENSIONS[kind].map((extension) => `kMDItemFSName == "*.${extension}"c`).join(" || ")})`;
}

function isoTime(date: Date): string {
  return `$time.iso(${date.toISOString().replace(/\.\d+Z$/, "Z")})`;
}
