import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

/** How the preview host is started. */
export interface StartOptions {
  /** A folder of one's own in the place of the demo home. */
  readonly home?: string;
  readonly state: string;
  /** The extension's folder, with a package.json and what `ray build` made of it in dist. */
  readonly extension: string;
  /** The command to begin with; the root search without one. */
  readonly command?: string;
  readonly popToRootMs: number;
  readonly opensBrowser: boolean;
  readonly isHelpWanted: boolean;
}

/** What `--help` prints. */
export const HELP = `npm start -- [options]

  --home DIR             show this folder as the home, instead of made-up files
  --state DIR            keep chats and preferences there
  --extension DIR        another extension, built into its dist folder
  --command NAME         begin with this command; --command "" begins with the root search
  --pop-to-root SECONDS  how long a command lives on without its window (90)
  --no-open              do not open a browser
  --preview              also on a Mac that has Raycast`;

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** A day. Timers do not reach much further. */
const MOST_SECONDS = 86_400;

/** What is wrong with the options, in one sentence. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/**
 * Reads the command line.
 * @throws OptionError for what does not fit
 */
export function parseOptions(args: readonly string[]): StartOptions {
  const { values } = parsed(args);
  const seconds = Number(values["pop-to-root"] || NaN);
  if (!(seconds >= 0 && seconds <= MOST_SECONDS)) {
    throw new OptionError(`--pop-to-root takes a number of seconds, up to ${MOST_SECONDS}.`);
  }
  const isOwnExtension = values.extension !== undefined;
  const command = values.command ?? (isOwnExtension ? "" : "ask-orbit");
  return {
    ...(values.home !== undefined && { home: folder(values.home) }),
    state: resolve(values.state ?? defaultState()),
    extension: isOwnExtension ? folder(values.extension ?? "") : ROOT,
    ...(command !== "" && { command }),
    popToRootMs: seconds * 1000,
    opensBrowser: !values["no-open"],
    isHelpWanted: values.help,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        home: { type: "string" },
        state: { type: "string" },
        extension: { type: "string" },
        command: { type: "string" },
        "pop-to-root": { type: "string", default: "90" },
        "no-open": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
}

function folder(path: string): string {
  const absolute = resolve(path);
  if (!isFolder(absolute)) throw new OptionError(`${absolute} is no folder.`);
  return absolute;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

const defaultState = (): string =>
  join(process.env["XDG_STATE_HOME"] || join(homedir(), ".local", "state"), "orbit-preview");
