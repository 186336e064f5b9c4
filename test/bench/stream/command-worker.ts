import { parentPort, workerData } from "node:worker_threads";
import { getHeapStatistics } from "node:v8";
import * as z from "zod";
import { launch } from "../../host/launch";
import { loadBundle } from "../../host/bundle";

/** What the worker needs: the bundle of the command, its data folder, and the server to ask. */
const job = z.object({ bundle: z.string(), supportPath: z.string(), baseUrl: z.string() }).parse(workerData);

const MEGABYTE = 1024 * 1024;
const QUESTION = "Count";

/** Runs the command as Raycast does, in a worker, asks once, and tells the time to the first view and the peak heap. */
async function main(): Promise<void> {
  const started = performance.now();
  const window = launch(loadBundle(job.bundle), {
    supportPath: job.supportPath,
    preferences: { provider: "openai", openaiBaseUrl: job.baseUrl, openaiModel: "bench" },
  });
  await window.until(() => window.items.length > 0);
  const firstViewMs = performance.now() - started;

  let peak = 0;
  let redraws = 0;
  const look = () => (peak = Math.max(peak, getHeapStatistics().used_heap_size));
  const timer = setInterval(look, 5);
  window.subscribe(() => {
    redraws += 1;
    look();
  });
  parentPort?.postMessage({ type: "ready", firstViewMs });
  window.type(QUESTION);
  window.press("Ask");
  await window.until(() => !window.isLoading && window.markdown.length > 0 && redraws > 1, 120_000);
  clearInterval(timer);
  parentPort?.postMessage({ type: "done", peakHeapMb: peak / MEGABYTE, redraws, characters: window.markdown.length });
  window.close();
}

void main();
