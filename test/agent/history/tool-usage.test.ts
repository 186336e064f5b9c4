import { describe, expect, it } from "vitest";
import { totalUsage, toolUsage } from "../../../src/agent/history/tool-usage";
import type { CallRow, CallState } from "../../../src/agent/history/calls";

const call = (tool: string, state: CallState): CallRow => ({
  id: tool,
  requestId: "r",
  messageId: "m",
  index: 0,
  tool,
  risk: "read",
  input: {},
  label: "",
  state,
});

type Result = Extract<CallState, { type: "result" }>;
const result = (durationMs: number, changes: Partial<Result> = {}): CallState => ({
  type: "result",
  at: 0,
  text: "",
  isError: false,
  ran: true,
  summary: "",
  metrics: { durationMs, inputBytes: 10, outputBytes: 100 },
  ...changes,
});

const CALLS = [
  call("find", result(100)),
  call("read", result(30, { isError: true })),
  call("find", result(300)),
  call("write", {
    type: "unknown",
    at: 0,
    reason: "timed_out",
    metrics: { durationMs: 90, inputBytes: 5, outputBytes: 0 },
  }),
  call("find", result(2_000, { cancelled: true, isError: true })),
  // Neither was started, so neither has anything to measure.
  call("find", { type: "result", at: 0, text: "", isError: true, ran: false, summary: "" }),
  call("write", { type: "declined", at: 0 }),
];

describe("C13 what the calls of a chat have cost", () => {
  it("is summed tool by tool: calls that ran, and of those neither the stopped ones", () => {
    expect(toolUsage(CALLS)).toEqual([
      {
        tool: "find",
        calls: 2,
        succeeded: 2,
        successRate: 1,
        durationMs: 400,
        meanDurationMs: 200,
        inputBytes: 20,
        outputBytes: 200,
      },
      {
        tool: "read",
        calls: 1,
        succeeded: 0,
        successRate: 0,
        durationMs: 30,
        meanDurationMs: 30,
        inputBytes: 10,
        outputBytes: 100,
      },
      {
        tool: "write",
        calls: 1,
        succeeded: 0,
        successRate: 0,
        durationMs: 90,
        meanDurationMs: 90,
        inputBytes: 5,
        outputBytes: 0,
      },
    ]);
  });

  it("is summed over all tools", () => {
    expect(totalUsage(toolUsage(CALLS))).toEqual({
      calls: 4,
      succeeded: 2,
      successRate: 0.5,
      durationMs: 520,
      meanDurationMs: 130,
      inputBytes: 35,
      outputBytes: 300,
    });
  });

  it("is nothing where nothing ran", () => {
    expect([toolUsage([]), totalUsage([])]).toEqual([
      [],
      { calls: 0, succeeded: 0, successRate: 0, durationMs: 0, meanDurationMs: 0, inputBytes: 0, outputBytes: 0 },
    ]);
  });
});
