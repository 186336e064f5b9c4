import { lstat, opendir, realpath } from "node:fs/promises";
import { posix } from "node:path";
import { ToolError } from "../../agent/tool/tool-error";
import { displayKey, displayPath } from "./display-path";
import { errorCode, explainErrors } from "./file-error";
import { fileNames, itemFacts, type FoundItem } from "./file-item";
import type { FileServices } from "./file-services";
import { isInReach, isWithheld, segmentsBelow, VOLUMES_FOLDER, type ItemFacts } from "./path-policy";

/** An item that the policy allows. `home` is the real home folder, `shown` the path for models and people. */
export type Located = FoundItem & { home: string; shown: string };

/** A place where a file may be made: `folder` is real and allowed, nothing is said about whether `path` exists. */
export type LocatedPlace = { path: string; folder: Located; name: string; home: string; shown: string };

/** No path is longer on any system that Orbit runs on. */
const MAX_PATH_CHARACTERS = 4_096;
/** How many names are compared with one that is not found as it stands. */
const MAX_NAMES_COMPARED = 20_000;

/**
 * Finds the item that a path names, links followed. Takes `~/…`, a path relative to the home folder, an absolute path,
 * or the displayed form of one. Throws `ToolError` for what is missing, out of reach, or never shared.
 */
export async function locate(given: string, services: FileServices): Promise<Located> {
  const home = await realHome(services);
  const path = await spell(given, services.homeFolder, home);
  return explainErrors(displayPath(path, home), async () => allow(await realpath(path), home));
}

/** Like `locate`, but gives a link itself rather than what it leads to. */
export async function locateEntry(given: string, services: FileServices): Promise<Located> {
  const home = await realHome(services);
  const path = await spell(given, services.homeFolder, home);
  return explainErrors(displayPath(path, home), async () => {
    const folder = await realpath(posix.dirname(path));
    const isHome = path === home || path === services.homeFolder;
    return allow(isHome ? home : posix.join(folder, posix.basename(path)), home);
  });
}

/** Finds the folder for a file that is to be made, and checks its name. Throws `ToolError`. */
export async function locatePlace(given: string, services: FileServices): Promise<LocatedPlace> {
  const home = await realHome(services);
  const wanted = expand(given, services.homeFolder);
  const name = posix.basename(wanted);
  refuse(wanted, services.homeFolder, home, { isFolder: false, size: undefined });
  const folder = await locate(posix.dirname(wanted), services);
  if (!folder.stats.isDirectory()) {
    throw new ToolError("invalid_argument", `${folder.shown} is a file, not a folder. Choose a folder that exists.`);
  }
  const path = posix.join(folder.path, name);
  refuse(path, home, home, { isFolder: false, size: undefined });
  return { path, folder, name, home, shown: displayPath(path, home) };
}

/** The names in a folder that look like the given one, itself included, up to two. */
export async function lookalikes(folder: string, name: string): Promise<string[]> {
  const key = displayKey(name);
  const matches: string[] = [];
  let compared = 0;
  for await (const entry of await opendir(folder)) {
    compared += 1;
    if (displayKey(entry.name) === key) matches.push(entry.name);
    if (matches.length === 2 || compared === MAX_NAMES_COMPARED) break;
  }
  return matches;
}

/** The home folder without links. */
async function realHome(services: FileServices): Promise<string> {
  return explainErrors("the home folder", () => realpath(services.homeFolder));
}

async function allow(path: string, home: string): Promise<Located> {
  refuse(path, home, home);
  const stats = await lstat(path);
  refuse(path, home, home, itemFacts(stats));
  return { path, stats, home, shown: displayPath(path, home) };
}

function refuse(path: string, configuredHome: string, home: string, facts?: ItemFacts): void {
  const base = isInReach(path, configuredHome) ? configuredHome : home;
  if (!isInReach(path, base)) {
    const message =
      "Orbit only uses the home folder and connected volumes (/Volumes). This path is outside both, or leads there by a link. Do not try another spelling of it.";
    throw new ToolError("unavailable", message, { summary: "Outside the home folder" });
  }
  if (isWithheld(path, base, facts)) throw withheldError();
}

/** What a model is told about an item that is never shared; the same whether or not the item exists. */
export function withheldError(): ToolError {
  const message =
    "Orbit never shares or changes keys, passwords, sign-ins and the contents of ~/Library (iCloud Drive excepted), and this is one of them. Tell the person so; do not try another way to it.";
  return new ToolError("unavailable", message, { summary: "Never shared" });
}

/** The absolute path that was meant. Names that were shown to the model in another form are found by that form. */
async function spell(given: string, configuredHome: string, home: string): Promise<string> {
  const wanted = expand(given, configuredHome);
  refuse(wanted, configuredHome, home);
  if (await exists(wanted)) return wanted;
  const root = [configuredHome, home].find((folder) => segmentsBelow(wanted, folder) !== undefined) ?? VOLUMES_FOLDER;
  let path = root;
  for (const name of posix.relative(root, wanted).split("/")) {
    const literal = posix.join(path, name);
    path = (await exists(literal)) ? literal : await byDisplayedName(path, name, home);
  }
  refuse(path, configuredHome, home);
  return path;
}

function expand(given: string, home: string): string {
  if (given.trim() === "" || given.length > MAX_PATH_CHARACTERS || given.includes("\0")) {
    throw new ToolError("invalid_argument", "The path is empty, too long, or has a character that no path has.");
  }
  if (/^~[^/]/.test(given)) {
    throw new ToolError(
      "invalid_argument",
      "Write paths as ~/… for the person's home folder; other homes are not used.",
    );
  }
  return posix.resolve(home, given.replace(/^~(\/|$)/, "./"));
}

async function byDisplayedName(folder: string, name: string, home: string): Promise<string> {
  const literal = posix.join(folder, name);
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined) return literal;
  // Before its names are read: a link may have led out of reach.
  refuse(real, home, home);
  const [match, second] = await lookalikes(real, name).catch(() => []);
  if (match === undefined) return literal;
  if (second !== undefined) throw lookalikeError(displayPath(literal, home));
  return posix.join(folder, match);
}

/** What a model is told where a displayed path stands for more than one item. */
export function lookalikeError(shown: string): ToolError {
  const message = `More than one item looks like ${shown}; they differ only in characters that cannot be seen or shown. Ask the person to rename one.`;
  return new ToolError("invalid_argument", message, {
    summary: "More than one item of that name",
    ...fileNames(1),
  });
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    const code = errorCode(error);
    // Anything but absence is for the caller to meet, and to explain, when it uses the path.
    return code !== "ENOENT" && code !== "ENOTDIR";
  }
}
