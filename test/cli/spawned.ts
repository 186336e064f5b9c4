import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Asked } from "./harness";

const ROOT = join(import.meta.dirname, "..", "..");

/** A program of this project that runs in a process of its own. */
export type Spawned = {
  child: ChildProcess;
  /** Sends the text to standard input, which stays open. */
  type(text: string): void;
  /** Sends the text and ends standard input. */
  typeAll(text: string): void;
  /** Resolves when the text has appeared on stdout or stderr. Rejects where the process ends without it. */
  shows(text: string): Promise<void>;
  /** What it wrote, and its exit code: -1 where a signal ended it. */
  ended: Promise<Asked>;
};

/** Runs a TypeScript file of this project as npm does; whatever is left of it ends with the test. */
export function spawnProgram(file: string, args: readonly string[]): Spawned {
  const node = ["--import", "tsx", "--disable-warning=ExperimentalWarning", join(ROOT, file)];
  const child = spawn(process.execPath, [...node, ...args], { cwd: ROOT });
  const written: Asked = { code: -1, out: "", status: "" };
  child.stdout.on("data", (chunk) => (written.out += String(chunk)));
  child.stderr.on("data", (chunk) => (written.status += String(chunk)));
  const closed = once(child, "close");
  onTestFinished(async () => {
    // Not SIGKILL: a program that runs another one passes this on, and cleans up.
    child.kill("SIGTERM");
    await closed;
  });
  return {
    child,
    type: (text) => void child.stdin.write(text),
    typeAll: (text) => void child.stdin.end(text),
    shows: async (text) => {
      while (!written.out.includes(text) && !written.status.includes(text)) {
        const chunk = Promise.race([once(child.stdout, "data"), once(child.stderr, "data")]);
        const hasEnded = await Promise.race([chunk.then(() => false), closed.then(() => true)]);
        if (hasEnded) throw new Error(`The process ended without "${text}": ${written.status}`);
      }
    },
    ended: closed.then(() => ({ ...written, code: child.exitCode ?? -1 })),
  };
}
