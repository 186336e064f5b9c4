import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as z from "zod";
import type { Cost, Job } from "./contender";

const costSchema: z.ZodType<Cost> = z.object({ wallMs: z.number(), cpuMs: z.number(), heapMb: z.number() });

/** A contender in a process of its own: what it costs is its own alone. */
export type ContenderProcess = { measure: (job: Job) => Promise<Cost>; stop: () => void };

/** Starts a script of this folder that calls `contend`. */
export async function startContender(script: string): Promise<ContenderProcess> {
  const child = fork(join(import.meta.dirname, script), { execArgv: ["--import", "tsx"] });
  // What it failed with it has printed itself.
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${script} ended before it had measured.`)));
  ended.catch(() => undefined);
  const nextMessage = async (): Promise<unknown> => (await Promise.race([once(child, "message"), ended]))[0];
  await nextMessage();
  return {
    measure: async (job) => {
      child.send(job);
      return costSchema.parse(await nextMessage());
    },
    stop: () => void child.kill(),
  };
}
