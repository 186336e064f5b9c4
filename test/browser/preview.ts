import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const MAIN = join(ROOT, "test", "host", "preview", "main.ts");
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/\S+/u;
const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 3_000;

/** Whether `ray build` has been run: the preview host shows what it made. */
export const hasBundle: boolean = existsSync(join(ROOT, "dist", "ask-orbit.js"));

/** A preview host that runs in a process of its own. */
export interface Preview {
  /** Where its page is. */
  readonly address: string;
  readonly pid: number;
  /** The folder in which it keeps what it is told. */
  readonly state: string;
  /** All that it has printed. */
  output(): string;
  /** Ends it, and removes its state. */
  stop(): Promise<void>;
}

/** Starts `npm start`'s preview host with further arguments and a state folder of its own. */
export async function startPreview(...args: readonly string[]): Promise<Preview> {
  const state = await mkdtemp(join(tmpdir(), "orbit-preview-"));
  const node = ["--import", "tsx", "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...node, MAIN, "--no-open", "--state", state, ...args], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: "1" },
    // With the channel it ends when the tests are killed.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    const force = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
    await ended;
    clearTimeout(force);
    await rm(state, { recursive: true, force: true });
  };
  const address = await new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), START_LIMIT_MS);
    const read = (data: Buffer): void => {
      output += data.toString();
      const found = ADDRESS.exec(output)?.[0];
      // A line that is not whole yet may hold half an address.
      if (found === undefined || !output.slice(output.indexOf(found)).includes("\n")) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    void ended.then(() => resolve(undefined));
  });
  if (address === undefined || child.pid === undefined) {
    await stop();
    throw new Error(`The preview host did not start:\n${output}`);
  }
  return { address, pid: child.pid, state, output: () => output, stop };
}

/** What a page that connected now would be told first: the frame, as JSON. */
export async function firstFrame({ address }: Preview): Promise<string> {
  const abort = new AbortController();
  const { body } = await fetch(`${address}events?page=reader`, { signal: abort.signal });
  let read = "";
  for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    read += chunk;
    if (read.endsWith("\n\n")) break;
  }
  abort.abort();
  return read;
}
