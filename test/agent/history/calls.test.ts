import { describe, expect, it } from "vitest";
import { callResult, callSummary } from "../../../src/agent/history/call-result";
import { isSettled, mayReplace, type CallRow, type CallState } from "../../../src/agent/history/calls";
import { RISKS, type Risk } from "../../../src/agent/tool/risk";

const form = { title: "Write “list”", message: "", fields: [], confirmLabel: "Write" };
const approval = { form, input: {}, digest: "d" };
const STATES: CallState[] = [
  { type: "announced" },
  { type: "awaiting_approval", since: 0, approval },
  { type: "approved", at: 0, approval, edits: {} },
  { type: "declined", at: 0 },
  { type: "expired", at: 0 },
  { type: "intent", at: 0, by: "i" },
  { type: "result", at: 0, text: "Done.", isError: false, ran: true, summary: "Wrote it" },
  { type: "unknown", at: 0, reason: "crashed" },
];
const callIn = (state: CallState, risk: Risk = "write"): CallRow => ({
  id: "c",
  requestId: "r",
  messageId: "m",
  index: 0,
  tool: "write_note",
  risk,
  input: {},
  label: "Writing…",
  state,
});

describe("the states of a call", () => {
  const mayGo = (from: CallState, to: CallState) => mayReplace(callIn(from), callIn(to));

  it("end in one that nothing else follows", () => {
    for (const from of STATES) {
      const isEnd = STATES.every((to) => to === from || !mayGo(from, to));
      expect({ from: from.type, isEnd }).toEqual({ from: from.type, isEnd: isSettled(callIn(from)) });
    }
  });

  it("never go back to one from which the call would run again", () => {
    const intent: CallState = { type: "intent", at: 0, by: "i" };
    expect(STATES.filter((to) => mayGo(intent, to)).map(({ type }) => type)).toEqual(["intent", "result", "unknown"]);
    expect(mayGo(intent, { ...intent, by: "another attempt" })).toBe(false);
  });

  it("never tell a call as not run that somebody has started", () => {
    const notRun: CallState = {
      type: "result",
      at: 1,
      text: "NOT run.",
      isError: true,
      ran: false,
      summary: "Not run",
    };
    expect(mayGo({ type: "intent", at: 0, by: "i" }, notRun)).toBe(false);
    expect(mayGo({ type: "approved", at: 0, approval, edits: {} }, notRun)).toBe(true);
  });
});

describe("what the status row of a call says", () => {
  it.each<[CallState["type"], string]>([
    ["announced", "Writing…"],
    ["awaiting_approval", "Write “list”"],
    ["approved", "Writing…"],
    ["declined", "Not run: you said no"],
    ["expired", "Not run: the request ended"],
    ["intent", "Writing…"],
    ["result", "Wrote it"],
    ["unknown", "Orbit closed while this ran, so the outcome is unknown"],
  ])("%s", (type, words) => {
    expect(STATES.filter((state) => state.type === type).map((state) => callSummary(callIn(state)))).toEqual([words]);
  });

  it.each(["timed_out", "stopped", "failed"] as const)("says why the outcome is unknown: %s", (reason) => {
    expect(callSummary(callIn({ type: "unknown", at: 0, reason }))).toMatch(/, so the outcome is unknown$/);
  });
});

describe("a call that ended with its request", () => {
  it("is told as not run only where its intent would have been stored before", () => {
    const risks = Object.keys(RISKS) as Risk[];
    const told = risks.filter((risk) =>
      callResult(callIn({ type: "expired", at: 0 }, risk)).content.startsWith("NOT run"),
    );
    expect(told).toEqual(risks.filter((risk) => RISKS[risk].changes));
  });
});
