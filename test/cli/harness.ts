import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { jsonObjectSchema, type JsonObject } from "../../src/agent/text/json";
import type { LineReader } from "../../src/cli/line-reader";
import { runAsk } from "../../src/cli/run-ask";
import type { Script } from "../fakes/model-server/script";
import { startModelServer, type ModelServer } from "../fakes/model-server/server";

/** A home folder and a scripted model, both gone when the test ends. */
export type Place = { home: string; server: ModelServer };

/** What one `ask` did: its exit code, and what it wrote to each of its two outputs. */
export type Asked = { code: number; out: string; status: string };

/** A home folder of the running test's own with the given files, by path below it. */
export async function tempHome(files: Record<string, string> = {}): Promise<string> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "orbit-cli-")));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), content);
  }
  return home;
}

/** Makes the home folder and starts the model. */
export async function setUp(respond: Script, files?: Record<string, string>): Promise<Place> {
  const home = await tempHome(files);
  const server = await startModelServer({ respond });
  onTestFinished(() => server.stop());
  return { home, server };
}

/** The flags that point `ask` at a place. */
export function placeFlags({ home, server }: Place): string[] {
  return ["--home", home, "--base-url", `${server.url}/v1`, "--model", "scripted"];
}

/**
 * Who sits at the terminal: the lines they type, of which `ctrl-c` is that key, and their environment. Ctrl-C is also
 * pressed at `interrupt`.
 */
export type Person = { lines?: readonly string[]; env?: NodeJS.ProcessEnv; interrupt?: Promise<unknown> };

/** Runs `ask` in this process. */
export async function runInProcess(args: string[], { lines = [], env = {}, interrupt }: Person = {}): Promise<Asked> {
  const asked: Asked = { code: -1, out: "", status: "" };
  asked.code = await runAsk(args, {
    env,
    output: {
      out: (text) => void (asked.out += text),
      status: (text) => void (asked.status += text),
    },
    openLines: (onInterrupt) => {
      void interrupt?.then(onInterrupt);
      return typed(lines, onInterrupt);
    },
  });
  return asked;
}

/** Runs `ask` at a place, in this process. */
export function askAt(place: Place, args: string[], person?: Person): Promise<Asked> {
  return runInProcess([...placeFlags(place), ...args], person);
}

/** Lines that were typed before anybody asked; after the last one the input has ended. */
export function typed(lines: readonly string[], onInterrupt: () => void = () => undefined): LineReader {
  const left = [...lines];
  let hasEnded = false;
  const next = (): Promise<string | undefined> => {
    const line = left.shift();
    hasEnded = line === undefined;
    if (line !== "ctrl-c") return Promise.resolve(line);
    onInterrupt();
    return Promise.resolve(undefined);
  };
  return { next, hasEnded: () => hasEnded, close: () => undefined };
}

/** The events that `--json` printed. Fails where a line is not one. */
export function eventsOf({ out }: Asked): JsonObject[] {
  return out
    .split("\n")
    .slice(0, -1)
    .map((line) => jsonObjectSchema.parse(JSON.parse(line)));
}

/** The events of one type. */
export function eventsOfType(asked: Asked, type: string): JsonObject[] {
  return eventsOf(asked).filter((event) => event["type"] === type);
}
