import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/agent/limits";
import { everyChange, EVERY_STATE } from "./every-change";
import { allKeys, overwriteRow } from "./raw-database";
import { call, header, START, userMessage, wholeChat } from "./sample-chat";
import { openTempStore } from "./temp-store";

describe("C6 a window's claim on a chat", () => {
  it("C6 keeps the others away until it lapses, is dropped, or is taken for longer", async () => {
    const { store, file } = await openTempStore();
    const other = await openTempStore({ file });
    const mine = { window: "mine", until: 20 };
    expect(await store.takeLease("chat", mine, 0)).toBeUndefined();
    expect(await other.store.takeLease("chat", { window: "theirs", until: 39 }, 19)).toStrictEqual(mine);
    expect(await store.takeLease("chat", { window: "mine", until: 30 }, 10)).toBeUndefined();
    expect(await other.store.takeLease("chat", { window: "theirs", until: 49 }, 29)).toMatchObject({ until: 30 });
    expect(await other.store.takeLease("chat", { window: "theirs", until: 50 }, 30)).toBeUndefined();
    await store.dropLease("chat", "mine");
    expect(await store.takeLease("chat", { window: "mine", until: 60 }, 40)).toMatchObject({ window: "theirs" });
    await other.store.dropLease("chat", "theirs");
    expect(await store.takeLease("chat", { window: "mine", until: 60 }, 40)).toBeUndefined();
  });

  it("C6 goes to one of two windows that ask at the same moment", async () => {
    const { store, file } = await openTempStore();
    const other = await openTempStore({ file });
    const answers = await Promise.all([
      store.takeLease("chat", { window: "left", until: 20 }, 0),
      other.store.takeLease("chat", { window: "right", until: 20 }, 0),
    ]);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
  });

  it("C6 is renewed, even after it has lapsed, until another window has had it", async () => {
    const { store, file } = await openTempStore();
    const other = await openTempStore({ file });
    expect(await store.renewLease("chat", { window: "mine", until: 20 })).toBe(false);
    await store.takeLease("chat", { window: "mine", until: 20 }, 0);
    expect(await store.renewLease("chat", { window: "mine", until: 50 })).toBe(true);
    expect(await other.store.takeLease("chat", { window: "theirs", until: 69 }, 49)).toMatchObject({ until: 50 });
    expect(await other.store.takeLease("chat", { window: "theirs", until: 70 }, 50)).toBeUndefined();
    expect(await store.renewLease("chat", { window: "mine", until: 80 })).toBe(false);
    await other.store.dropLease("chat", "theirs");
    expect(await store.renewLease("chat", { window: "mine", until: 80 })).toBe(false);
    expect(await store.takeLease("chat", { window: "mine", until: 80 }, 60)).toBeUndefined();
  });

  it("C6 is of one chat, and one that cannot be read is none", async () => {
    const { store, file } = await openTempStore();
    await store.takeLease("a", { window: "left", until: 20 }, 0);
    expect(await store.takeLease("b", { window: "right", until: 20 }, 0)).toBeUndefined();
    overwriteRow(file, "lease/a", '{"value":7}');
    expect(await store.takeLease("a", { window: "right", until: 20 }, 0)).toBeUndefined();
  });

  it("C15 ends with the chat: who takes it for longer learns that the chat was deleted", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    await store.takeLease("chat", { window: "mine", until: 20 }, 0);
    await store.delete("chat");
    expect(allKeys(file)).toStrictEqual(["deleted/chat", "version"]);
    const taken = store.takeLease("chat", { window: "mine", until: 30 }, 10);
    await expect(taken).rejects.toMatchObject({ detail: { type: "chat_deleted" } });
    const renewed = store.renewLease("chat", { window: "mine", until: 30 });
    await expect(renewed).rejects.toMatchObject({ detail: { type: "chat_deleted" } });
  });
});

describe("C6 the calls of a chat", () => {
  it("C6 are read as every window has left them, without those that are damaged", async () => {
    const { store, file } = await openTempStore();
    const other = await openTempStore({ file });
    await store.save("chat", [...everyChange("chat")]);
    expect(await other.store.loadCalls("chat")).toStrictEqual([
      ...((await store.load("chat"))?.chat.calls.values() ?? []),
    ]);
    overwriteRow(file, "chat/chat/call/call%0020intent", "?");
    expect((await other.store.loadCalls("chat")).map(({ state }) => state.type)).toStrictEqual(
      Object.keys(EVERY_STATE).filter((type) => type !== "intent"),
    );
    expect(await store.loadCalls("cha")).toStrictEqual([]);
  });
});

describe("C15 of more than 100 chats the oldest goes", () => {
  const NOW = START + 1000 * 60_000;

  /** 101 chats, of which the first two are the oldest. */
  async function fullStore(prepare: (store: Awaited<ReturnType<typeof openTempStore>>["store"]) => Promise<void>) {
    const { store } = await openTempStore({ now: () => new Date(NOW) });
    for (let minute = 1; minute <= 100; minute += 1) {
      await store.save(`chat ${minute}`, [{ type: "header", header: header(`chat ${minute}`, minute) }]);
    }
    await prepare(store);
    await store.save("new", [{ type: "header", header: header("new", 200) }]);
    return (await store.list()).map(({ id }) => id).filter((id) => id === "chat 1" || id === "chat 2");
  }

  it.each<[string, readonly string[], (store: Awaited<ReturnType<typeof openTempStore>>["store"]) => Promise<unknown>]>(
    [
      [
        "but not one that a window runs",
        ["chat 2", "chat 1"],
        (store) => store.takeLease("chat 1", { window: "w", until: NOW + 1 }, NOW),
      ],
      [
        "also one whose claim has lapsed",
        ["chat 2"],
        (store) => store.takeLease("chat 1", { window: "w", until: NOW }, NOW - 1),
      ],
      [
        "but not one whose form waits",
        ["chat 2", "chat 1"],
        (store) =>
          store.save("chat 1", [
            { type: "message", message: userMessage("m2", 1) },
            {
              type: "call",
              call: call("c", { ...EVERY_STATE.awaiting_approval, since: NOW - DEFAULT_LIMITS.approvalLifetimeMs }),
            },
          ]),
      ],
      [
        "but not one whose question waits",
        ["chat 2", "chat 1"],
        (store) =>
          store.save("chat 1", [{ type: "call", call: call("c", { ...EVERY_STATE.awaiting_answer, since: NOW }) }]),
      ],
      [
        "also one whose form has waited too long",
        ["chat 2"],
        (store) =>
          store.save("chat 1", [
            {
              type: "call",
              call: call("c", { ...EVERY_STATE.awaiting_approval, since: NOW - DEFAULT_LIMITS.approvalLifetimeMs - 1 }),
            },
          ]),
      ],
    ],
  )("C15 %s", async (_, left, prepare) => {
    expect(
      await fullStore(async (store) => {
        await prepare(store);
      }),
    ).toStrictEqual(left);
  });
});

describe("C11 all chats", () => {
  it("C11 are deleted at once, for good, with what a lost header leaves", async () => {
    const { store, memory, file } = await openTempStore();
    for (const id of ["a", "b", "c"]) await store.save(id, wholeChat(id));
    await store.save("headless", [{ type: "message", message: userMessage("m1", 1) }]);
    await memory.put("key", 1, 10);
    await store.deleteAll();
    expect(await store.list()).toStrictEqual([]);
    expect(allKeys(file)).toStrictEqual(["deleted/a", "deleted/b", "deleted/c", "memory/key", "version"]);
    await expect(store.save("a", wholeChat("a"))).rejects.toMatchObject({ detail: { type: "chat_deleted" } });
    await store.save("d", wholeChat("d"));
    expect((await store.load("d"))?.damagedRows).toBe(0);
  });
});
