import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What tells a file from another that took its name. */
export type FileIdentity = { device: bigint; inode: bigint };

/**
 * Makes sure that the file exists and that its owner alone may read it; a folder that had to be made is as private.
 * SQLite gives its side files the same permissions. Throws the errors of `node:fs`.
 */
export function prepareDatabaseFile(file: string): FileIdentity {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  createFile(file);
  chmodSync(file, 0o600);
  const identity = fileIdentity(file);
  if (identity === undefined) throw Object.assign(new Error("the database file was deleted"), { code: "ENOENT" });
  return identity;
}

/** True while the path still leads to the file that was opened, not to nothing and not to another one. */
export function isSameFile(file: string, identity: FileIdentity): boolean {
  try {
    const current = fileIdentity(file);
    return current?.device === identity.device && current.inode === identity.inode;
  } catch {
    // The way to it is barred.
    return false;
  }
}

/**
 * Moves a database that cannot be used, with its write-ahead log and the images of its chats, to a name of its own beside
 * it, and gives that name.
 * Gives undefined where another command did so first.
 */
export function setAsideDatabase(file: string, identity: FileIdentity, now: Date): string | undefined {
  if (!isSameFile(file, identity)) return undefined;
  const target = unusedName(`${file}.damaged-${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}`);
  // The images go first: a new database names none of them, and whoever opens it sweeps them away.
  moveImages(imagesFolder(file), `${target}-images`);
  // The log goes before the database: one that stayed behind would be played into the new database.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${target}-wal`);
  renameSync(file, target);
  rmSync(`${file}-shm`, { force: true });
  clearSuspicion(file);
  return target;
}

/** Where the images of a database's chats are. */
export function imagesFolder(file: string): string {
  return join(dirname(file), "images");
}

function moveImages(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // There are none, or they cannot be moved: chats without them are better than no new chats.
  }
}

/** Leaves word for the next opening that damage was met, so that it looks at every page. */
export function markSuspect(file: string): void {
  try {
    writeFileSync(suspicionOf(file), "", { mode: 0o600 });
  } catch {
    // The damage itself is reported; where no word can be left, it will be met and reported again.
  }
}

/** True where damage was met since the database was last looked through. */
export function isSuspect(file: string): boolean {
  return existsSync(suspicionOf(file));
}

/** Takes the word of `markSuspect` back. */
export function clearSuspicion(file: string): void {
  rmSync(suspicionOf(file), { force: true });
}

// A file that is there must not even be opened: closing it again would take away the locks that SQLite holds on it for
// other connections of this process. https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
function createFile(file: string): void {
  if (!existsSync(file)) writeFileSync(file, "", { flag: "a", mode: 0o600 });
}

function suspicionOf(file: string): string {
  return `${file}-suspect`;
}

/** What tells the file that is there from any other; undefined where there is none. Throws the errors of `node:fs`. */
export function fileIdentity(file: string): FileIdentity | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && { device: stats.dev, inode: stats.ino };
}

function unusedName(name: string): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!existsSync(candidate)) return candidate;
  }
}
