import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import * as z from "zod";
import type { BenchResult } from "./bench-result";
import { startServerProcess } from "./server-process";

const BUNDLE = join(import.meta.dirname, "..", "..", "dist", "ask-orbit.js");
const ROUNDS = 3;
const ANSWERS_A_WINDOW = 5;
const WARM_UP_FETCHES = 10;
/** One fetch is over in a few milliseconds, so a single one says little. */
const FETCHES_A_ROUND = 15;
/** Raycast ends a command's worker at about this much JavaScript heap. */
const HEAP_LIMIT_MB = 100;

const answer = z.object({
  cpuMs: z.number(),
  wallMs: z.number(),
  peakHeapMb: z.number(),
  redraws: z.number(),
  characters: z.number(),
});
const commandRun = z.object({ firstViewMs: z.number(), answers: z.array(answer) });
type CommandRun = z.infer<typeof commandRun>;

/**
 * An answer of 20,000 deltas through the built command (provider, loop, store, view) in a worker, against a plain fetch
 * loop over the same bytes. The server is another process. The first answer of a window includes compiling its code; the
 * last one, compared with fetches that are warm as well, is what the work itself costs.
 */
export async function benchStream(): Promise<BenchResult[]> {
  const server = await startServerProcess("stream/delta-server.ts");
  try {
    const baseUrl = `${server.origin}/v1`;
    for (let fetches = 0; fetches < WARM_UP_FETCHES; fetches += 1) await plainFetch(baseUrl);
    const floors: number[] = [];
    const runs: CommandRun[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let fetches = 0; fetches < FETCHES_A_ROUND; fetches += 1) floors.push(await plainFetch(baseUrl));
      runs.push(await runCommand(baseUrl));
    }
    return results(floors, runs);
  } finally {
    server.stop();
  }
}

function results(floors: readonly number[], runs: readonly CommandRun[]): BenchResult[] {
  const floor = median(floors);
  const answers = runs.flatMap((run) => run.answers);
  const firsts = runs.flatMap((run) => run.answers.slice(0, 1));
  const lasts = runs.flatMap((run) => run.answers.slice(-1));
  const last = median(lasts.map(({ cpuMs }) => cpuMs));
  const floorName = "fetch of 20,000 deltas, CPU";
  return [
    { name: floorName, value: floor, unit: "ms" },
    { name: "the same through Ask Orbit, CPU", value: last, unit: "ms" },
    { name: "Ask Orbit to fetch, CPU", value: last / floor, unit: "×", ratioTo: floorName },
    { name: "first answer of a window, CPU", value: median(firsts.map(({ cpuMs }) => cpuMs)), unit: "ms" },
    { name: "first answer of a window, time", value: median(firsts.map(({ wallMs }) => wallMs)), unit: "ms" },
    { name: "redraws of one answer", value: median(answers.map(({ redraws }) => redraws)), unit: "" },
    { name: "characters shown at its end", value: median(answers.map(({ characters }) => characters)), unit: "" },
    {
      name: "peak heap of the command's worker",
      value: Math.max(...answers.map(({ peakHeapMb }) => peakHeapMb)),
      unit: "MB",
      limit: HEAP_LIMIT_MB,
    },
    { name: "bundle load to first view", value: median(runs.map(({ firstViewMs }) => firstViewMs)), unit: "ms" },
  ];
}

/** Reads one answer and drops it. Gives the CPU time, milliseconds. */
async function plainFetch(baseUrl: string): Promise<number> {
  const start = process.cpuUsage();
  const response = await fetch(`${baseUrl}/chat/completions`, { method: "POST", body: "{}" });
  const reader = response.body?.getReader();
  while ((await reader?.read())?.done === false);
  return cpuSince(start);
}

async function runCommand(baseUrl: string): Promise<CommandRun> {
  const supportPath = await mkdtemp(join(tmpdir(), "orbit-bench-"));
  const worker = new Worker(join(import.meta.dirname, "stream", "command-worker.ts"), {
    workerData: { bundle: BUNDLE, supportPath, baseUrl, answers: ANSWERS_A_WINDOW },
    execArgv: ["--import", "tsx", "--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
  });
  try {
    return commandRun.parse((await once(worker, "message"))[0]);
  } finally {
    await worker.terminate();
    await rm(supportPath, { recursive: true, force: true });
  }
}

function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
