import type { Dirent } from "node:fs";
import { lstat, opendir, realpath } from "node:fs/promises";
import { posix } from "node:path";
import { itemFacts } from "./file-item";
import { isHiddenName } from "./file-kinds";
import type { Located } from "./locate";
import { isInReach, isWithheld } from "./path-policy";

/** A folder with more entries is shown by the first ones that the disk gives; sorting needs all of them in memory. */
const MAX_ENTRIES = 10_000;

/** What is directly in a folder: the visible entries, and whether there are others. */
export type Listing = {
  entries: Dirent[];
  /** Some are hidden. */
  hidden: boolean;
  /** Some are never shared. */
  withheld: boolean;
  /** The folder has more than were read. */
  more: boolean;
};

/** Reads a folder, in the order of the disk. Throws what the file system throws, and the signal's reason. */
export async function readListing({ path, home }: Located, signal: AbortSignal): Promise<Listing> {
  const listing: Listing = { entries: [], hidden: false, withheld: false, more: false };
  // In portions: a folder with a million entries costs no more than its first ones.
  for await (const entry of await opendir(path, { bufferSize: 256 })) {
    signal.throwIfAborted();
    if (await isWithheldEntry(path, entry, home)) listing.withheld = true;
    else if (isHiddenName(entry.name)) listing.hidden = true;
    else if (listing.entries.length < MAX_ENTRIES) listing.entries.push(entry);
    else return { ...listing, more: true };
  }
  return listing;
}

/** Also asks what a link leads to, and looks at a file's size where its name alone does not tell a key from a document. */
async function isWithheldEntry(folder: string, entry: Dirent, home: string): Promise<boolean> {
  const path = posix.join(folder, entry.name);
  if (isWithheld(path, home)) return true;
  if (entry.isDirectory()) return false;
  if (!entry.isSymbolicLink() && !isWithheld(path, home, { isFolder: false, size: undefined })) return false;
  try {
    const real = await realpath(path);
    return !isInReach(real, home) || isWithheld(real, home, itemFacts(await lstat(real)));
  } catch {
    // A link that leads nowhere shows nothing but itself; a file that cannot be looked at is judged by its name.
    return !entry.isSymbolicLink();
  }
}
