import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect } from "vitest";
import type { PreparedCall, Tool, ToolResult } from "../../../src/agent/tool/tool";
import type { JsonObject } from "../../../src/agent/text/json";
import type { FileItem } from "../../../src/agent/tool/result-card";
import { ToolError } from "../../../src/agent/tool/tool-error";
import type { FileServices } from "../../../src/tools/files/file-services";
import { fileTools } from "../../../src/tools/files/file-tools";

const made: string[] = [];

afterEach(async () => {
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** An empty folder that goes with the test. */
export async function tempFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "orbit-files-")));
  made.push(folder);
  return folder;
}

/** A home folder with the given files, by path below it. A path that ends with a slash makes a folder. */
export async function tempHome(files: Record<string, string | Uint8Array> = {}): Promise<string> {
  const home = join(await tempFolder(), "home");
  await mkdir(home);
  for (const [path, content] of Object.entries(files)) {
    const target = join(home, path);
    await mkdir(path.endsWith("/") ? target : dirname(target), { recursive: true });
    if (!path.endsWith("/")) await writeFile(target, content);
  }
  return home;
}

/** A fixed moment on the person's clock for the file's date: 12 March 2026, 09:15, plus some days. */
export async function setDay(path: string, days = 0): Promise<Date> {
  const time = new Date(2026, 2, 12 + days, 9, 15);
  await utimes(path, time, time);
  return time;
}

/** Services over a home folder. `opened` and `trashed` gather what the host was asked to do. */
export function fileServices(home: string, changes: Partial<FileServices> = {}) {
  const opened: string[] = [];
  const trashed: string[] = [];
  const services: FileServices = {
    homeFolder: home,
    platform: "linux",
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    host: {
      open: (target) => Promise.resolve(void opened.push(target)),
      trash: async (path) => {
        trashed.push(path);
        await rm(path, { recursive: true });
      },
      now: () => new Date(2026, 2, 20, 12, 0),
    },
    ...changes,
  };
  return { services, opened, trashed };
}

/** A tool with the parsing, preparing and running that the core does around it. */
export function toolCaller(services: FileServices, signal = new AbortController().signal) {
  const find = (name: string): Tool => {
    const tool = fileTools(services).find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`No tool ${name}.`);
    return tool;
  };
  const parse = (tool: Tool, input: JsonObject): JsonObject => {
    const parsed = tool.parse(input);
    if (!parsed.ok) throw new ToolError("invalid_argument", parsed.message);
    return parsed.input;
  };
  const prepare = async (name: string, input: JsonObject): Promise<PreparedCall<JsonObject>> => {
    const tool = find(name);
    if (!("prepare" in tool)) throw new Error(`${name} asks nobody.`);
    return tool.prepare(parse(tool, input), { signal });
  };
  const runPrepared = (name: string, prepared: PreparedCall<JsonObject>): Promise<ToolResult> => {
    const tool = find(name);
    if (!("prepare" in tool)) throw new Error(`${name} asks nobody.`);
    return tool.run(prepared, { signal });
  };
  const call = async (name: string, input: JsonObject): Promise<ToolResult> => {
    const tool = find(name);
    if ("prepare" in tool) return runPrepared(name, await prepare(name, input));
    if (!("run" in tool)) throw new Error(`${name} runs nothing.`);
    return tool.run(parse(tool, input), { signal });
  };
  const failure = (name: string, input: JsonObject): Promise<ToolError> => toolError(call(name, input));
  return { call, prepare, runPrepared, failure };
}

/** The `ToolError` that work ends with. */
export async function toolError(work: Promise<unknown>): Promise<ToolError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ToolError);
  if (!(error instanceof ToolError)) throw new Error("Not reached.");
  return error;
}

/** The paths in a result's list lines, as the model would pass them back. */
export function listedPaths(text: string): string[] {
  return [...text.matchAll(/^- (.+?)\/? \((?:folder|[\d.]+ \w+), modified [\d: -]+\)$/gm)].map(
    (match) => match[1] ?? "",
  );
}

/** The files of a result's card. */
export function cardFiles({ card }: ToolResult): FileItem[] {
  return card?.type === "files" ? card.items : [];
}

/** The paths of a result's card. */
export function cardPaths(result: ToolResult): string[] {
  return cardFiles(result).map(({ path }) => path);
}
