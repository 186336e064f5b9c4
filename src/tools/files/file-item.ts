import { formatSize } from "../../agent/text/format-size";
import type { Stats } from "node:fs";
import { posix } from "node:path";
import type { Disclosure } from "../../agent/tool/disclosure";
import type { FileItem } from "../../agent/tool/result-card";
import { displayPath, homePath } from "./display-path";
import type { ItemFacts } from "./path-policy";

/** An item on disk: its absolute path and what the file system knows of it. */
export type FoundItem = { path: string; stats: Stats };

/** The item as a result card holds it. */
export function fileItem({ path, stats }: FoundItem, home: string): FileItem {
  const item: FileItem = {
    path: homePath(path, home),
    name: posix.basename(path),
    isFolder: stats.isDirectory(),
    modifiedAt: stats.mtimeMs,
  };
  return stats.isDirectory() ? item : { ...item, size: stats.size };
}

/** One line for the model: `- ~/Bills/invoice.pdf (48 KB, modified 2026-03-12 09:15)`; folders end with a slash. */
export function fileLine({ path, stats }: FoundItem, home: string, timeZone: string): string {
  const shown = displayPath(path, home);
  const what = stats.isDirectory() ? "folder" : formatSize(stats.size);
  return `- ${shown}${stats.isDirectory() ? "/" : ""} (${what}, modified ${formatTime(stats.mtime, timeZone)})`;
}

/** What the path policy wants to know. */
export function itemFacts(stats: Stats): ItemFacts {
  return { isFolder: stats.isDirectory(), size: stats.size };
}

/** A time on the clock of a zone: "2026-03-12 09:15". */
export function formatTime(time: Date, timeZone: string): string {
  // Swedish writes dates as ISO 8601 does.
  return time.toLocaleString("sv", { timeZone, dateStyle: "short", timeStyle: "short" });
}

/** Says how many names of files, with what belongs to them, a text for the model holds. */
export function fileNames(count: number): { disclosures?: Disclosure[] } {
  return count === 0 ? {} : { disclosures: [{ kind: "fileNames", count }] };
}

/** "1 file", "3 files". */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
