import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/agent/limits";
import { AgentLoop } from "../../src/agent/loop";
import { ToolRegistry } from "../../src/agent/tool/registry";
import { NOW, createLoop, send, settle } from "./support/create-loop";
import { memoryImages } from "./support/memory-images";
import { memoryMemory } from "./support/memory-memory";
import { answers, callsTools, deltas, ends, type Step, withUsage } from "./support/scripted-provider";

const look = (id: string, query: string) => ({ id, name: "find_notes", input: { query } });

describe("one question, one answer", () => {
  it("shows the question, streams the answer into one row, and stores both", async () => {
    const { loop, rows, store, surroundings, expectValidWireView } = createLoop({
      script: [answers("Two ", "notes.")],
    });

    expect(await send(loop, "  How many notes?  ")).toEqual({ type: "answered" });
    expect(rows()).toEqual(["user: How many notes?", "answer (complete): Two notes."]);
    expectValidWireView();

    const [chatId = ""] = surroundings.disk.keys();
    const stored = await store.load(chatId);
    expect(stored?.chat.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(stored?.chat.rows).toEqual(loop.snapshot().rows);
  });

  it("puts the time and what was typed into two blocks of one user message", async () => {
    const { loop, provider } = createLoop({ script: [answers("Yes.")] });
    await send(loop, "Is it late?");
    expect(provider.requests[0]?.messages).toEqual([
      {
        role: "user",
        content: [
          {
            type: "text",
            text: "<orbit_context>\nCurrent time: 2026-09-28T21:30:00+02:00 (Monday, time zone Europe/Berlin)\n</orbit_context>",
          },
          { type: "text", text: "Is it late?" },
        ],
      },
    ]);
  });

  it("keeps the turn exactly as the provider gave it, reasoning included", async () => {
    const content = [
      { type: "thinking" as const, text: "Hm.", signature: "sig" },
      { type: "text" as const, text: "Yes." },
    ];
    const { loop, lastView } = createLoop({ script: [[ends(content)], answers("Still yes.")] });
    await send(loop, "Sure?");
    await send(loop, "Really?");
    expect(lastView()[1]).toEqual({ role: "assistant", content });
  });

  it("tells of every delta as an event and holds the text so far in the snapshot", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const script = [
      [
        ...deltas(["One", " two"]),
        { type: "wait" as const, until: () => promise },
        ...answers(" three").slice(0, 1),
        ends([{ type: "text", text: "One two three" }]),
      ],
    ];
    const { loop, rows, events } = createLoop({ script });
    const sent = send(loop, "Count.");
    await settle();
    expect(rows()).toEqual(["user: Count.", "answer (streaming): One two"]);
    expect(loop.snapshot().status).toBe("running");
    resolve(undefined);
    await sent;
    expect(events.flatMap((event) => (event.type === "delta" ? [event.text] : []))).toEqual(["One", " two", " three"]);
    expect(rows()).toEqual(["user: Count.", "answer (complete): One two three"]);
  });

  it("tells which tool is coming while its arguments stream, and stores nothing of it", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const [started, end] = callsTools([{ id: "a", name: "find_notes", input: { query: "tax" } }]);
    const looks = [started, { type: "wait" as const, until: () => promise }, end].filter((step) => step !== undefined);
    const { loop, events } = createLoop({ script: [looks, answers("Done.")] });
    const sent = send(loop, "Look.");
    await settle();
    expect(loop.snapshot().coming).toBe("Find Notes");
    resolve(undefined);
    await sent;
    expect(loop.snapshot().coming).toBeUndefined();
    const told = events.flatMap((event) => (event.type === "coming" ? [event.tool] : []));
    expect(told).toEqual(["Find Notes", undefined]);
  });

  it("stores the partial answer about once a second, not with every delta", async () => {
    const surroundings = createLoop().surroundings;
    const later = () => Promise.resolve((surroundings.clock.now += 300));
    const steps = Array.from({ length: 10 }, (_, index): Step[] => [
      ...deltas([`${index}`]),
      { type: "wait", until: later },
    ]);
    const { loop, store } = createLoop({
      script: [[...steps.flat(), ends([{ type: "text", text: "0123456789" }])]],
      surroundings,
    });
    await send(loop, "Count.");
    const partial = store.saves
      .flat()
      .filter((change) => change.type === "row" && change.row.type === "answer" && change.row.status === "streaming");
    expect(
      partial.map((change) => (change.type === "row" && change.row.type === "answer" ? change.row.text : "")),
    ).toEqual(["01234", "012345678"]);
  });

  it("shows progress notes as rows of their own", async () => {
    const script = [[{ type: "progress_note" as const, text: "Looking around." }, ...answers("Done.")]];
    const { loop, rows } = createLoop({ script });
    await send(loop, "Go.");
    expect(rows()).toEqual(["user: Go.", "progress: Looking around.", "answer (complete): Done."]);
  });

  it("says how long the answer took and which model was asked", async () => {
    const { loop, clock } = createLoop({ script: () => ((clock.now += 1500), answers("Yes.")) });
    await send(loop, "Sure?");
    expect(loop.snapshot().rows[1]).toMatchObject({ durationMs: 1500, model: "made-up-model" });
    expect(loop.snapshot().rows[1]).not.toHaveProperty("usage");
  });

  it("adds up the tokens of the turns of one request, not of the one before", async () => {
    const looks = callsTools([{ id: "a", name: "find_notes", input: { query: "tax" } }]);
    const script = [
      withUsage(answers("Before."), [5, 0, 5]),
      withUsage(looks, [100, 0, 7]),
      withUsage(answers("After."), [20, 100, 30]),
    ];
    const { loop } = createLoop({ script });
    await send(loop, "First?");
    await send(loop, "Second?");
    const usage = loop.snapshot().rows.flatMap((row) => (row.type === "answer" ? [row.usage] : []));
    expect(usage).toEqual([
      { input: 5, cacheRead: 0, cacheWrite: 0, output: 5 },
      { input: 120, cacheRead: 100, cacheWrite: 0, output: 37 },
    ]);
  });
});

describe("what is not sent", () => {
  it("takes no empty question, and none that is too long", async () => {
    const { loop, provider, store } = createLoop({ script: [answers("Yes.")], limits: { maxQuestionLength: 20 } });
    expect(await send(loop, " \n ")).toEqual({ type: "not_sent", reason: "empty" });
    expect(await send(loop, "x".repeat(21))).toEqual({ type: "not_sent", reason: "too_long", maxLength: 20 });
    expect([provider.requests, store.saves, loop.snapshot().rows]).toEqual([[], [], []]);
  });
});

describe("the events and the snapshot", () => {
  it("gives the same snapshot until something changes, and a new one then", async () => {
    const { loop } = createLoop({ script: [answers("Yes.")] });
    const before = loop.snapshot();
    expect(loop.snapshot()).toBe(before);
    const sent = send(loop, "Sure?");
    expect(loop.snapshot()).not.toBe(before);
    await sent;
    expect(loop.snapshot()).toMatchObject({ status: "idle", header: { title: "Sure?" } });
  });

  it("tells the status in order and ends a run with its end", async () => {
    const { loop, events } = createLoop({ script: [answers("Yes.")] });
    await send(loop, "Sure?");
    expect(events.filter(({ type }) => type !== "change" && type !== "delta")).toEqual([
      { type: "chat", chatId: "id1" },
      { type: "status", status: "running" },
      { type: "status", status: "idle" },
    ]);
  });

  it("asks a host that is an object with a state of its own", async () => {
    const { store, provider } = createLoop({ script: [answers("Yes.")] });
    class CountingHost {
      #last = 0;
      now = () => new Date(NOW);
      newId() {
        this.#last += 1;
        return `host${this.#last}`;
      }
    }
    const registry = new ToolRegistry([]);
    const region = () => ({ locale: "en-GB", timeZone: "UTC" });
    const own = new AgentLoop({
      host: new CountingHost(),
      store,
      memory: memoryMemory({ now: NOW }),
      images: memoryImages(),
      registry,
      limits: DEFAULT_LIMITS,
      provider: () => provider,
      region,
    });
    await send(own, "Sure?");
    expect(own.snapshot().rows.map(({ id }) => id.startsWith("host"))).toEqual([true, true]);
  });

  it("stops telling a listener that left", async () => {
    const { loop } = createLoop({ script: [answers("Yes.")] });
    const heard: string[] = [];
    loop.subscribe(({ type }) => heard.push(type))();
    await send(loop, "Sure?");
    expect(heard).toEqual([]);
  });
});

describe("the title and the frozen prompt", () => {
  it.each([
    ["Find my\n  invoices", "Find my invoices"],
    ["x".repeat(60), "x".repeat(60)],
    ["x".repeat(61), `${"x".repeat(59)}…`],
    ["🙂".repeat(61), `${"🙂".repeat(59)}…`],
  ])("makes the title from the first question: %j", async (question, title) => {
    const { loop } = createLoop({ script: [answers("Yes.")] });
    await send(loop, question);
    expect(loop.snapshot().header).toEqual({ id: "id1", title, createdAt: NOW, updatedAt: NOW, left: false });
  });

  it("sends the same prompt and tools with every request, also a day later", async () => {
    const { loop, provider, clock, expectValidWireView } = createLoop({
      script: [callsTools([look("a", "tax")], "I look."), answers("One."), answers("Two.")],
    });
    await send(loop, "First?");
    clock.now += 26 * 60 * 60 * 1000;
    await send(loop, "Second?");
    expectValidWireView();
    expect(provider.requests[2]?.systemPrompt).toContain("The chat began on Monday, 2026-09-28T21:30:00+02:00");
    expect(JSON.stringify(provider.requests[2]?.messages)).toContain("2026-09-29T23:30:00+02:00 (Tuesday");
  });
});
