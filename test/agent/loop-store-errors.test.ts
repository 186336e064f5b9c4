import { describe, expect, it } from "vitest";
import { storeWords } from "../../src/agent/notices";
import type { StoreErrorDetail } from "../../src/agent/ports/store";
import { createLoop, decide, newSurroundings, send } from "./support/create-loop";
import { answers, callsTools, type Step } from "./support/scripted-provider";
import { toldResults } from "./support/wire-view";

const write = callsTools([{ id: "w", name: "write_note", input: { name: "a", text: "b" } }]);
const FULL = `error: ${storeWords({ type: "full" })} [retry]`;

/** A loop on a disk that can be filled and emptied. */
function onDisk(...script: Step[][]) {
  const trouble: { detail: StoreErrorDetail | undefined } = { detail: undefined };
  return { ...createLoop({ script, faults: { failure: () => trouble.detail } }), trouble };
}

describe("a save that fails", () => {
  it("keeps the question from being sent; it stays in the chat, and goes when there is room", async () => {
    const { loop, rows, provider, trouble } = onDisk(answers("Yes."));
    trouble.detail = { type: "full" };
    expect(await send(loop, "Sure?")).toEqual({ type: "failed" });
    expect([rows(), provider.requests]).toEqual([["user: Sure?", FULL], []]);
    expect(await loop.retry()).toEqual({ type: "failed" });
    expect(rows()).toEqual(["user: Sure?", FULL]);
    trouble.detail = undefined;
    expect(await loop.retry()).toEqual({ type: "answered" });
    expect(rows()).toEqual(["user: Sure?", "answer (complete): Yes."]);
  });

  it("keeps a later question from being sent as well", async () => {
    const { loop, provider, trouble } = onDisk(answers("Yes."), answers("Really."));
    await send(loop, "Sure?");
    trouble.detail = { type: "full" };
    expect(await send(loop, "Really?")).toEqual({ type: "failed" });
    expect(provider.requests).toHaveLength(1);
  });

  it.each<[StoreErrorDetail, string]>([
    [{ type: "locked" }, " [retry]"],
    [{ type: "corrupt" }, ""],
    [{ type: "vanished" }, ""],
    [{ type: "not_writable" }, " [retry]"],
    [{ type: "chat_deleted" }, " [new_chat]"],
    [{ type: "other" }, " [retry]"],
  ])("is said once, in the words for what happened, with what helps: %j", async (detail, buttons) => {
    const { loop, rows, provider, trouble } = onDisk(answers("Yes."));
    trouble.detail = detail;
    await send(loop, "Sure?");
    expect(rows()).toEqual(["user: Sure?", `error: ${storeWords(detail)}${buttons}`]);
    expect(provider.requests).toEqual([]);
  });

  it("of the person's word keeps the call from running until it is stored", async () => {
    const { loop, rows, world, trouble, waitingCall, lastView } = onDisk(write, answers("Done."));
    await send(loop, "Write.");
    trouble.detail = { type: "full" };
    expect(await decide(loop, waitingCall(), { type: "run", edits: {} })).toEqual({ type: "failed" });
    expect([world.runs, rows()]).toEqual([[], ["user: Write.", "call: write_note approved", FULL]]);
    trouble.detail = undefined;
    expect(await loop.retry()).toEqual({ type: "answered" });
    expect([toldResults(lastView()), world.runs.length]).toEqual([{ w: "Wrote a." }, 1]);
  });

  it("of an intent keeps the call from running, and tells the model so", async () => {
    const { loop, rows, world, trouble, waitingCall, lastView, expectValidWireView } = onDisk(write, answers("Sorry."));
    await send(loop, "Write.");
    loop.subscribe((event) => {
      const isIntent =
        event.type === "change" && event.change.type === "call" && event.change.call.state.type === "intent";
      if (isIntent) trouble.detail = { type: "full" };
    });
    expect(await decide(loop, waitingCall(), { type: "run", edits: {} })).toEqual({ type: "failed" });
    expect([world.runs, rows()]).toEqual([[], ["user: Write.", "call: write_note result", FULL]]);
    trouble.detail = undefined;
    expect(await loop.retry()).toEqual({ type: "answered" });
    expect(toldResults(lastView())).toEqual({ w: "NOT run. Orbit could not store what it was about to do." });
    expect(world.runs).toEqual([]);
    expectValidWireView();
  });

  it("of a form leaves it waiting: a new question does not settle it, and Run goes on with it", async () => {
    const { loop, rows, world, trouble, waitingCall } = onDisk(write, answers("Done."));
    const unsubscribe = loop.subscribe(() => {
      const isForm = [...loop.snapshot().calls.values()].some(({ state }) => state.type === "awaiting_approval");
      if (isForm) trouble.detail = { type: "full" };
    });
    expect(await send(loop, "Write.")).toEqual({ type: "failed" });
    unsubscribe();
    expect(rows()).toEqual(["user: Write.", "call: write_note awaiting_approval", FULL]);
    expect(loop.snapshot().status).toBe("awaiting_approval");
    expect(await send(loop, "Something else?")).toMatchObject({ type: "queued" });
    expect(loop.snapshot().status).toBe("awaiting_approval");
    trouble.detail = undefined;
    expect(await decide(loop, waitingCall(), { type: "run", edits: {} })).toEqual({ type: "answered" });
    expect(world.runs).toHaveLength(1);
  });

  it("of a result is said; the result is stored with the next save, and the call does not run again", async () => {
    const { loop, rows, world, trouble, waitingCall, lastView } = onDisk(write, answers("Done."));
    await send(loop, "Write.");
    const release = world.hold("write_note");
    const decided = decide(loop, waitingCall(), { type: "run", edits: {} });
    await new Promise(setImmediate);
    trouble.detail = { type: "full" };
    release();
    expect(await decided).toEqual({ type: "failed" });
    expect(rows()).toEqual(["user: Write.", "call: write_note result", FULL]);
    trouble.detail = undefined;
    expect(await loop.retry()).toEqual({ type: "answered" });
    expect(toldResults(lastView())).toEqual({ w: "Wrote a." });
    expect(world.runs).toHaveLength(1);
  });

  it("of an answer is said; the answer is shown, and stored with the next save", async () => {
    const { loop, rows, store, surroundings, trouble } = onDisk([
      { type: "wait", until: fillDisk },
      ...answers("One."),
    ]);
    function fillDisk() {
      trouble.detail = { type: "full" };
      return Promise.resolve();
    }
    expect(await send(loop, "First?")).toEqual({ type: "failed" });
    expect(rows()).toEqual(["user: First?", "answer (complete): One.", FULL]);
    trouble.detail = undefined;
    await loop.newChat();
    const [chatId = ""] = surroundings.disk.keys();
    expect((await store.load(chatId))?.chat.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });
});

describe("every save of a request, failing once", () => {
  it("loses nothing: the chat in memory is stored in the end, and no write runs twice", async () => {
    for (let failing = 1, saves = 1; failing <= saves; failing += 1) {
      const { loop, world, store, surroundings, expectValidWireView } = createLoop({
        script: (request) => (JSON.stringify(request.messages).includes('"tool_result"') ? answers("Done.") : write),
        faults: { failure: (save) => (save === failing ? { type: "full" } : undefined) },
      });
      await send(loop, "Write.");
      for (let round = 0; round < 4; round += 1) {
        const waiting = [...loop.snapshot().calls.values()].find(({ state }) => state.type === "awaiting_approval");
        await (waiting ? decide(loop, waiting.id, { type: "run", edits: {} }) : send(loop, `More ${round}?`));
      }
      saves = store.saves.length;
      expectValidWireView();
      expect(world.runs.length).toBeLessThanOrEqual(1);
      const [chatId = ""] = surroundings.disk.keys();
      const stored = await store.load(chatId);
      expect(stored?.chat.rows).toEqual(loop.snapshot().rows);
      expect([...(stored?.chat.calls.values() ?? [])]).toEqual([...loop.snapshot().calls.values()]);
    }
  });
});

describe("two windows on one chat", () => {
  it("run an approved call once: the second finds that it has moved", async () => {
    const surroundings = newSurroundings();
    const first = createLoop({ script: [write, answers("Done.")], surroundings });
    await send(first.loop, "Write.");
    const second = createLoop({ script: [answers("Perhaps."), answers("Next.")], surroundings });
    await second.loop.openLatest("any");
    const call = first.waitingCall();
    await decide(first.loop, call, { type: "run", edits: {} });
    // As if nothing had changed, so that only the store can tell.
    surroundings.world.notes.clear();
    expect(await decide(second.loop, call, { type: "run", edits: {} })).toEqual({ type: "failed" });
    expect(surroundings.world.runs).toHaveLength(1);
    expect(second.rows().at(-1)).toContain("This request went on in another window.");

    // The call stands here as the other window left it, so the model is told what came of it, and nothing waits for a word.
    expect(second.calls()).toEqual(first.calls());
    expect(await second.loop.retry()).toEqual({ type: "answered" });
    expect(await send(second.loop, "And now?")).toEqual({ type: "answered" });
    expect(toldResults(second.lastView())["w"]).toBe("Wrote a.");
    expect(surroundings.world.runs).toHaveLength(1);
    second.expectValidWireView();
  });
});

describe("a chat on a disk that is full", () => {
  it("opens and can be read, and says that it cannot be saved", async () => {
    const surroundings = newSurroundings();
    const first = createLoop({ script: [[{ type: "text_delta", text: "Half" }, { type: "hang" }]], surroundings });
    void send(first.loop, "Sure?");
    await new Promise(setImmediate);
    const second = createLoop({ surroundings, faults: { failure: () => ({ type: "full" }) } });
    expect(await second.loop.openLatest("any")).toBe(true);
    expect(second.rows()[0]).toBe("user: Sure?");
    expect(second.rows().at(-1)).toBe(FULL);
  });
});
