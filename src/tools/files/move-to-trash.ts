import { lstat, opendir } from "node:fs/promises";
import { posix } from "node:path";
import * as z from "zod";
import type { ApprovalField } from "../../agent/tool/approval";
import { defineTool } from "../../agent/tool/define-tool";
import { canonicalJson } from "../../agent/text/json";
import type { PreparedCall, Tool, ToolResult } from "../../agent/tool/tool";
import { ToolError } from "../../agent/tool/tool-error";
import { displayName } from "./display-path";
import { errorCode, explainErrors } from "./file-error";
import { fileState, fileStateSchema } from "./file-identity";
import { formatSize } from "../../agent/text/format-size";
import { count, formatTime } from "./file-item";
import type { FileServices } from "./file-services";
import { locateEntry, lookalikeError, lookalikes, type Located } from "./locate";
import { ICLOUD_DRIVE, segmentsBelow, VOLUMES_FOLDER } from "./path-policy";

const parameters = z.object({
  path: z.string().describe("The file or folder, as search_files or list_folder gave it."),
});

type TrashInput = z.infer<typeof parameters>;

/** The folders of a home folder that macOS makes and expects. */
const STANDARD_FOLDERS = new Set(
  [
    "Applications",
    "Desktop",
    "Documents",
    "Downloads",
    "Library",
    "Movies",
    "Music",
    "Pictures",
    "Public",
    "Sites",
  ].map((name) => name.toLowerCase()),
);
const MAX_COUNTED = 1_000;

/** Moves one item to the Trash, after the person's word. */
export function moveToTrashTool(services: FileServices): Tool {
  return defineTool({
    name: "move_to_trash",
    title: "Move to Trash",
    description:
      "Moves one file or folder to the system's Trash, from where the person can put it back. The person sees which item it is in a form first. Does not delete for good, does not empty the Trash, and refuses the home folder, its standard folders such as Documents, and whole volumes.",
    parameters,
    category: "files",
    risk: "destructive",
    label: ({ path }) => `Moving ${displayName(path)} to the Trash…`,
    prepare: (input) => prepare(input, services),
    run: async (prepared, { signal }) => {
      const item = await findItem(prepared.input.path, services);
      await checkUnchanged(item, prepared);
      signal.throwIfAborted();
      return moveToTrash(item, services);
    },
  });
}

async function prepare(input: TrashInput, services: FileServices): Promise<PreparedCall<TrashInput>> {
  const item = await findItem(input.path, services);
  const target = await explainErrors(item.shown, () => fileState(item.path));
  const what = item.stats.isDirectory()
    ? "the folder and everything in it"
    : item.stats.isSymbolicLink()
      ? "the link"
      : "the file";
  return {
    input: { path: item.shown },
    target,
    form: {
      title: "Move to Trash",
      message: `Orbit moves ${what} "${displayName(item.path)}" to the Trash.`,
      fields: await formFields(item, services.timeZone()),
      warning: "You can put it back from the Trash only until the Trash is emptied.",
      confirmLabel: "Move to Trash",
    },
  };
}

/** The item itself, links not followed: a link in the Trash leaves what it leads to where it is. */
async function findItem(given: string, services: FileServices): Promise<Located> {
  const item = await locateEntry(given, services);
  if (isFixture(item)) {
    const message = `${item.shown} is a folder that macOS or the person's other files depend on. Orbit does not move it to the Trash.`;
    throw new ToolError("unavailable", message, { summary: "Never moved to the Trash" });
  }
  const folder = posix.dirname(item.path);
  const alike = await explainErrors(item.shown, () => lookalikes(folder, posix.basename(item.path)));
  // The form could not show which of them is meant.
  if (alike.length > 1) throw lookalikeError(item.shown);
  return item;
}

/** The home folder and what holds it, its standard folders, iCloud Drive, volumes. */
function isFixture({ path, home }: Located): boolean {
  if (segmentsBelow(home, path) !== undefined || path === posix.join(home, ICLOUD_DRIVE)) return true;
  const inHome = segmentsBelow(path, home);
  if (inHome?.length === 1) return STANDARD_FOLDERS.has(inHome[0]?.toLowerCase() ?? "");
  return inHome === undefined && (segmentsBelow(path, VOLUMES_FOLDER)?.length ?? 0) < 2;
}

async function formFields(item: Located, timeZone: string): Promise<ApprovalField[]> {
  const { stats, shown } = item;
  const content = stats.isDirectory()
    ? { id: "content", label: "Contains", value: await describeContent(item) }
    : { id: "size", label: "Size", value: formatSize(stats.size) };
  const fields = [
    { id: "path", label: "Path", value: shown },
    content,
    { id: "modified", label: "Changed", value: formatTime(stats.mtime, timeZone) },
  ];
  return fields.map((field) => ({ ...field, kind: "text", editable: false }));
}

/** How many items are directly in a folder, hidden ones too: all of them go. */
async function describeContent({ path, shown }: Located): Promise<string> {
  return explainErrors(shown, async () => {
    let items = 0;
    const folder = await opendir(path);
    try {
      while (items < MAX_COUNTED && (await folder.read()) !== null) items += 1;
    } finally {
      await folder.close();
    }
    if (items === MAX_COUNTED) return `at least ${count(items, "item")}`;
    return items === 0 ? "nothing" : count(items, "item");
  });
}

async function checkUnchanged(item: Located, prepared: PreparedCall<TrashInput>): Promise<void> {
  const shown = fileStateSchema.parse(prepared.target);
  const now = await explainErrors(item.shown, () => fileState(item.path));
  if (canonicalJson(now) === canonicalJson(shown)) return;
  const message = `${item.shown} has changed since the form showed it. Nothing was moved; call move_to_trash again.`;
  throw new ToolError("failed", message, { summary: "The item has changed" });
}

/** Asks the system, then looks: a Trash that says nothing may have done nothing. */
async function moveToTrash({ path, shown }: Located, { host }: FileServices): Promise<ToolResult> {
  const before = await explainErrors(shown, () => fileState(path));
  try {
    await host.trash(path);
  } catch (error) {
    const message = `The system could not move ${shown} to the Trash; its volume may have none. Tell the person.`;
    throw new ToolError("failed", message, { summary: "Not moved to the Trash", cause: error });
  }
  if (await isStillThere(path, before.inode)) {
    throw new ToolError(
      "failed",
      `${shown} is still there: the system did not move it to the Trash. Tell the person.`,
      {
        summary: "Not moved to the Trash",
      },
    );
  }
  return {
    text: `Moved ${shown} to the Trash. The person can put it back from there.`,
    summary: `Moved ${displayName(path)} to the Trash`,
  };
}

async function isStillThere(path: string, inode: string): Promise<boolean> {
  try {
    const { ino } = await lstat(path, { bigint: true });
    return String(ino) === inode;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}
