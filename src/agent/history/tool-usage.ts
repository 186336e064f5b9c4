import type { CallRow } from "./calls";

/** What calls of tools cost together: time without any waiting, UTF-8 bytes of arguments and of texts for the model. */
export type Usage = {
  calls: number;
  succeeded: number;
  /** From 0 to 1. */
  successRate: number;
  durationMs: number;
  meanDurationMs: number;
  inputBytes: number;
  outputBytes: number;
};

/** The same for one tool, by its registered name. */
export type ToolUsage = Usage & { tool: string };

/**
 * What the calls that ran have cost, tool by tool, in the order in which the tools were first used. A call that the person
 * stopped says nothing of its tool and does not count; one with an unknown outcome counts as not succeeded.
 */
export function toolUsage(calls: Iterable<CallRow>): ToolUsage[] {
  const byTool = Map.groupBy([...calls].filter(hasRun), ({ tool }) => tool);
  return [...byTool].map(([tool, ran]) => ({ tool, ...usageOf(ran) }));
}

/** What the calls have cost, all tools together. */
export function totalUsage(calls: Iterable<CallRow>): Usage {
  return usageOf([...calls].filter(hasRun));
}

function usageOf(calls: readonly CallRow[]): Usage {
  const metrics = calls.flatMap(metricsOf);
  const succeeded = calls.filter(({ state }) => state.type === "result" && state.ran && !state.isError).length;
  const durationMs = sum(metrics.map((each) => each.durationMs));
  return {
    calls: calls.length,
    succeeded,
    successRate: calls.length === 0 ? 0 : succeeded / calls.length,
    durationMs,
    meanDurationMs: calls.length === 0 ? 0 : durationMs / calls.length,
    inputBytes: sum(metrics.map((each) => each.inputBytes)),
    outputBytes: sum(metrics.map((each) => each.outputBytes)),
  };
}

function hasRun(call: CallRow): boolean {
  const isCancelled = call.state.type === "result" && call.state.cancelled === true;
  return metricsOf(call).length > 0 && !isCancelled;
}

function metricsOf({ state }: CallRow) {
  const metrics = state.type === "result" || state.type === "unknown" ? state.metrics : undefined;
  return metrics === undefined ? [] : [metrics];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
