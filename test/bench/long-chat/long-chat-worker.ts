import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod";
import { loadBundle } from "../../host/command/bundle";
import { launch } from "../../host/command/launch";
import { watchHeap } from "../heap-meter";

/** What the worker needs: the bundle of the command, its data folder with the chat, and the server. */
const job = z.object({ bundle: z.string(), supportPath: z.string(), baseUrl: z.string() }).parse(workerData);

const QUESTION = "Count";

/** Opens the command as Raycast does, in a worker, on a chat that is there, asks in it, and tells what that took. */
async function main(): Promise<void> {
  const heap = watchHeap();
  const started = performance.now();
  const window = launch(loadBundle(job.bundle), {
    supportPath: job.supportPath,
    preferences: {
      provider: "openai",
      openaiBaseUrl: job.baseUrl,
      openaiModel: "bench",
      // All of the chat goes along.
      contextWindow: "10m",
    },
  });
  await window.until(() => !window.isLoading && window.items.length > 0, 120_000);
  const openedMs = performance.now() - started;
  const openedHeapMb = heap.end();

  const streaming = watchHeap();
  const unsubscribe = window.subscribe(streaming.look);
  window.type(QUESTION);
  window.press("Ask");
  await window.until(() => window.isLoading, 120_000);
  await window.until(() => !window.isLoading, 120_000);
  unsubscribe();
  const { length: characters } = window.markdown;
  parentPort?.postMessage({ openedMs, openedHeapMb, streamedHeapMb: streaming.end(), characters });
  window.close();
}

void main();
