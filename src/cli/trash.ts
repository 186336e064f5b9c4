import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstat, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";

/** Moves a file or folder to the Trash of this system: Finder's on a Mac, the freedesktop one elsewhere. */
export async function trash(path: string, home: string, now: Date): Promise<void> {
  await (process.platform === "darwin" ? trashOnMac(path) : trashOnDesktop(path, home, now));
}

/** The path goes in as data on standard input, never into the script. */
const MAC_SCRIPT = `
ObjC.import("Foundation");
function run() {
  const input = $.NSFileHandle.fileHandleWithStandardInput.readDataToEndOfFile;
  const path = JSON.parse($.NSString.alloc.initWithDataEncoding(input, $.NSUTF8StringEncoding).js).path;
  const moved = $.NSFileManager.defaultManager.trashItemAtURLResultingItemURLError($.NSURL.fileURLWithPath(path), null, null);
  return moved ? "moved" : "failed";
}`;

async function trashOnMac(path: string): Promise<void> {
  const child = spawn("/usr/bin/osascript", ["-l", "JavaScript", "-e", MAC_SCRIPT], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  // A program that is gone before it reads is told by its output.
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify({ path }));
  const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (output.trim() !== "moved") throw new Error("macOS did not move the item to the Trash.");
}

/** A name in the Trash holds the item's name, a number and `.trashinfo`; file systems allow 255 bytes in all. */
const MAX_KEPT_NAME_BYTES = 230;

/**
 * https://specifications.freedesktop.org/trash-spec/latest/: the info file is made first, and claims the name. An item on
 * another volume than the home folder stays where it is: it rejects with EXDEV.
 */
async function trashOnDesktop(path: string, home: string, now: Date): Promise<void> {
  await lstat(path);
  const folder = join(home, ".local", "share", "Trash");
  await mkdir(join(folder, "files"), { recursive: true, mode: 0o700 });
  await mkdir(join(folder, "info"), { recursive: true, mode: 0o700 });
  const kept = Buffer.from(basename(path))
    .subarray(0, MAX_KEPT_NAME_BYTES)
    .toString()
    .replace(/\ufffd$/, "");
  for (let attempt = 0; ; attempt += 1) {
    const name = attempt === 0 ? kept : `${kept}.${attempt}`;
    const info = join(folder, "info", `${name}.trashinfo`);
    const target = join(folder, "files", name);
    if ((await isThere(target)) || !(await claim(info, infoText(path, now)))) continue;
    try {
      await rename(path, target);
    } catch (error) {
      await rm(info);
      throw error;
    }
    return;
  }
}

/** Makes the info file. False where another item has the name. */
async function claim(info: string, content: string): Promise<boolean> {
  try {
    await writeFile(info, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** A program that died may have left an item without its info file; moving onto it would destroy it. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

/** The path is escaped as in a URL, byte by byte; the date is the local time. */
function infoText(path: string, now: Date): string {
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  return `[Trash Info]\nPath=${escaped}\nDeletionDate=${local}\n`;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
