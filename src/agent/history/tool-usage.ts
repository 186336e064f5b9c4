import type { CallMetrics, CallRow } from "./calls";

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
  return [...byTool].map(([tool, ran]) => ({ tool, ...sumUp(ran.map(usageOf)) }));
}

/** What tools have cost together. */
export function totalUsage(tools: readonly ToolUsage[]): Usage {
  return sumUp(tools);
}

type Summands = Pick<Usage, "calls" | "succeeded" | "durationMs" | "inputBytes" | "outputBytes">;

function sumUp(parts: readonly Summands[]): Usage {
  const sum = (number: keyof Summands) => parts.reduce((total, part) => total + part[number], 0);
  const [calls, succeeded, durationMs] = [sum("calls"), sum("succeeded"), sum("durationMs")];
  return {
    calls,
    succeeded,
    successRate: calls === 0 ? 0 : succeeded / calls,
    durationMs,
    meanDurationMs: calls === 0 ? 0 : durationMs / calls,
    inputBytes: sum("inputBytes"),
    outputBytes: sum("outputBytes"),
  };
}

function usageOf(call: CallRow): Summands {
  const { durationMs = 0, inputBytes = 0, outputBytes = 0 } = metricsOf(call) ?? {};
  const { state } = call;
  const isSuccess = state.type === "result" && state.ran && !state.isError;
  return { calls: 1, succeeded: isSuccess ? 1 : 0, durationMs, inputBytes, outputBytes };
}

function hasRun(call: CallRow): boolean {
  const isCancelled = call.state.type === "result" && call.state.cancelled === true;
  return metricsOf(call) !== undefined && !isCancelled;
}

function metricsOf({ state }: CallRow): CallMetrics | undefined {
  return state.type === "result" || state.type === "unknown" ? state.metrics : undefined;
}
