/** How a piece of work ended, as seen by somebody who did not wait longer than agreed. */
export type Settled<Value> =
  { type: "done"; value: Value } | { type: "failed"; error: unknown } | { type: "timed_out" } | { type: "stopped" };

/**
 * Runs work with a deadline (milliseconds) and a stop signal. Returns at once when either comes, even if the work ignores
 * its own signal: it is then left to end by itself, and what it returns late is dropped (mastra-ai/mastra#20835).
 */
export async function runWithDeadline<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Settled<Value>> {
  if (signal.aborted) return { type: "stopped" };
  const controller = new AbortController();
  return new Promise((resolve) => {
    const settle = (settled: Settled<Value>) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onStop);
      resolve(settled);
      if (settled.type === "timed_out" || settled.type === "stopped") controller.abort();
    };
    const onStop = () => settle({ type: "stopped" });
    const timer = setTimeout(() => settle({ type: "timed_out" }), deadlineMs);
    signal.addEventListener("abort", onStop, { once: true });
    Promise.resolve()
      .then(() => work(controller.signal))
      .then(
        (value) => settle({ type: "done", value }),
        (error: unknown) => settle({ type: "failed", error }),
      );
  });
}
