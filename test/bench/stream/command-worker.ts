import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod";
import { launch } from "../../host/command/launch";
import type { Session } from "../../host/command/session";
import { loadBundle } from "../../host/command/bundle";
import { watchHeap } from "../heap-meter";

/** What the worker needs: the bundle of the command, its data folder, the server, and how often to ask it. */
const job = z
  .object({ bundle: z.string(), supportPath: z.string(), baseUrl: z.string(), answers: z.number() })
  .parse(workerData);

const QUESTION = "Count";

/** Runs the command as Raycast does, in a worker, asks a few times, and tells what that took. */
async function main(): Promise<void> {
  const started = performance.now();
  const window = launch(loadBundle(job.bundle), {
    supportPath: job.supportPath,
    preferences: { provider: "openai", openaiBaseUrl: job.baseUrl, openaiModel: "bench" },
  });
  await window.until(() => window.items.length > 0);
  const firstViewMs = performance.now() - started;
  const answers: Answer[] = [];
  for (let index = 0; index < job.answers; index += 1) {
    answers.push(await askOnce(window));
    // Each in a chat of its own: a follow-up would send the answers before along.
    window.shortcut(["cmd"], "n");
    await window.until(() => window.markdown === "");
  }
  parentPort?.postMessage({ firstViewMs, answers });
  window.close();
}

type Answer = { cpuMs: number; wallMs: number; peakHeapMb: number; redraws: number; characters: number };

/** CPU is the whole process's, whose main thread only waits meanwhile. */
async function askOnce(window: Session): Promise<Answer> {
  let redraws = 0;
  const heap = watchHeap();
  const unsubscribe = window.subscribe(() => {
    redraws += 1;
    heap.look();
  });
  const started = performance.now();
  const before = process.cpuUsage();
  window.type(QUESTION);
  window.press("Ask");
  await window.until(() => !window.isLoading && window.markdown !== "", 120_000);
  const { user, system } = process.cpuUsage(before);
  const peakHeapMb = heap.end();
  unsubscribe();
  return {
    cpuMs: (user + system) / 1_000,
    wallMs: performance.now() - started,
    peakHeapMb,
    redraws,
    characters: window.markdown.length,
  };
}

void main();
