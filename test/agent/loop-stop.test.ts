import { describe, expect, it } from "vitest";
import { createLoop, decide, newSurroundings, send, settle } from "./support/create-loop";
import {
  answers,
  callsTools,
  deltas,
  scriptedProvider,
  type ScriptedCall,
  type Step,
} from "./support/scripted-provider";
import { toldResults } from "./support/wire-view";

const look = (id: string): ScriptedCall => ({ id, name: "find_notes", input: { query: id } });
const show = (id: string): ScriptedCall => ({ id, name: "show_note", input: { name: id } });
const write = (id: string): ScriptedCall => ({ id, name: "write_note", input: { name: id, text: "x" } });
const hang: Step = { type: "hang" };
const UNKNOWN = /^It is unknown whether this action was carried out/;
const STOPPED = "info: Stopped. [retry]";

/** A request that is on its way, and a second turn for the question after it. */
function started(...turns: Step[][]) {
  const harness = createLoop({ script: [...turns, answers("Next.")] });
  const sent = send(harness.loop, "Do it.");
  const followUp = async () => {
    expect(await send(harness.loop, "And now?")).toEqual({ type: "answered" });
    harness.expectValidWireView();
    return toldResults(harness.lastView());
  };
  return { ...harness, sent, followUp };
}

describe("M2.2 stop", () => {
  it("before the first delta leaves the question, and a notice", async () => {
    const { loop, sent, rows, followUp } = started([hang]);
    await settle();
    await loop.stop();
    expect(await sent).toEqual({ type: "stopped" });
    expect([loop.snapshot().status, rows()]).toEqual(["idle", ["user: Do it.", STOPPED]]);
    await followUp();
  });

  it("before or while the question is stored sends nothing", async () => {
    const early = started([hang]);
    await early.loop.stop();
    expect([await early.sent, early.provider.requests]).toEqual([{ type: "stopped" }, []]);

    let stopped: Promise<void> | undefined;
    const onSave = () => void (stopped ??= loop.stop());
    const { loop, provider, rows } = createLoop({ script: [[hang]], faults: { onSave } });
    expect(await send(loop, "Do it.")).toEqual({ type: "stopped" });
    await stopped;
    expect([provider.requests, rows()]).toEqual([[], ["user: Do it.", STOPPED]]);
  });

  it("while a server is asked how much its model holds, and never says", async () => {
    const provider = { ...scriptedProvider([[hang]]), window: () => new Promise<never>(() => undefined) };
    const { loop, rows } = createLoop({ provider });
    const sent = send(loop, "Do it.");
    await settle();
    await loop.stop();
    expect(await sent).toEqual({ type: "stopped" });
    expect([provider.requests, rows()]).toEqual([[], ["user: Do it.", STOPPED]]);
  });

  it("amid the answer keeps what had arrived, as text", async () => {
    const { loop, sent, rows, lastView, followUp } = started([
      ...deltas(["Half an ", "answer"]),
      { type: "tool_call_started", id: "a", name: "find_notes" },
      hang,
    ]);
    await settle();
    await loop.stop();
    expect(await sent).toEqual({ type: "stopped" });
    expect(rows()).toEqual(["user: Do it.", "answer (stopped): Half an answer", STOPPED]);
    await followUp();
    expect(lastView()[1]).toEqual({ role: "assistant", content: [{ type: "text", text: "Half an answer" }] });
  });

  it("while a read runs ends it at once and answers its call", async () => {
    const { loop, sent, world, followUp } = started(callsTools([{ id: "s", name: "stuck_read" }, look("a")]));
    await settle();
    await loop.stop();
    expect([await sent, world.runs.length]).toEqual([{ type: "stopped" }, 2]);
    expect(await followUp()).toEqual({ s: "The person stopped this call.", a: "Notes about a." });
  });

  it("while something changes says that the outcome is unknown, and that the calls behind it did not run", async () => {
    const { loop, sent, calls, world, followUp } = started(
      callsTools([{ id: "s", name: "stuck_draft" }, show("b"), look("c")]),
    );
    await settle();
    await loop.stop();
    expect(await sent).toEqual({ type: "stopped" });
    expect(calls().map(({ state }) => state.type)).toEqual(["unknown", "expired", "expired"]);
    expect(world.runs.map(({ tool }) => tool)).toEqual(["stuck_draft"]);
    expect(await followUp()).toEqual({
      s: expect.stringMatching(UNKNOWN) as string,
      b: "NOT run: the request ended before this call was started. Nothing was changed.",
      c: "No result: the request ended before this call gave one.",
    });
  });

  it("ignores what a stopped tool returns late", async () => {
    const { loop, sent, calls, world } = started(callsTools([show("a")]));
    const release = world.hold("show_note");
    await settle();
    await loop.stop();
    await sent;
    release();
    await settle();
    expect(calls()[0]?.state).toMatchObject({ type: "unknown", reason: "stopped" });
  });

  it("while a form waits ends the form, and nothing runs", async () => {
    const { loop, sent, rows, world, followUp } = started(callsTools([write("a"), write("b")]));
    await sent;
    await loop.stop();
    expect(loop.snapshot().status).toBe("idle");
    expect(rows()).toEqual(["user: Do it.", "call: write_note expired", "call: write_note expired", STOPPED]);
    expect(world.runs).toEqual([]);
    await followUp();
  });

  it("before an approved call is checked runs nothing", async () => {
    const { loop, sent, waitingCall, world, calls, followUp } = started(callsTools([write("a")]));
    await sent;
    const decided = decide(loop, waitingCall(), { type: "run", edits: {} });
    await loop.stop();
    expect(await decided).toEqual({ type: "stopped" });
    expect([world.runs, calls()[0]?.state.type]).toEqual([[], "expired"]);
    await followUp();
  });

  it("while the intent of a call is stored runs nothing", async () => {
    const surroundings = newSurroundings();
    const stopAt = { intent: () => {} };
    const { loop, world, calls, waitingCall } = createLoop({
      script: [callsTools([write("a")]), answers("Next.")],
      surroundings,
      faults: { onSave: () => stopAt.intent() },
    });
    await send(loop, "Do it.");
    let stopped: Promise<void> | undefined;
    stopAt.intent = () => {
      const isIntent = calls()[0]?.state.type === "intent";
      if (isIntent) stopped ??= loop.stop();
    };
    await decide(loop, waitingCall(), { type: "run", edits: {} });
    await stopped;
    expect(world.runs).toEqual([]);
    expect(calls()[0]?.state).toMatchObject({ type: "unknown", reason: "stopped" });
  });

  it("twice at once does it once", async () => {
    const running = started([hang]);
    await settle();
    await Promise.all([running.loop.stop(), running.loop.stop()]);
    expect(running.rows().filter((row) => row === STOPPED)).toHaveLength(1);

    const waiting = started(callsTools([write("a")]));
    await waiting.sent;
    await Promise.all([waiting.loop.stop(), waiting.loop.stop()]);
    await waiting.loop.stop();
    expect(waiting.rows().filter((row) => row === STOPPED)).toHaveLength(1);
  });

  it("does nothing where nothing runs", async () => {
    const { loop, rows } = createLoop({ script: [answers("Yes.")] });
    await loop.stop();
    await send(loop, "Sure?");
    await loop.stop();
    expect(rows()).toEqual(["user: Sure?", "answer (complete): Yes."]);
  });

  it("is never lost, and leaves a valid view, after any number of microtasks", async () => {
    const script = (): Step[][] => [callsTools([look("a"), show("b"), write("c")], "I look."), answers("Next.")];
    for (let ticks = 0; ticks < 120; ticks += 1) {
      const { loop, sent, world, followUp, rows } = started(...script().slice(0, 1));
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      await loop.stop();
      await sent;
      expect({
        ticks,
        status: loop.snapshot().status,
        stopped: rows().filter((row) => row === STOPPED).length,
      }).toEqual({
        ticks,
        status: "idle",
        stopped: 1,
      });
      expect(world.runs.filter(({ tool }) => tool === "write_note")).toEqual([]);
      if (rows().some((row) => row.startsWith("call:"))) await followUp();
    }
  });
});

describe("a question right after a stop", () => {
  it("is sent as soon as what the stop settled is stored", async () => {
    const { loop, sent, clock, rows } = started(callsTools([write("a")]));
    await sent;
    clock.now += 1000;
    const stopped = loop.stop();
    clock.now += 1000;
    expect(loop.send("Next?").type).toBe("queued");
    await stopped;
    await settle();
    expect(rows().filter((row) => row.startsWith("user"))).toEqual(["user: Do it.", "user: Next?"]);
    expect(rows()).toContain("answer (complete): Next.");
  });
});

describe("a question that is asked while a stop is under way", () => {
  it("is sent once, and can be stopped like any other", async () => {
    const { loop, sent, rows, provider } = started([hang], [hang]);
    await settle();
    const stopped = loop.stop();
    loop.send("Next?");
    await stopped;
    await settle();
    await loop.stop();
    await Promise.all([sent, settle()]);
    expect(rows().slice(-2)).toEqual(["user: Next?", STOPPED]);
    expect([loop.snapshot().status, provider.requests.length]).toEqual(["idle", 2]);
  });

  it("is not sent where it is taken back before; the next one is, and no other window is blamed", async () => {
    const outcomes = new Set<string>();
    for (let ticks = 0; ticks < 60; ticks += 1) {
      const { loop, rows, provider } = started([hang], answers("Next."), answers("Next."));
      await settle();
      const stopped = loop.stop();
      const next = loop.send("Next?");
      loop.send("After?");
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      const text = await loop.withdraw(next.type === "queued" ? next.id : "");
      await stopped;
      await settle();
      const isSent = text === undefined;
      outcomes.add(isSent ? "sent" : "taken back");
      expect({ ticks, rows: rows().slice(1) }).toEqual({
        ticks,
        rows: [
          expect.stringContaining("Stopped."),
          ...(isSent ? ["user: Next?", "answer (complete): Next."] : []),
          "user: After?",
          "answer (complete): Next.",
        ],
      });
      expect(provider.requests).toHaveLength(isSent ? 3 : 2);
    }
    expect([...outcomes].sort()).toEqual(["sent", "taken back"]);
  });

  it("does not outlive the chat that is left", async () => {
    const { loop, sent, rows, provider } = started([hang]);
    await settle();
    const stopped = loop.stop();
    loop.send("Next?");
    await loop.newChat();
    await Promise.all([stopped, sent]);
    await settle();
    expect([rows(), loop.snapshot().status, loop.snapshot().header]).toEqual([[], "idle", undefined]);
    expect(provider.requests).toHaveLength(1);
  });
});

describe("New Chat", () => {
  it("stops what runs, leaves the chat stored, and starts over", async () => {
    const { loop, sent, store, rows, surroundings } = started([...deltas(["Half"]), hang]);
    await settle();
    await loop.newChat();
    expect(await sent).toEqual({ type: "stopped" });
    expect([rows(), loop.snapshot().header]).toEqual([[], undefined]);
    const [chatId = ""] = surroundings.disk.keys();
    const stored = await store.load(chatId);
    expect(stored?.chat.header.left).toBe(true);
    expect(stored?.chat.rows.map(({ type }) => type)).toEqual(["user", "answer", "notice"]);
    expect(await send(loop, "Anew?")).toEqual({ type: "answered" });
    expect(surroundings.disk.size).toBe(2);
  });
});
