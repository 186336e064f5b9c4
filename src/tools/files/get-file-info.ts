import { posix } from "node:path";
import * as z from "zod";
import { defineTool } from "../../agent/tool/define-tool";
import type { Tool } from "../../agent/tool/tool";
import { displayName } from "./display-path";
import { explainErrors } from "./file-error";
import { formatSize } from "../../agent/text/format-size";
import { count, fileItem, fileNames, formatTime } from "./file-item";
import { extensionOf, isPackage } from "./file-kinds";
import type { FileServices } from "./file-services";
import { locate, type Located } from "./locate";
import { isNotDownloaded } from "./read-bytes";
import { readListing } from "./read-listing";

const parameters = z.object({
  path: z.string().describe("The file or folder, as search_files or list_folder gave it."),
});

/** Tells what the file system knows about one item. */
export function getFileInfoTool(services: FileServices): Tool {
  return defineTool({
    name: "get_file_info",
    title: "Get File Info",
    description:
      "Tells about one file or folder: its kind, size, when it was made and last changed, and for a folder how many items are directly in it. Does not read the content (use read_file) and does not add up the sizes of what is in a folder.",
    parameters,
    category: "files",
    risk: "read",
    label: ({ path }) => `Looking at ${displayName(path)}…`,
    run: async ({ path }, { signal }) => {
      const item = await locate(path, services);
      const { stats, shown } = item;
      const timeZone = services.timeZone();
      const lines = [
        shown,
        `Kind: ${kindOf(item)}`,
        stats.isDirectory()
          ? await contentLine(item, signal)
          : `Size: ${formatSize(stats.size)} (${count(stats.size, "byte")})`,
        `Changed: ${formatTime(stats.mtime, timeZone)}`,
        `Made: ${formatTime(stats.birthtime, timeZone)}`,
        isNotDownloaded(stats, services.platform) ? "In iCloud, not downloaded to this Mac." : "",
      ];
      return {
        text: lines.filter((line) => line !== "").join("\n"),
        summary: `Looked at ${displayName(item.path)}`,
        card: { type: "files", items: [fileItem(item, item.home)] },
        ...fileNames(1),
      };
    },
  });
}

function kindOf({ path, stats }: Located): string {
  const name = posix.basename(path);
  if (stats.isDirectory()) return isPackage(name) ? `package (${extensionOf(name)})` : "folder";
  if (!stats.isFile()) return "pipe, socket or device";
  const extension = displayName(extensionOf(name));
  return extension === "" ? "file" : `file (${extension})`;
}

async function contentLine(folder: Located, signal: AbortSignal): Promise<string> {
  const { entries, more } = await explainErrors(folder.shown, () => readListing(folder, signal));
  return `Holds: ${more ? "more than " : ""}${count(entries.length, "visible item")}`;
}
