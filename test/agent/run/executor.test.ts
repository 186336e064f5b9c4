import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RISKS } from "../../../src/agent/tool/risk";
import { createLoop, decide, send } from "../support/create-loop";
import { answers, callsTools } from "../support/scripted-provider";
import { toldResults } from "../support/wire-view";

describe("M2.1 the table of risks", () => {
  it.each([
    ["read", "find_notes", { query: "x" }],
    ["draft", "show_note", { name: "a" }],
    ["write", "write_note", { name: "a", text: "b" }],
    ["destructive", "delete_note", { name: "a" }],
  ] as const)("decides whether a call asks first: %s", async (risk, name, input) => {
    const { loop, calls, world } = createLoop({ script: [callsTools([{ id: "c", name, input }]), answers("Done.")] });
    world.notes.set("a", "text");
    const end = await send(loop, "Go.");
    expect(calls()[0]?.risk).toBe(risk);
    expect(end.type).toBe(RISKS[risk].asks ? "awaiting_approval" : "answered");
    expect(world.runs).toHaveLength(RISKS[risk].asks ? 0 : 1);
  });

  it("says yes for exactly what changes data or deletes", () => {
    const asking = Object.entries(RISKS).flatMap(([risk, { asks }]) => (asks ? [risk] : []));
    expect(asking).toEqual(["write", "destructive"]);
  });
});

describe("M2.2 the deadline of a call", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is 90 seconds, also for a tool that ignores its signal", async () => {
    const { loop, calls, lastView } = createLoop({
      script: [callsTools([{ id: "s", name: "stuck_read" }]), answers("Sorry.")],
    });
    const sent = send(loop, "Go.");
    await vi.advanceTimersByTimeAsync(89_999);
    expect(calls()[0]?.state.type).toBe("announced");
    await vi.advanceTimersByTimeAsync(1);
    expect(await sent).toEqual({ type: "answered" });
    expect(calls()[0]?.state).toMatchObject({ type: "result", ran: true, summary: "Took too long" });
    expect(toldResults(lastView())["s"]).toBe(
      "This took too long and was ended. Ask for less: a narrower search, fewer results.",
    );
  });

  it("leaves the outcome of what changes something unknown, and lets the calls behind it run", async () => {
    const { loop, calls, world } = createLoop({
      script: [
        callsTools([
          { id: "s", name: "stuck_draft" },
          { id: "b", name: "show_note", input: { name: "b" } },
        ]),
        answers("Sorry."),
      ],
    });
    const sent = send(loop, "Go.");
    await vi.advanceTimersByTimeAsync(90_000);
    expect(await sent).toEqual({ type: "answered" });
    expect(calls().map(({ state }) => state.type)).toEqual(["unknown", "result"]);
    expect(calls()[0]?.state).toMatchObject({ reason: "timed_out" });
    expect(world.runs.map(({ tool }) => tool)).toEqual(["stuck_draft", "show_note"]);
  });

  it("can be longer for a tool, never shorter", async () => {
    const { surroundings } = createLoop();
    const tools = surroundings.world.tools;
    surroundings.world.tools = tools.map((tool) => ({ ...tool, deadlineMs: tool.name === "stuck_read" ? 135_000 : 1 }));
    const { loop, calls } = createLoop({
      script: [
        callsTools([
          { id: "s", name: "stuck_read" },
          { id: "d", name: "stuck_draft" },
        ]),
        answers("Sorry."),
      ],
      surroundings,
    });
    const sent = send(loop, "Go.");
    await vi.advanceTimersByTimeAsync(134_999);
    expect(calls().map(({ state }) => state.type)).toEqual(["announced", "announced"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls().map(({ state }) => state.type)).toEqual(["result", "intent"]);
    await vi.advanceTimersByTimeAsync(89_999);
    expect(calls()[1]?.state.type).toBe("intent");
    await vi.advanceTimersByTimeAsync(1);
    await sent;
  });
});

describe("what a tool answers", () => {
  const answering = (text: string) => {
    const { surroundings } = createLoop();
    surroundings.world.tools = surroundings.world.tools.map((tool) =>
      "prepare" in tool ? tool : { ...tool, run: () => Promise.resolve({ text, summary: "Done" }) },
    );
    return createLoop({
      script: [callsTools([{ id: "a", name: "find_notes", input: { query: "x" } }]), answers("Done.")],
      surroundings,
    });
  };

  it.each(["", " \n\t"])("is said to be nothing where it is blank: %j", async (text) => {
    const { loop, lastView } = answering(text);
    await send(loop, "Go.");
    expect(toldResults(lastView())["a"]).toBe("(The tool returned no text.)");
  });

  it("is cut at 45,000 characters as a last safety net", async () => {
    const { loop, lastView } = answering("x".repeat(100_000));
    await send(loop, "Go.");
    expect(toldResults(lastView())["a"]).toBe(
      `${"x".repeat(45_000)}\n[Cut here: the first 45000 characters are shown, there is more.]`,
    );
  });
});

describe("a tool that is gone since the call was made", () => {
  it("answers its call as not available", async () => {
    const first = createLoop({
      script: [callsTools([{ id: "w", name: "write_note", input: { name: "a", text: "b" } }])],
    });
    await send(first.loop, "Write.");
    const { surroundings } = first;
    surroundings.world.tools = surroundings.world.tools.filter(({ name }) => name !== "write_note");
    const { loop, waitingCall, lastView } = createLoop({ script: [answers("Sorry.")], surroundings });
    await loop.openLatest("any");
    expect(await decide(loop, waitingCall(), { type: "run", edits: {} })).toEqual({ type: "answered" });
    expect(toldResults(lastView())["w"]).toBe("NOT run. The tool write_note does not exist any more.");
  });
});
