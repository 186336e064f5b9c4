import { readFileSync } from "node:fs";
import type { CDPSession, Page } from "playwright-core";
import * as z from "zod";

const metricsSchema = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** Reads what Chromium counts of a page. */
export interface PageMeter {
  /** The time that the page's main thread has worked so far, milliseconds. */
  cpuMs(): Promise<number>;
  /** What is left after the garbage is collected. */
  left(): Promise<{ readonly heapMb: number; readonly nodes: number }>;
}

/** Starts to count. */
export async function meterPage(page: Page): Promise<PageMeter> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const metric = async (): Promise<(name: string) => number> => {
    const { metrics } = metricsSchema.parse(await session.send("Performance.getMetrics"));
    return (name) => metrics.find((one) => one.name === name)?.value ?? NaN;
  };
  return {
    cpuMs: async () => (await metric())("TaskDuration") * 1_000,
    left: async () => {
      // The first collection finds the elements that nothing holds, the second one frees them.
      for (let times = 0; times < 2; times += 1) await session.send("HeapProfiler.collectGarbage");
      const value = await metric();
      return { heapMb: value("JSHeapUsedSize") / 1_000_000, nodes: value("Nodes") };
    },
  };
}

const TICK_MS = 10;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** The CPU time that a process has used, milliseconds; NaN where the system has no /proc. */
export function processCpuMs(pid: number): number {
  try {
    // What follows the name in brackets: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_MS;
  } catch {
    return NaN;
  }
}
