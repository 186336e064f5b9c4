import { stat } from "node:fs/promises";
import { posix } from "node:path";
import { formatSize } from "../../agent/text/format-size";
import { count, type FoundItem } from "./file-item";
import { mayHoldText } from "./file-kinds";
import { extractText } from "./file-text";
import { ICLOUD_DRIVE, holdsPrivateKey } from "./path-policy";
import { isNotDownloaded, readBytes } from "./read-bytes";
import { fitsFilters, missingWords, type SearchQuery } from "./search-query";
import type { SearchHit, SearchOutcome } from "./search-result";
import { walkFolders, type WalkReport } from "./walk-folders";

/** How much a search without Spotlight reads. */
export type SearchLimits = {
  entries: number;
  /** Folder levels below the start. */
  depth: number;
  /** The largest file whose content is searched, bytes. */
  fileBytes: number;
  /** Bytes of content of all files together. */
  totalBytes: number;
  pdfPages: number;
  milliseconds: number;
};

/** What a search on a person's Mac may cost. */
export const SEARCH_LIMITS: SearchLimits = {
  entries: 20_000,
  depth: 12,
  fileBytes: 5_000_000,
  totalBytes: 200_000_000,
  pdfPages: 50,
  milliseconds: 20_000,
};

type WalkSearch = {
  query: SearchQuery;
  /** The real folder to search in. */
  folder: string;
  /** The real home folder. */
  home: string;
  platform: NodeJS.Platform;
  now(): Date;
  limits: SearchLimits;
  signal: AbortSignal;
};

/** What the content search passed by, and what it has used up. */
type ContentReport = { tooLarge: number; notDownloaded: number; unread: number; overBudget: number; bytes: number };

/** Searches by looking: names first, then content, within limits. Says in its gaps what it did not look at. */
export async function searchByWalking(search: WalkSearch): Promise<SearchOutcome> {
  const report: WalkReport = { unreadable: 0, tooDeep: 0, stoppedBy: undefined };
  const content: ContentReport = { tooLarge: 0, notDownloaded: 0, unread: 0, overBudget: 0, bytes: 0 };
  const until = search.now().getTime() + search.limits.milliseconds;
  const hits: SearchHit[] = [];
  const items = walkFolders({
    folders: await startFolders(search),
    home: search.home,
    limits: { entries: search.limits.entries, depth: search.limits.depth, until },
    now: () => search.now().getTime(),
    report,
    signal: search.signal,
  });
  for await (const item of items) {
    const name = posix.basename(item.path);
    if (!fitsFilters(item, name, search.query)) continue;
    const missing = missingWords(search.query.words, name);
    if (missing.length === 0) hits.push({ ...item, inName: true });
    else if (await holdsWords(item, missing, search, content)) hits.push({ ...item, inName: false });
  }
  return { hits, gaps: [...walkGaps(report, search.limits), ...contentGaps(content, search.limits)] };
}

/** A search of the home folder also looks into iCloud Drive, which lies in the skipped ~/Library. */
async function startFolders({ folder, home }: WalkSearch): Promise<string[]> {
  const drive = posix.join(home, ICLOUD_DRIVE);
  const hasDrive =
    folder === home &&
    (await stat(drive).then(
      (stats) => stats.isDirectory(),
      () => false,
    ));
  return hasDrive ? [folder, drive] : [folder];
}

async function holdsWords(
  item: FoundItem,
  words: string[],
  search: WalkSearch,
  report: ContentReport,
): Promise<boolean> {
  const { path, stats } = item;
  if (!stats.isFile() || stats.size === 0 || !mayHoldText(posix.basename(path))) return false;
  if (stats.size > search.limits.fileBytes) report.tooLarge += 1;
  else if (isNotDownloaded(stats, search.platform)) report.notDownloaded += 1;
  else if (report.bytes + stats.size > search.limits.totalBytes) report.overBudget += 1;
  else {
    report.bytes += stats.size;
    const text = await contentOf(item, search).catch(() => {
      search.signal.throwIfAborted();
      report.unread += 1;
      return "";
    });
    return text !== "" && !holdsPrivateKey(text) && missingWords(words, text).length === 0;
  }
  return false;
}

/** The text of a file as far as a search reads it; empty where it holds none. */
async function contentOf({ path }: FoundItem, { limits, signal }: WalkSearch): Promise<string> {
  const content = await extractText(await readBytes(path, limits.fileBytes, signal), posix.basename(path));
  switch (content.format) {
    case "text":
    case "docx":
      return content.text;
    case "unreadable":
      // Others hold no text; this one does, and nobody looked at it.
      if (content.reason === "unpacks_too_large") throw new Error("The document is too large to be searched.");
      return "";
    case "pdf": {
      const pages: string[] = [];
      try {
        for (let page = 1; page <= Math.min(content.pdf.pageCount, limits.pdfPages); page += 1) {
          signal.throwIfAborted();
          pages.push(await content.pdf.pageText(page));
        }
      } finally {
        await content.pdf.close();
      }
      return pages.join("\n");
    }
  }
}

function walkGaps({ unreadable, tooDeep, stoppedBy }: WalkReport, limits: SearchLimits): string[] {
  return [
    ...(unreadable > 0 ? [`${count(unreadable, "folder")} could not be opened.`] : []),
    ...(tooDeep > 0
      ? [
          `${count(tooDeep, "folder")} more than ${count(limits.depth, "level")} down ${tooDeep === 1 ? "was" : "were"} not searched.`,
        ]
      : []),
    ...(stoppedBy === "entries"
      ? [`The search stopped after ${count(limits.entries, "item")}; the rest was not looked at.`]
      : []),
    ...(stoppedBy === "time"
      ? [`The search stopped after ${limits.milliseconds / 1_000} seconds; the rest was not looked at.`]
      : []),
  ];
}

function contentGaps(report: ContentReport, limits: SearchLimits): string[] {
  const passedBy = (number: number, why: string) =>
    number > 0 ? [`The content of ${count(number, "file")} ${why} was not searched, only the name.`] : [];
  return [
    ...passedBy(report.tooLarge, `over ${formatSize(limits.fileBytes)}`),
    ...passedBy(report.notDownloaded, "in iCloud, not on this Mac,"),
    ...passedBy(report.unread, "that could not be read"),
    ...passedBy(report.overBudget, `after the first ${formatSize(limits.totalBytes)}`),
  ];
}
