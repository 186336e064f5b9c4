import { posix } from "node:path";
import * as z from "zod";
import { defineTool } from "../../agent/tool/define-tool";
import type { Tool } from "../../agent/tool/tool";
import { ToolError } from "../../agent/tool/tool-error";
import { displayName } from "./display-path";
import { fileItem } from "./file-item";
import { isProgram } from "./file-kinds";
import type { FileServices } from "./file-services";
import { locate } from "./locate";

const parameters = z.object({
  path: z.string().describe("The file or folder, as search_files or list_folder gave it."),
});

/** Shows a document or folder to the person. Runs without a form, so it never opens what would run. */
export function openFileTool(services: FileServices): Tool {
  return defineTool({
    name: "open_file",
    title: "Open File",
    description:
      "Opens a document with the program that is set for it, or a folder in Finder, so that the person sees it. Only call it when the person asked to open or see something. Does not open programs, scripts, installers, disk images or link files, and returns no content: use read_file for that.",
    parameters,
    category: "files",
    risk: "draft",
    label: ({ path }) => `Opening ${displayName(path)}…`,
    run: async ({ path }, { signal }) => {
      // What is opened is what was checked: links are followed first, so a link cannot lend a program a document's name.
      const item = await locate(path, services);
      const { stats, shown } = item;
      if (!stats.isDirectory() && !stats.isFile()) {
        throw new ToolError("unavailable", `${shown} is a pipe, a socket or a device. It cannot be opened.`, {
          summary: "Not a file",
        });
      }
      if (isProgram(posix.basename(item.path), stats.isFile() ? stats.mode : undefined)) {
        const message = `${shown} is a program, a script, an installer, a disk image or a link file. Orbit does not open those; the person can open it in Finder.`;
        throw new ToolError("unavailable", message, { summary: "Programs are not opened" });
      }
      signal.throwIfAborted();
      await openWith(services, item.path, shown);
      return {
        text: `Opened ${shown}. The person sees it now.`,
        summary: `Opened ${displayName(item.path)}`,
        card: { type: "files", items: [fileItem(item, item.home)] },
      };
    },
  });
}

async function openWith({ host }: FileServices, path: string, shown: string): Promise<void> {
  try {
    await host.open(path);
  } catch (error) {
    const message = `${shown} could not be opened; no program may be set for it. Tell the person where it is.`;
    throw new ToolError("failed", message, { summary: "Could not be opened", cause: error });
  }
}
