import { describe, expect, it } from "vitest";
import { createLoop, decide, newSurroundings, send, settle } from "./support/create-loop";
import {
  answers,
  callsTools,
  deltas,
  scriptedProvider,
  type ScriptedProvider,
  type Step,
} from "./support/scripted-provider";
import type { StoreFaults } from "./support/memory-store";
import { toldResults } from "./support/wire-view";

const HOUR = 60 * 60 * 1000;
const INTERRUPTED = "warning: Orbit was closed before this request was finished. [retry]";
const write = callsTools([{ id: "w", name: "write_note", input: { name: "a", text: "b" } }]);

/** A chat that another window left behind after these turns; the last may hang. */
async function leftBehind(...script: Step[][]) {
  const surroundings = newSurroundings();
  const { loop } = createLoop({ script, surroundings });
  void send(loop, "Do it.");
  await settle();
  return surroundings;
}

describe("a chat that is opened again", () => {
  it("shows what it showed, and goes on with the same prompt and tools even where both would differ now", async () => {
    const surroundings = newSurroundings();
    const first = createLoop({
      script: [callsTools([{ id: "a", name: "find_notes", input: { query: "tax" } }]), answers("One.")],
      surroundings,
    });
    await send(first.loop, "First?");
    surroundings.clock.now += 2 * HOUR;
    surroundings.world.tools = surroundings.world.tools
      .slice(0, 2)
      .map((tool) => ({ ...tool, description: "New words." }));

    const second = createLoop({ script: [answers("Two.")], surroundings });
    expect(await second.loop.openLatest("recent")).toBe(true);
    expect(second.rows()).toEqual(first.rows());
    expect(await send(second.loop, "Second?")).toEqual({ type: "answered" });
    const [before, after] = [first.provider.requests[1], second.provider.requests[0]];
    expect([after?.systemPrompt, after?.tools]).toEqual([before?.systemPrompt, before?.tools]);
    expect(JSON.stringify(after?.messages)).toContain(JSON.stringify(before?.messages).slice(1, -1));
  });

  it("offers no tool that came after its first request", async () => {
    const surroundings = newSurroundings();
    const all = surroundings.world.tools;
    surroundings.world.tools = all.slice(1, 2);
    await send(createLoop({ script: [answers("One.")], surroundings }).loop, "First?");
    surroundings.world.tools = all;
    const second = createLoop({
      script: [callsTools([{ id: "a", name: "find_notes", input: { query: "x" } }]), answers("Two.")],
      surroundings,
    });
    await second.loop.openLatest("any");
    await send(second.loop, "Second?");
    expect(toldResults(second.lastView())["a"]).toBe(
      "NOT run: find_notes is not one of this chat's tools. It can be used in a new chat.",
    );
    expect(surroundings.world.runs).toEqual([]);
  });

  it("ends a half answer as interrupted, and says that the request was not finished", async () => {
    const surroundings = newSurroundings();
    const aSecond: Step = { type: "wait", until: () => Promise.resolve((surroundings.clock.now += 1_000)) };
    const first = createLoop({
      script: [[...deltas(["Half"]), aSecond, ...deltas([" an"]), { type: "hang" }]],
      surroundings,
    });
    void send(first.loop, "Do it.");
    await settle();
    const { loop, rows } = createLoop({ script: [answers("Whole.")], surroundings });
    await loop.openLatest("any");
    expect(rows()).toEqual(["user: Do it.", "answer (interrupted): Half an", INTERRUPTED]);
    await loop.retry();
    expect(rows()).toEqual(["user: Do it.", "answer (complete): Whole."]);
  });

  it("says once that a request was not finished, however often it is opened", async () => {
    const surroundings = await leftBehind([{ type: "hang" }]);
    for (let opening = 0; opening < 2; opening += 1) {
      const { loop, rows } = createLoop({ surroundings });
      await loop.openLatest("any");
      expect(rows()).toEqual(["user: Do it.", INTERRUPTED]);
    }
  });

  it("says what ended a request where the crash came before its notice; there is nothing to try again", async () => {
    const many = Array.from({ length: 16 }, (_, index) => ({
      id: `c${index}`,
      name: "find_notes",
      input: { query: "x" },
    }));
    const surroundings = newSurroundings();
    const first = createLoop({ script: [callsTools(many)], surroundings });
    await send(first.loop, "Do it.");
    const [rows = new Map<string, string>()] = surroundings.disk.values();
    for (const [key, text] of rows) if (text.includes('"notice"')) rows.delete(key);
    const second = createLoop({ surroundings });
    await second.loop.openLatest("any");
    expect(second.rows().at(-1)).toBe(first.rows().at(-1));
    expect(second.rows().at(-1)).toContain("Orbit stopped after 15 tool calls.");
    expect(second.loop.snapshot().canRetry).toBe(false);
    expect(await second.loop.retry()).toBeUndefined();
  });

  it("is not tried again where damage took its question: there would be nothing to send", async () => {
    const surroundings = await leftBehind([{ type: "hang" }]);
    const [rows = new Map<string, string>()] = surroundings.disk.values();
    for (const key of rows.keys()) if (key.startsWith("message ")) rows.delete(key);
    const { loop, provider } = createLoop({ surroundings });
    await loop.openLatest("any");
    expect(loop.snapshot().canRetry).toBe(false);
    expect(await loop.retry()).toBeUndefined();
    expect(provider.requests).toEqual([]);
  });

  it("ends with a form where damage took every question: there is nothing to send until the next one", async () => {
    const surroundings = await leftBehind(write);
    const [stored = new Map<string, string>()] = surroundings.disk.values();
    for (const [key, text] of stored) if (key.startsWith("message ") && text.includes('"user"')) stored.delete(key);
    const { loop, provider, rows, waitingCall, expectValidWireView } = createLoop({
      script: [answers("Yes.")],
      surroundings,
    });
    await loop.openLatest("any");
    expect(await decide(loop, waitingCall(), { type: "run", edits: {} })).toEqual({ type: "failed" });
    expect([surroundings.world.runs.length, provider.requests]).toEqual([1, []]);
    expect(rows().slice(1)).toEqual([
      "call: write_note result",
      "error: The questions of this chat are damaged, so this cannot go on. Ask anew.",
    ]);
    expect(await send(loop, "And now?")).toEqual({ type: "answered" });
    expectValidWireView();
  });

  it("is not opened where there is none of that id", async () => {
    const { loop } = createLoop();
    expect(await loop.open("nothing")).toBe(false);
    expect(loop.snapshot().header).toBeUndefined();
  });

  it("stops what runs in the chat that was open", async () => {
    const surroundings = await leftBehind(answers("Done."));
    const [chatId = ""] = surroundings.disk.keys();
    const { loop, rows } = createLoop({ script: [[{ type: "hang" }]], surroundings });
    const sent = send(loop, "Other?");
    await settle();
    await loop.open(chatId);
    expect([await sent, rows()]).toEqual([{ type: "stopped" }, ["user: Do it.", "answer (complete): Done."]]);
  });
});

describe("a window that closes", () => {
  it("ends the stream at once and leaves the chat as it is stored", async () => {
    const surroundings = newSurroundings();
    let isHungUp = false;
    const provider: ScriptedProvider = {
      ...scriptedProvider([]),
      async *stream(_request, signal) {
        signal.addEventListener("abort", () => (isHungUp = true));
        yield { type: "text_delta", text: "Half" };
        await new Promise(() => undefined);
      },
    };
    const first = createLoop({ surroundings, provider });
    void send(first.loop, "Go.");
    await settle();
    await first.loop.close();
    expect(isHungUp).toBe(true);

    const second = createLoop({ surroundings });
    await second.loop.openLatest("recent");
    expect(second.rows()).toEqual(["user: Go.", INTERRUPTED]);
  });

  it("does not start what had not begun, and does not settle a form that waits", async () => {
    const surroundings = await leftBehind(write);
    const first = createLoop({ surroundings });
    await first.loop.openLatest("recent");
    const decided = decide(first.loop, first.waitingCall(), { type: "run", edits: {} });
    await first.loop.close();
    await decided;
    expect(surroundings.world.runs).toEqual([]);

    const second = createLoop({ surroundings });
    await second.loop.openLatest("recent");
    expect(second.loop.snapshot().status).toBe("awaiting_approval");
  });
});

describe("a form whose window closed", () => {
  it("waits when the chat opens again, and Run goes on with the request", async () => {
    const surroundings = await leftBehind(write);
    const { loop, waitingCall, rows, expectValidWireView } = createLoop({ script: [answers("Done.")], surroundings });
    surroundings.clock.now += 11 * HOUR;
    await loop.openLatest("recent");
    expect([loop.snapshot().status, rows()]).toEqual([
      "awaiting_approval",
      ["user: Do it.", "call: write_note awaiting_approval"],
    ]);
    expect(await decide(loop, waitingCall(), { type: "run", edits: { text: "c" } })).toEqual({ type: "answered" });
    expect([...surroundings.world.notes]).toEqual([["a", "c"]]);
    expectValidWireView();
  });

  it("is asked for again, with what was typed, where the word came but nothing had begun", async () => {
    const surroundings = newSurroundings();
    const faults: StoreFaults = {};
    const first = createLoop({ script: [write], surroundings, faults });
    await send(first.loop, "Do it.");
    faults.death = { save: first.store.saves.length + 1, kept: true };
    void decide(first.loop, first.waitingCall(), { type: "run", edits: { text: "typed" } });
    await first.store.died;
    const { loop, calls, waitingCall } = createLoop({ script: [answers("Done.")], surroundings });
    await loop.openLatest("any");
    expect([loop.snapshot().status, waitingCall(), surroundings.world.runs]).toEqual([
      "awaiting_approval",
      first.calls()[0]?.id,
      [],
    ]);
    expect(calls()[0]?.state).toMatchObject({ approval: { edits: { text: "typed" } } });
  });

  it("ends after 24 hours; the next question tells the model that nothing ran", async () => {
    const surroundings = await leftBehind(write);
    surroundings.clock.now += 24 * HOUR + 1;
    const { loop, rows, lastView } = createLoop({ script: [answers("Next.")], surroundings });
    await loop.openLatest("any");
    expect([loop.snapshot().status, rows().slice(1)]).toEqual(["idle", ["call: write_note expired", INTERRUPTED]]);
    await send(loop, "And now?");
    expect(toldResults(lastView())["w"]).toMatch(/^NOT run/);
    expect(surroundings.world.runs).toEqual([]);
  });
});

describe("the chat that comes back by itself", () => {
  const opened = async (surroundings = newSurroundings(), which: "waiting" | "recent" | "any" = "recent") => {
    const harness = createLoop({ surroundings });
    return (await harness.loop.openLatest(which)) ? harness.rows()[0] : undefined;
  };

  it("is none where there is none", async () => {
    expect(await opened()).toBeUndefined();
  });

  it("is the newest, for 12 hours; any age where that is asked for", async () => {
    const surroundings = newSurroundings();
    await send(createLoop({ script: [answers("1")], surroundings }).loop, "Old?");
    surroundings.clock.now += HOUR;
    await send(createLoop({ script: [answers("2")], surroundings }).loop, "New?");
    surroundings.clock.now += 12 * HOUR;
    expect(await opened(surroundings)).toBe("user: New?");
    surroundings.clock.now += 1;
    expect(await opened(surroundings)).toBeUndefined();
    expect(await opened(surroundings, "any")).toBe("user: New?");
  });

  it("is only one whose form waits, where that is asked for", async () => {
    const answered = newSurroundings();
    await send(createLoop({ script: [answers("1")], surroundings: answered }).loop, "Old?");
    expect(await opened(answered, "waiting")).toBeUndefined();
    expect(await opened(await leftBehind(write), "waiting")).toBe("user: Do it.");
  });

  it("is one whose form still waits, for 24 hours", async () => {
    const surroundings = await leftBehind(write);
    surroundings.clock.now += 23 * HOUR;
    expect(await opened(surroundings)).toBe("user: Do it.");
    surroundings.clock.now += 2 * HOUR;
    expect(await opened(surroundings)).toBeUndefined();
  });

  it("is not one that was left with New Chat, until somebody goes on with it", async () => {
    const surroundings = newSurroundings();
    const first = createLoop({ script: [answers("1")], surroundings });
    await send(first.loop, "First?");
    await first.loop.newChat();
    expect(await opened(surroundings)).toBeUndefined();
    const [chatId = ""] = surroundings.disk.keys();
    const second = createLoop({ script: [answers("2")], surroundings });
    await second.loop.open(chatId);
    await send(second.loop, "Second?");
    expect(await opened(surroundings)).toBe("user: First?");
  });
});
