import { describe, expect, it } from "vitest";
import { isSettled } from "../../src/agent/history/calls";
import type { ProviderRequest } from "../../src/agent/ports/provider";
import { createLoop, decide, newSurroundings, send, type Surroundings } from "./support/create-loop";
import type { StoreFaults } from "./support/memory-store";
import { answers, callsTools, deltas, type ScriptedCall, type Step } from "./support/scripted-provider";
import { expectValidView, toldResults } from "./support/wire-view";

const look = (id: string): ScriptedCall => ({ id, name: "find_notes", input: { query: id } });
const write = (id: string): ScriptedCall => ({ id, name: "write_note", input: { name: id, text: "x" } });

/** Looks twice, opens a note, asks for two writes, answers: the model goes by the results that it sees. */
function model({ messages }: ProviderRequest): Step[] {
  const told = toldResults(messages);
  if (told["r1"] === undefined) return callsTools([look("r1"), look("r2")], "I look.");
  if (told["d1"] === undefined) return callsTools([{ id: "d1", name: "show_note", input: { name: "d1" } }, look("r3")]);
  if (told["yes"] === undefined) return callsTools([write("yes"), write("no")], "I write.");
  return [...deltas(["All "]), ...answers("done.")];
}

type Harness = ReturnType<typeof createLoop>;

/** The person: says yes to the note `yes` and no to `no`, as often as they are asked. */
async function decideAll({ loop, calls }: Harness): Promise<void> {
  for (;;) {
    const waiting = calls().find(({ state }) => state.type === "awaiting_approval");
    if (waiting === undefined) return;
    const isYes = waiting.input["name"] === "yes";
    await decide(loop, waiting.id, isYes ? { type: "run", edits: {} } : { type: "cancel" });
  }
}

/** The whole request, in a process that dies as the faults say. True where it lived to the end. */
async function live(surroundings: Surroundings, faults: StoreFaults): Promise<boolean> {
  const harness = createLoop({ script: model, surroundings, faults });
  const whole = send(harness.loop, "Write notes.").then(() => decideAll(harness));
  return Promise.race([whole.then(() => true), harness.store.died.then(() => false)]);
}

/** How often each call really ran, in all lives. */
function runsByCall({ world }: Surroundings): Record<string, number> {
  const runs: Record<string, number> = {};
  for (const { input } of world.runs) {
    const name = [input["query"], input["name"]].find((value) => typeof value === "string") ?? "";
    runs[name] = (runs[name] ?? 0) + 1;
  }
  return runs;
}

function expectHonest(surroundings: Surroundings, told: Record<string, string>): void {
  const runs = runsByCall(surroundings);
  for (const [id, text] of Object.entries(told)) {
    if ((runs[id] ?? 0) > 0)
      expect({ id, text }).not.toEqual({ id, text: expect.stringMatching(/^NOT run|was NOT carried/) as string });
    else expect({ id, text }).not.toEqual({ id, text: expect.stringMatching(/^(Wrote|Opened)/) as string });
  }
  expect({ d1: runs["d1"] ?? 0, yes: runs["yes"] ?? 0, no: runs["no"] ?? 0 }).toEqual({
    d1: Math.min(runs["d1"] ?? 0, 1),
    yes: Math.min(runs["yes"] ?? 0, 1),
    no: 0,
  });
}

/** All deaths: at every save of the request, before and after it is written. */
async function eachDeath(check: (surroundings: Surroundings, hasQuestion: boolean) => Promise<void>): Promise<number> {
  for (let save = 1; ; save += 1) {
    for (const kept of [false, true]) {
      const surroundings = newSurroundings();
      if (await live(surroundings, { death: { save, kept } })) return save - 1;
      await check(surroundings, save > 1 || kept);
    }
  }
}

describe("M3.2 a crash at any store write", () => {
  it("is survived: Try Again carries the request to its end, telling and doing nothing wrong", async () => {
    const saves = await eachDeath(async (surroundings, hasQuestion) => {
      const harness = createLoop({ script: model, surroundings });
      const { loop, rows, calls, lastView, expectValidWireView } = harness;
      expect(await loop.openLatest("recent")).toBe(hasQuestion);
      if (!hasQuestion) return;
      expect(rows()[0]).toBe("user: Write notes.");
      expect(rows().filter((row) => row.includes("(streaming)"))).toEqual([]);
      expect(calls().filter(({ state }) => state.type === "intent" || state.type === "approved")).toEqual([]);

      if (loop.snapshot().status === "idle") await loop.retry();
      await decideAll(harness);
      expect(loop.snapshot().status).toBe("idle");
      expect(rows().at(-1)).toBe("answer (complete): All done.");
      expectValidWireView();
      expectHonest(surroundings, toldResults(lastView()));
    });
    expect(saves).toBeGreaterThan(10);
  });

  it("is survived: the next question gets an answer on a valid history", async () => {
    const saves = await eachDeath(async (surroundings, hasQuestion) => {
      const { loop, calls, lastView, provider } = createLoop({ script: () => answers("Next."), surroundings });
      await loop.openLatest("any");
      if (loop.snapshot().status === "awaiting_approval") await loop.stop();
      expect(await send(loop, "And now?")).toEqual({ type: "answered" });
      expectValidView(lastView());
      expect(JSON.stringify(lastView()).includes("Write notes.")).toBe(hasQuestion);
      expectHonest(surroundings, toldResults(lastView()));
      expect(provider.requests).toHaveLength(1);
      expect(calls().filter((call) => !isSettled(call))).toEqual([]);
    });
    expect(saves).toBeGreaterThan(10);
  });

  it("is survived twice: the second life may end at any of its writes too", async () => {
    const firstDeath: StoreFaults = { death: { save: 9, kept: true } };
    for (let save = 1, isOver = false; !isOver; save += 1) {
      const surroundings = newSurroundings();
      await live(surroundings, firstDeath);
      const second = createLoop({ script: model, surroundings, faults: { death: { save, kept: false } } });
      const life = second.loop
        .openLatest("any")
        .then(() => second.loop.retry())
        .then(() => decideAll(second));
      isOver = await Promise.race([life.then(() => true), second.store.died.then(() => false)]);

      const third = createLoop({ script: model, surroundings });
      await third.loop.openLatest("any");
      if (!isOver && third.loop.snapshot().status === "idle") await third.loop.retry();
      await decideAll(third);
      third.expectValidWireView();
      expectHonest(surroundings, toldResults(third.lastView()));
    }
  });

  it("runs nothing by itself when the chat opens", async () => {
    await eachDeath(async (surroundings) => {
      const before = surroundings.world.runs.length;
      const { loop, provider } = createLoop({ script: model, surroundings });
      await loop.openLatest("any");
      await new Promise(setImmediate);
      expect([surroundings.world.runs.length, provider.requests.length]).toEqual([before, 0]);
    });
  });
});
