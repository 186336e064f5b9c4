import type { Dirent, Stats } from "node:fs";
import { lstat, opendir } from "node:fs/promises";
import { posix } from "node:path";
import { errorCode } from "./file-error";
import { itemFacts, type FoundItem } from "./file-item";
import { isHiddenName, isPackage } from "./file-kinds";
import { isWithheld } from "./path-policy";

/** How far a walk goes. */
export type WalkLimits = {
  entries: number;
  /** Levels below the folder where it starts. */
  depth: number;
  /** The moment to stop at, milliseconds since 1970. */
  until: number;
};

/** What a walk did not see; filled in as it goes. */
export type WalkReport = { unreadable: number; tooDeep: number; stoppedBy: "entries" | "time" | undefined };

type Walk = {
  /** Real folders to start from. */
  folders: readonly string[];
  /** The real home folder. */
  home: string;
  limits: WalkLimits;
  now(): number;
  report: WalkReport;
  signal: AbortSignal;
};

/**
 * Gives the files and folders below some folders, those near the top first. Links are not followed and not given; hidden
 * items, packages' insides, `node_modules` and what is never shared are skipped. Stops at its limits and says so in the report.
 */
export async function* walkFolders(walk: Walk): AsyncGenerator<FoundItem> {
  const queue = walk.folders.map((path) => ({ path, depth: 0 }));
  let entries = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for await (const entry of readFolder(next.path, walk)) {
      walk.signal.throwIfAborted();
      entries += 1;
      walk.report.stoppedBy =
        entries > walk.limits.entries ? "entries" : walk.now() > walk.limits.until ? "time" : undefined;
      if (walk.report.stoppedBy !== undefined) return;
      const item = await lookAt(posix.join(next.path, entry.name), entry, walk.home);
      if (item === undefined) continue;
      yield item;
      if (!item.stats.isDirectory() || isPackage(entry.name)) continue;
      if (next.depth < walk.limits.depth) queue.push({ path: item.path, depth: next.depth + 1 });
      else walk.report.tooDeep += 1;
    }
  }
}

/** True for names that a search passes by. */
export function isSkippedName(name: string): boolean {
  return isHiddenName(name) || name === "node_modules";
}

async function* readFolder(path: string, { report }: Walk): AsyncGenerator<Dirent> {
  try {
    // A folder is read in portions: one with a million entries costs no more than its first ones.
    for await (const entry of await opendir(path, { bufferSize: 256 })) yield entry;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    report.unreadable += 1;
  }
}

async function lookAt(path: string, entry: Dirent, home: string): Promise<FoundItem | undefined> {
  if (isSkippedName(entry.name) || !(entry.isFile() || entry.isDirectory())) return undefined;
  const stats = await lstat(path).catch((): Stats | undefined => undefined);
  return stats === undefined || isWithheld(path, home, itemFacts(stats)) ? undefined : { path, stats };
}
