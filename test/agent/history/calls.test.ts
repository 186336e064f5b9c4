import { describe, expect, it } from "vitest";
import { callResult, callSummary, withEdits } from "../../../src/agent/history/call-result";
import { callStatus, type CallStatus } from "../../../src/agent/history/call-status";
import { isSettled, mayReplace, type CallRow, type CallState } from "../../../src/agent/history/calls";
import { RISKS, type Risk } from "../../../src/agent/tool/risk";

const form = { title: "Write “list”", message: "", fields: [], confirmLabel: "Write" };
const approval = { form, input: {}, digest: "d" };
const STATES: CallState[] = [
  { type: "announced" },
  { type: "awaiting_approval", since: 0, approval },
  { type: "awaiting_answer", since: 0, question: { text: "Which one?", choices: [], freeText: true } },
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

describe("C6 of two windows the first decision counts", () => {
  const mayGo = (from: CallState, to: CallState) => mayReplace(callIn(from), callIn(to));
  const form: CallState = { type: "awaiting_approval", since: 5, approval };
  const yes = (decision: string): CallState => ({ type: "approved", at: 6, approval, edits: {}, since: 5, decision });

  it("so that another Run or a Cancel that comes later changes nothing", () => {
    expect(mayGo(form, yes("first"))).toBe(true);
    expect(mayGo(yes("first"), yes("first"))).toBe(true);
    expect(mayGo(yes("first"), yes("second"))).toBe(false);
    expect(mayGo(yes("first"), { type: "declined", at: 7, decision: "second" })).toBe(false);
    expect(mayGo({ type: "declined", at: 6, decision: "first" }, yes("second"))).toBe(false);
  });

  it.each<[string, (decision: string) => CallState]>([
    ["runs it", (decision) => ({ type: "intent", at: 7, by: "i", decision })],
    ["shows the form again", (after) => ({ type: "awaiting_approval", since: 7, approval, after })],
    ["ends it", (after) => ({ type: "expired", at: 7, after })],
  ])("and only who has seen it %s", (_name, next) => {
    expect(mayGo(yes("first"), next("first"))).toBe(true);
    expect(mayGo(yes("first"), next("second"))).toBe(false);
  });

  it("also where it was stored before decisions had ids", () => {
    const old: CallState = { type: "approved", at: 6, approval, edits: {} };
    expect(mayGo(old, { type: "declined", at: 7 })).toBe(false);
    expect(mayGo(old, { type: "intent", at: 7, by: "i" })).toBe(true);
  });

  it("and nothing runs before it is stored", () => {
    expect(mayGo(form, { type: "intent", at: 7, by: "i", decision: "first" })).toBe(false);
  });

  it("and a word on an older form does not count for the one that is shown now", () => {
    const shownAgain: CallState = { type: "awaiting_approval", since: 9, approval: { ...approval, digest: "e" } };
    expect(mayGo(shownAgain, yes("on the old one"))).toBe(false);
    const onNewer = { ...approval, digest: "f" };
    expect(mayGo(shownAgain, { type: "approved", at: 11, approval: onNewer, edits: {}, since: 10 })).toBe(true);
  });

  it("and so does the first answer to a question", () => {
    const answer = (text: string): CallState => ({
      type: "result",
      at: 0,
      text,
      isError: false,
      ran: true,
      summary: "",
    });
    const question = STATES.find(({ type }) => type === "awaiting_answer") ?? form;
    expect(mayGo(question, answer("a"))).toBe(true);
    expect(mayGo(answer("a"), answer("b"))).toBe(false);
    expect(mayGo({ type: "declined", at: 0 }, answer("b"))).toBe(false);
  });
});

describe("C6 the status of a call", () => {
  const result = (more: object): CallState => ({
    type: "result",
    at: 0,
    text: "",
    isError: false,
    ran: true,
    summary: "",
    ...more,
  });
  const named = (type: CallState["type"]) => STATES.find((state) => state.type === type) ?? result({});

  it.each<[string, CallState, CallStatus, CallStatus]>([
    ["announced", named("announced"), "running", "interrupted"],
    ["approved", named("approved"), "running", "interrupted"],
    ["intent", named("intent"), "running", "interrupted"],
    ["a form", named("awaiting_approval"), "waiting", "waiting"],
    ["a question", named("awaiting_answer"), "waiting", "waiting"],
    ["declined", named("declined"), "declined", "declined"],
    ["expired", named("expired"), "expired", "expired"],
    ["unknown", named("unknown"), "unknown", "unknown"],
    ["a result", result({}), "completed", "completed"],
    ["an error", result({ isError: true }), "failed", "failed"],
    ["a refusal", result({ isError: true, ran: false }), "not_run", "not_run"],
    ["a read that was stopped", result({ isError: true, cancelled: true }), "cancelled", "cancelled"],
  ])("%s", (_name, state, inRun, otherwise) => {
    expect(callStatus(callIn(state), { isRunning: true })).toBe(inRun);
    expect(callStatus(callIn(state), { isRunning: false })).toBe(otherwise);
  });
});

describe("C6 what the model is told of edited values", () => {
  const unknown = (editedInput: CallRow["editedInput"]): CallRow => ({
    ...callIn({ type: "unknown", at: 0, reason: "crashed" }),
    ...(editedInput && { editedInput }),
  });

  it("stands before the text, also where nobody knows what came of it", () => {
    expect(callResult(unknown({ text: "milk", name: "list" })).content).toMatch(
      /^The person edited the values before saying yes\. What ran: \{"name":"list","text":"milk"\}\n\nIt is unknown/,
    );
    expect(callResult(unknown(undefined)).content).toMatch(/^It is unknown/);
  });

  it("is bounded, each value and all of them", () => {
    const long = withEdits({ editedInput: { text: "x".repeat(10_000), name: "list" } }, "Done.");
    expect(long).toBe(
      `The person edited the values before saying yes. What ran: {"name":"list","text":"${"x".repeat(500)}…"}\n\nDone.`,
    );
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, "y".repeat(400)]));
    const told = withEdits({ editedInput: many }, "Done.");
    expect([told.length < 4_200, told.endsWith("…\n\nDone.")]).toEqual([true, true]);
  });
});

describe("what the status row of a call says", () => {
  it.each<[CallState["type"], string]>([
    ["announced", "Writing…"],
    ["awaiting_approval", "Write “list”"],
    ["awaiting_answer", "Which one?"],
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

describe("C7 a question that the person does not answer", () => {
  it("is told as that, not as an action that they declined", () => {
    const question = callIn({ type: "declined", at: 0 }, "read");
    expect(callResult(question)).toEqual({
      content: "The person did not answer this question. Go on without the answer, or say what you need it for.",
      isError: false,
    });
    expect(callSummary(question)).toBe("You did not answer");
  });
});
