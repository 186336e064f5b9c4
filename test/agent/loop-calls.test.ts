import { describe, expect, it } from "vitest";
import { createLoop, send, settle } from "./support/create-loop";
import { answers, callsTools, type ScriptedCall } from "./support/scripted-provider";
import { toldResults } from "./support/wire-view";

const look = (id: string, query = id): ScriptedCall => ({ id, name: "find_notes", input: { query } });
const show = (id: string): ScriptedCall => ({ id, name: "show_note", input: { name: id } });
const many = (count: number) => Array.from({ length: count }, (_, index) => look(`c${index + 1}`));

describe("tool calls", () => {
  it("runs a call, shows its row, and sends its result with the next request", async () => {
    const { loop, rows, world, provider, expectValidWireView } = createLoop({
      script: [callsTools([look("a", "tax")], "I look."), answers("One note.")],
    });
    expect(await send(loop, "Find tax notes.")).toEqual({ type: "answered" });
    expect(rows()).toEqual([
      "user: Find tax notes.",
      "answer (complete): I look.",
      "call: find_notes result",
      "answer (complete): One note.",
    ]);
    expect(world.runs).toEqual([{ tool: "find_notes", input: { query: "tax", limit: 20 } }]);
    expect(provider.requests[1]?.messages[2]).toEqual({
      role: "user",
      content: [{ type: "tool_result", toolUseId: "a", content: "Notes about tax.", isError: false }],
    });
    expectValidWireView();
  });

  it("runs reads of one turn together, at most six, and sends their results in call order", async () => {
    const { loop, world, lastView, expectValidWireView } = createLoop({
      script: [callsTools(many(8)), answers("Done.")],
    });
    const first = world.hold("find_notes", "c1");
    const others = ["c2", "c3", "c4", "c5", "c6", "c7", "c8"].map((query) => world.hold("find_notes", query));
    const sent = send(loop, "Look everywhere.");
    await settle();
    expect(world.running.now).toBe(6);
    expect(world.runs.map(({ input }) => input["query"])).toEqual(["c1", "c2", "c3", "c4", "c5", "c6"]);
    others.forEach((release) => release());
    await settle();
    expect(world.running).toEqual({ now: 1, most: 6 });
    first();
    await sent;
    expect(Object.values(toldResults(lastView()))).toEqual(many(8).map(({ id }) => `Notes about ${id}.`));
    expectValidWireView();
  });

  it("shows each result as it comes, before the slower ones", async () => {
    const { loop, world, rows } = createLoop({ script: [callsTools(many(2)), answers("Done.")] });
    const release = world.hold("find_notes", "c1");
    const sent = send(loop, "Look.");
    await settle();
    expect(rows().slice(1)).toEqual(["call: find_notes announced", "call: find_notes result"]);
    release();
    await sent;
  });

  it("lets nothing run beside a call that changes something, in the order of arrival", async () => {
    const { loop, world } = createLoop({
      script: [callsTools([look("r1"), show("w1"), look("r2"), show("w2")]), answers("Done.")],
    });
    const releases = [world.hold("find_notes", "r1"), world.hold("show_note", "w1"), world.hold("find_notes", "r2")];
    const began = () => world.runs.map(({ input }) => input["query"] ?? input["name"]);
    const sent = send(loop, "Do it.");
    for (const expected of [["r1"], ["r1", "w1"], ["r1", "w1", "r2"]]) {
      await settle();
      expect([began(), world.running.now]).toEqual([expected, 1]);
      releases.shift()?.();
    }
    await sent;
    expect([began(), world.running.most]).toEqual([["r1", "w1", "r2", "w2"], 1]);
  });

  it("stores the intent of a draft before it runs, and of a read never", async () => {
    const { loop, store, surroundings } = createLoop({
      script: [callsTools([look("r"), show("d")]), answers("Done.")],
    });
    await send(loop, "Do it.");
    const states = store.saves.map((changes) =>
      changes.flatMap((change) => (change.type === "call" ? [`${change.call.tool} ${change.call.state.type}`] : [])),
    );
    expect(states.flat().filter((state) => state.endsWith("intent"))).toEqual(["show_note intent"]);
    expect(surroundings.disk.size).toBe(1);
  });
});

describe("the budget of a request", () => {
  it("runs 15 of 50 calls made at once, answers all, and ends the request with a notice", async () => {
    const { loop, world, rows, calls, expectValidWireView } = createLoop({
      script: [callsTools(many(50)), answers("Later.")],
    });
    expect(await send(loop, "Look everywhere.")).toEqual({ type: "budget_reached" });
    expect(world.runs).toHaveLength(15);
    expect(rows().at(-1)).toBe(
      "warning: Orbit stopped after 15 tool calls. Ask for something narrower, or write what to go on with.",
    );
    expect(calls()[15]?.state).toMatchObject({
      text:
        "NOT run: Orbit runs at most 15 tool calls for one request, and they are used up. " +
        "Make no more of them for it: answer with the results that you have.",
      ran: false,
      isError: true,
    });
    await send(loop, "Go on.");
    expectValidWireView();
  });

  it("lets a model answer that used exactly its 15 calls", async () => {
    const { loop, world } = createLoop({ script: [callsTools(many(15)), answers("Done.")] });
    expect(await send(loop, "Look.")).toEqual({ type: "answered" });
    expect(world.runs).toHaveLength(15);
  });

  it("counts across turns and retries, and begins anew with the next question", async () => {
    const turn = (round: number) => callsTools([1, 2, 3, 4, 5, 6].map((n) => look(`t${round}-${n}`)));
    const { loop, world, expectValidWireView } = createLoop({
      script: [turn(1), [], turn(2), turn(3), turn(4), answers("Done.")],
    });
    expect(await send(loop, "Look.")).toEqual({ type: "failed" });
    expect(await loop.retry()).toEqual({ type: "budget_reached" });
    expect(world.runs).toHaveLength(15);
    expect(await send(loop, "Again.")).toEqual({ type: "answered" });
    expect(world.runs).toHaveLength(21);
    expectValidWireView();
  });

  it("keeps a tool to its own smaller limit", async () => {
    const { loop, world, lastView } = createLoop({
      script: [callsTools([show("a"), show("b"), show("c"), show("d")]), answers("Done.")],
    });
    await send(loop, "Open all.");
    expect(world.runs).toHaveLength(3);
    expect(toldResults(lastView())["d"]).toBe("NOT run: show_note may be called 3 times for one request.");
  });
});

describe("calls of a turn that was cut", () => {
  it.each([
    ["its length limit", { type: "max_tokens" as const }],
    ["the end of its window", { type: "context_window_exceeded" as const }],
  ])("runs none where the reply reached %s, and counts them", async (_name, stopReason) => {
    const cut = () => callsTools(many(4), "I will", stopReason);
    const { loop, world, expectValidWireView } = createLoop({ script: () => cut() });
    expect(await send(loop, "Look.")).toEqual({ type: "budget_reached" });
    expect(world.runs).toEqual([]);
    expectValidWireView();
  });
});

describe("ids", () => {
  it("gives calls with the same or an odd id ids of their own", async () => {
    const { loop, world, expectValidWireView } = createLoop({
      script: [
        callsTools([look("x", "one"), look("x", "two")]),
        callsTools([look("functions.f:0", "three")]),
        answers("Done."),
      ],
    });
    expect(await send(loop, "Look.")).toEqual({ type: "answered" });
    expect(world.runs.map(({ input }) => input["query"])).toEqual(["one", "two", "three"]);
    expectValidWireView();
  });
});
