import { statSync } from "node:fs";
import type { HostEvent } from "../command/host";
import type { FileAddresses } from "../frame/file-address";
import type { JournalEntry } from "../frame/frame";

const MOST_ENTRIES = 100;

/** What left the window for the Mac, in words. */
export interface Journal {
  readonly entries: readonly JournalEntry[];
  add(event: HostEvent): void;
}

/** Starts an empty journal. Paths are told relative to the home folder. */
export function startJournal(homeFolder: string, addresses: FileAddresses): Journal {
  let entries: readonly JournalEntry[] = [];
  let number = 0;
  return {
    get entries() {
      return entries;
    },
    add(event) {
      const text = wording(event, (path) => shortPath(path, homeFolder));
      if (text === undefined) return;
      const href = event.kind === "opened" ? hrefOf(event.target, addresses) : undefined;
      entries = [...entries, { number: ++number, text, ...(href !== undefined && { href }) }].slice(-MOST_ENTRIES);
    },
  };
}

/** What happened, as a sentence; undefined for what the page shows in another way. */
function wording(event: HostEvent, short: (path: string) => string): string | undefined {
  switch (event.kind) {
    case "copied":
      return event.concealed
        ? "Copied to the clipboard, concealed"
        : `Copied to the clipboard: ${firstLine(event.text)}`;
    case "clipboard cleared":
      return "Cleared the clipboard";
    case "pasted":
      return `Pasted into the app in front: ${firstLine(event.text)}`;
    case "opened":
      return `Opened ${short(event.target)}${event.application === undefined ? "" : ` with ${event.application}`}`;
    case "open with":
      return `Asked which app opens ${short(event.path)}`;
    case "shown in Finder":
      return `Showed ${short(event.path)} in the Finder`;
    case "trashed":
      return `Moved ${short(event.path)} to the Trash`;
    case "quick look":
      return `Showed ${short(event.path)} in Quick Look`;
    case "quicklink created":
      return `Made a Quicklink to ${event.link}`;
    case "snippet created":
      return `Made a snippet: ${firstLine(event.text)}`;
    case "launched":
      return `Started the command ${event.name}`;
    default:
      return undefined;
  }
}

const firstLine = (text: string): string => {
  const [line = ""] = text.trim().split("\n");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
};

const shortPath = (path: string, homeFolder: string): string =>
  path.startsWith(`${homeFolder}/`) ? `~${path.slice(homeFolder.length)}` : path;

function hrefOf(target: string, addresses: FileAddresses): string | undefined {
  if (/^https?:\/\//u.test(target)) return target;
  return isFile(target) ? addresses.addressOf(target) : undefined;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // It is not there, or no path at all.
    return false;
  }
}
