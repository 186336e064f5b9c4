import type { Dirent } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import { posix } from "node:path";
import * as z from "zod";
import { defineTool } from "../../agent/tool/define-tool";
import type { Tool, ToolResult } from "../../agent/tool/tool";
import { ToolError } from "../../agent/tool/tool-error";
import { listNote } from "../../agent/text/truncation";
import { displayName } from "./display-path";
import { explainErrors } from "./file-error";
import { count, fileItem, fileLine, fileNames, type FoundItem } from "./file-item";
import type { FileServices } from "./file-services";
import { locate, type Located } from "./locate";
import { readListing, type Listing } from "./read-listing";

const DEFAULT_ITEMS = 50;
const MAX_ITEMS = 100;

const parameters = z.object({
  path: z.string().describe("The folder, such as ~/Documents. ~ is the home folder, /Volumes holds connected volumes."),
  limit: z
    .int()
    .min(1)
    .max(MAX_ITEMS)
    .exactOptional()
    .describe(`The most items to return; ${DEFAULT_ITEMS} if left out.`),
});

/** Lists one folder. */
export function listFolderTool(services: FileServices): Tool {
  return defineTool({
    name: "list_folder",
    title: "List Folder",
    description:
      "Lists what is directly in one folder: folders first, then files, by name, each with its size and date. Does not look into the folders below it (use search_files to find something deeper), does not show hidden items, and never shows keys, passwords or ~/Library.",
    parameters,
    category: "files",
    risk: "read",
    label: ({ path }) => `Listing ${displayName(path)}…`,
    run: async (input, { signal }) => {
      const folder = await locate(input.path, services);
      if (!folder.stats.isDirectory()) {
        throw new ToolError(
          "invalid_argument",
          `${folder.shown} is a file, not a folder. Use read_file or get_file_info.`,
        );
      }
      const listing = await explainErrors(folder.shown, () => readListing(folder, signal));
      const items = await explainErrors(folder.shown, () =>
        lookUp(sortEntries(listing.entries), folder, input.limit ?? DEFAULT_ITEMS, signal),
      );
      return listResult(folder, listing, items, services.timeZone());
    },
  });
}

/** Folders first, then by name as Finder sorts: "2" before "10". */
function sortEntries(entries: readonly Dirent[]): Dirent[] {
  const order = new Intl.Collator("en", { numeric: true });
  const rank = (entry: Dirent) => (entry.isDirectory() ? 0 : 1);
  return entries.toSorted((a, b) => rank(a) - rank(b) || order.compare(a.name, b.name));
}

async function lookUp(entries: Dirent[], { path }: Located, limit: number, signal: AbortSignal): Promise<FoundItem[]> {
  const items: FoundItem[] = [];
  for (const entry of entries) {
    signal.throwIfAborted();
    if (items.length === limit) break;
    const itemPath = posix.join(path, entry.name);
    // A link is shown as what it leads to, and as itself where it leads nowhere. What has gone meanwhile is left out.
    const stats = await stat(itemPath).catch(() => lstat(itemPath).catch(() => undefined));
    if (stats !== undefined) items.push({ path: itemPath, stats });
  }
  return items;
}

function listResult(
  folder: Located,
  { entries, hidden, withheld, more }: Listing,
  items: FoundItem[],
  timeZone: string,
): ToolResult {
  const total = entries.length;
  const lines = [
    entries.length === 0
      ? `${folder.shown} has no items to show.`
      : `${folder.shown} has ${more ? "more than " : ""}${count(total, "item")}:`,
    ...items.map((item) => fileLine(item, folder.home, timeZone)),
    listNote(items.length, total, "Use search_files to find others."),
    hidden ? "Hidden items are not listed." : "",
    withheld ? "Some items are never shared." : "",
  ];
  return {
    text: lines.filter((line) => line !== "").join("\n"),
    summary: entries.length === 0 ? "Nothing to show" : `Listed ${count(items.length, "item")}`,
    card: { type: "files", items: items.map((item) => fileItem(item, folder.home)) },
    ...fileNames(items.length),
  };
}
