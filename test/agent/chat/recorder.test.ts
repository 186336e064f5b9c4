import { describe, expect, it } from "vitest";
import type { CallRow, CallState } from "../../../src/agent/history/calls";
import type { ChatChange } from "../../../src/agent/chat/chat";
import { Recorder } from "../../../src/agent/chat/recorder";
import type { StoreErrorDetail } from "../../../src/agent/ports/store";
import { memoryStore, type StoreFaults } from "../support/memory-store";

const row = (id: string, text: string): ChatChange => ({
  type: "row",
  row: { id, seq: 1, requestId: "r", createdAt: 0, type: "user", text },
});
const callIn = (id: string, state: CallState): ChatChange => {
  const call: CallRow = {
    id,
    requestId: "r",
    messageId: "m",
    index: 0,
    tool: "t",
    risk: "write",
    input: {},
    label: "",
    state,
  };
  return { type: "call", call };
};
const intent = (by: string): CallState => ({ type: "intent", at: 0, by });

function recorderOn(faults: StoreFaults = {}) {
  const store = memoryStore(new Map(), faults);
  return { store, recorder: new Recorder(store, "c") };
}

describe("the recorder", () => {
  it("stores what was queued in one save, the last of each row, and nothing where nothing is queued", async () => {
    const { store, recorder } = recorderOn();
    await recorder.flush();
    recorder.queue(row("a", "1"));
    recorder.queue(row("b", "1"));
    recorder.queue(row("a", "2"));
    await recorder.flush();
    await recorder.flush();
    expect(store.saves).toEqual([[row("a", "2"), row("b", "1")]]);
  });

  it("lets no row come back that was removed meanwhile", async () => {
    const { store, recorder } = recorderOn();
    recorder.queue(row("a", "1"));
    recorder.queue({ type: "row_removed", rowId: "a" });
    await recorder.flush();
    expect(store.saves).toEqual([[{ type: "row_removed", rowId: "a" }]]);
  });

  it("keeps what could not be saved, in its order and with what came later, for the next save", async () => {
    let failure: StoreErrorDetail | undefined = { type: "full" };
    const { store, recorder } = recorderOn({ failure: () => failure });
    recorder.queue(row("a", "1"));
    recorder.queue(row("b", "1"));
    await expect(recorder.flush()).rejects.toMatchObject({ detail: { type: "full" } });
    failure = undefined;
    recorder.queue(row("a", "2"));
    recorder.queue(row("c", "1"));
    await recorder.flush();
    expect(store.saves[1]).toEqual([row("a", "2"), row("b", "1"), row("c", "1")]);
  });

  it("saves one after the other; what comes while a save goes on is the next one's", async () => {
    const { store, recorder } = recorderOn({ failure: (save) => (save === 1 ? { type: "locked" } : undefined) });
    recorder.queue(row("a", "1"));
    const first = recorder.flush();
    await Promise.resolve();
    recorder.queue(row("b", "1"));
    const second = recorder.flush();
    await expect(first).rejects.toMatchObject({ detail: { type: "locked" } });
    await second;
    expect(store.saves).toEqual([[row("a", "1")], [row("a", "1"), row("b", "1")]]);
  });

  it("tells everybody whose changes went into a save that it failed, also who asked for it later", async () => {
    const { store, recorder } = recorderOn();
    await store.save("c", [callIn("x", intent("other"))]);
    recorder.queue(row("a", "1"));
    const partial = recorder.flush();
    recorder.queue(callIn("x", intent("own")));
    const outcomes = await Promise.allSettled([partial, recorder.flush()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  it("makes a guarded save after all that is queued, and keeps nothing of it where it is refused", async () => {
    const { store, recorder } = recorderOn();
    recorder.queue(row("a", "1"));
    await recorder.saveIf({ rowsExist: ["a"] }, [row("b", "1")]);
    await expect(recorder.saveIf({ rowsExist: ["gone"] }, [row("c", "1")])).rejects.toMatchObject({
      detail: { type: "row_gone", rowId: "gone" },
    });
    await recorder.flush();
    expect(store.saves).toEqual([[row("a", "1")], [row("b", "1")], [row("c", "1")]]);
    expect((await store.loadCalls("c")).length).toBe(0);
  });

  it("begins no save while a guarded one goes on", async () => {
    const written = Promise.withResolvers<undefined>();
    const begun: number[] = [];
    const slow = {
      ...memoryStore(),
      save: (_chatId: string, changes: readonly ChatChange[]) => {
        begun.push(changes.length);
        return written.promise;
      },
    };
    const recorder = new Recorder(slow, "c");
    void recorder.saveIf({ rowsExist: [] }, [row("a", "1"), row("b", "1")]);
    await new Promise(setImmediate);
    recorder.queue(row("c", "1"));
    const flushed = recorder.flush();
    await new Promise(setImmediate);
    expect(begun).toEqual([2]);
    written.resolve(undefined);
    await flushed;
    expect(begun).toEqual([2, 1]);
  });

  it("drops the move of a call that another command has moved, and nothing else", async () => {
    const { store, recorder } = recorderOn();
    await store.save("c", [callIn("x", intent("other"))]);
    recorder.queue(callIn("x", intent("own")));
    recorder.queue(row("a", "1"));
    await expect(recorder.flush()).rejects.toMatchObject({ detail: { type: "call_moved", callId: "x" } });
    await recorder.flush();
    expect(store.saves.at(-1)).toEqual([row("a", "1")]);
  });

  it("drops all of a chat that was deleted", async () => {
    const { store, recorder } = recorderOn();
    await store.delete("c");
    recorder.queue(row("a", "1"));
    await expect(recorder.flush()).rejects.toMatchObject({ detail: { type: "chat_deleted" } });
    await recorder.flush();
    expect(store.saves).toHaveLength(1);
  });
});
