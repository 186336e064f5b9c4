import { lstat, open, unlink } from "node:fs/promises";
import * as z from "zod";
import { defineTool } from "../../agent/tool/define-tool";
import type { PreparedCall, Tool, ToolResult } from "../../agent/tool/tool";
import { ToolError } from "../../agent/tool/tool-error";
import { inlinePath } from "../../agent/text/untrusted-text";
import { displayName } from "./display-path";
import { errorCode, explainErrors } from "./file-error";
import { fileIdentity, fileIdentitySchema } from "./file-identity";
import { formatSize } from "../../agent/text/format-size";
import { fileItem } from "./file-item";
import { isProgram } from "./file-kinds";
import type { FileServices } from "./file-services";
import { locatePlace, type LocatedPlace } from "./locate";
import { segmentsBelow } from "./path-policy";

const MAX_CONTENT_CHARACTERS = 1_000_000;
/** The limit of APFS, HFS+, ext4 and exFAT alike, at least one of which counts bytes. */
const MAX_NAME_BYTES = 255;
/**
 * Control characters and marks that hide or reorder text (CVE-2021-42574), but for tabs, line breaks, and what emoji,
 * Persian, Indic and hyphenated words are written with.
 */
const UNSEEN = /(?!\t|\n|\r\n|\u00ad|\u200c|\u200d|\ufeff)[\p{Cc}\p{Cf}\u2028\u2029]/u;

const parameters = z.object({
  path: z.string().describe("Where the file goes, with its name: ~/Documents/totals.txt. The folder must exist."),
  content: z.string().max(MAX_CONTENT_CHARACTERS).describe("The whole text of the file."),
});

const targetSchema = z.object({ exists: z.literal(false), folder: fileIdentitySchema });

type CreateInput = z.infer<typeof parameters>;

/** Makes a new text file, after the person's word. */
export function createFileTool(services: FileServices): Tool {
  return defineTool({
    name: "create_file",
    title: "Create File",
    description:
      "Makes a new text file (UTF-8) with the given content. The person sees the path and the content in a form first and can change both. Never replaces or changes a file that exists, makes no folders, and writes plain text only: no Word, PDF or other formats.",
    parameters,
    category: "files",
    risk: "write",
    label: ({ path }) => `Creating ${displayName(path)}…`,
    prepare: (input) => prepare(input, services),
    run: async (prepared, { signal }) => {
      const place = await findPlace(prepared.input.path, services);
      await checkUnchanged(place, prepared);
      signal.throwIfAborted();
      await explainErrors(place.shown, () => write(place, prepared.input.content));
      return createResult(place);
    },
  });
}

async function prepare(input: CreateInput, services: FileServices): Promise<PreparedCall<CreateInput>> {
  const place = await findPlace(input.path, services);
  const folder = await explainErrors(place.folder.shown, () => fileIdentity(place.folder.path));
  const content = input.content.toWellFormed();
  return {
    input: { path: place.shown, content },
    target: { exists: false, folder },
    form: {
      title: "Create File",
      message: `Orbit creates "${place.name}" in ${place.folder.shown}.`,
      fields: [
        { id: "path", label: "Path", value: place.shown, kind: "text", editable: true },
        { id: "content", label: "Content", value: content, kind: "multiline", editable: true },
      ],
      ...warningFor(place, content),
      confirmLabel: "Create",
    },
  };
}

/** The place for the file. Refuses names that would not look in the form as they are on disk, and names that are taken. */
async function findPlace(given: string, services: FileServices): Promise<LocatedPlace> {
  if (given.endsWith("/")) {
    throw new ToolError(
      "invalid_argument",
      "'path' names a folder. Add the name of the file. create_file makes no folders.",
    );
  }
  const place = await locatePlace(given, services);
  const { name, shown } = place;
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw new ToolError("invalid_argument", `The name of the file is too long: at most ${MAX_NAME_BYTES} bytes.`);
  }
  if (inlinePath(name) !== name || name.trim() !== name) {
    const message =
      "The name of the file has characters that cannot be seen, line breaks, angle brackets or blanks at an end. Choose a plain name.";
    throw new ToolError("invalid_argument", message);
  }
  if (await isTaken(place)) throw takenError(shown);
  return place;
}

async function isTaken({ path, shown }: LocatedPlace): Promise<boolean> {
  return explainErrors(shown, () =>
    lstat(path).then(
      () => true,
      (error: unknown) => {
        if (errorCode(error) === "ENOENT") return false;
        throw error;
      },
    ),
  );
}

function takenError(shown: string): ToolError {
  const message = `There is something at ${shown} already, and create_file never replaces it. Choose another name.`;
  return new ToolError("invalid_argument", message, { summary: "The name is taken" });
}

function warningFor({ path, home, name }: LocatedPlace, content: string): { warning?: string } {
  const isHidden = (segmentsBelow(path, home) ?? [name]).some((part) => part.startsWith("."));
  const warnings = [
    ...(isProgram(name, undefined) ? ["A file of this type can run as a program when it is opened."] : []),
    ...(isHidden ? ["Finder hides this file, and programs may read it as their settings."] : []),
    ...(UNSEEN.test(content)
      ? ["The content has characters that cannot be seen here or that change how others are shown."]
      : []),
  ];
  return warnings.length === 0 ? {} : { warning: warnings.join(" ") };
}

async function checkUnchanged(place: LocatedPlace, prepared: PreparedCall<CreateInput>): Promise<void> {
  const target = targetSchema.parse(prepared.target);
  const folder = await explainErrors(place.folder.shown, () => fileIdentity(place.folder.path));
  if (folder.device === target.folder.device && folder.inode === target.folder.inode) return;
  const message = `${place.folder.shown} is not the folder that the form showed any more. Nothing was written; call create_file again.`;
  throw new ToolError("failed", message, { summary: "The folder has changed" });
}

/** Opens exclusively: what came to that name since the check, also a link, is never written to. */
async function write({ path, shown }: LocatedPlace, content: string): Promise<void> {
  const file = await open(path, "wx").catch((error: unknown) => {
    throw errorCode(error) === "EEXIST" ? takenError(shown) : error;
  });
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    // Half a file is worse than none; it was made just now, so nothing else is lost.
    await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

async function createResult({ path, shown, home }: LocatedPlace): Promise<ToolResult> {
  const stats = await explainErrors(shown, () => lstat(path));
  return {
    text: `Created ${shown} (${formatSize(stats.size)}).`,
    summary: `Created ${displayName(path)}`,
    card: { type: "files", items: [fileItem({ path, stats }, home)] },
  };
}
