import type { Stats } from "node:fs";
import { posix } from "node:path";
import type { FileItem } from "../../agent/tool/result-card";
import { displayPath, homePath } from "./display-path";
import type { ItemFacts } from "./path-policy";

/** An item on disk: its absolute path and what the file system knows of it. */
export type FoundItem = { path: string; stats: Stats };

/** The row that a card shows for an item. */
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
export function fileLine({ path, stats }: FoundItem, home: string): string {
  const shown = displayPath(path, home);
  const what = stats.isDirectory() ? "folder" : formatSize(stats.size);
  return `- ${shown}${stats.isDirectory() ? "/" : ""} (${what}, modified ${formatTime(stats.mtime)})`;
}

/** What the path policy wants to know. */
export function itemFacts(stats: Stats): ItemFacts {
  return { isFolder: stats.isDirectory(), size: stats.size };
}

const UNITS = ["KB", "MB", "GB", "TB"];

/** Bytes as Finder counts them, in thousands: "812 bytes", "48 KB", "1.2 GB". */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let value = bytes;
  let unit = -1;
  // 999.95 and up would round to "1000.0".
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const digits = unit === 0 ? Math.round(value).toString() : value.toFixed(1).replace(/\.0$/, "");
  return `${digits} ${UNITS[Math.max(unit, 0)] ?? ""}`;
}

/** A time on the person's clock: "2026-03-12 09:15". */
export function formatTime(time: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** "1 file", "3 files". */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
