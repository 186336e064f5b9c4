import { describe, expect, it } from "vitest";
import { applyChange, emptyChat, type ChatChange } from "../../src/agent/chat/chat";
import { answerRow, call, callChatRow, header, RESULT, START, userMessage, userRow, wholeChat } from "./sample-chat";
import { openTempStore } from "./temp-store";

/** The chat that the changes make in memory. */
function chatOf(changes: readonly ChatChange[]) {
  const chat = emptyChat(header("unnamed"));
  for (const change of changes) applyChange(chat, change);
  return chat;
}

describe("M3.1 a chat", () => {
  it("M3.1 comes back from another store exactly as the changes made it in memory", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));

    const other = await openTempStore({ file });
    expect(await other.store.load("chat")).toStrictEqual({ chat: chatOf(wholeChat("chat")), damagedRows: 0 });
  });

  it("M3.1 is the same after many saves as after one", async () => {
    const { store } = await openTempStore();
    for (const change of wholeChat("chat")) await store.save("chat", [change]);
    expect(await store.load("chat")).toStrictEqual({ chat: chatOf(wholeChat("chat")), damagedRows: 0 });
  });

  it("M3.1 is undefined where it was never saved", async () => {
    const { store } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    expect(await store.load("cha")).toBeUndefined();
    expect(await store.load("")).toBeUndefined();
  });

  it("M3.1 has its messages and rows in the order of their numbers, in whatever order they were saved", async () => {
    const { store } = await openTempStore();
    await store.save("chat", [
      { type: "header", header: header("chat") },
      ...[11, 2, 100, 1].map((seq): ChatChange => ({ type: "message", message: userMessage(`m${seq}`, seq) })),
      ...[3, 20, 1].map((seq): ChatChange => ({ type: "row", row: userRow(`row${seq}`, seq) })),
    ]);
    const stored = await store.load("chat");
    expect(stored?.chat.messages.map((message) => message.seq)).toStrictEqual([1, 2, 11, 100]);
    expect(stored?.chat.rows.map((row) => row.seq)).toStrictEqual([1, 3, 20]);
  });

  it("M3.1 has its calls and marks in the order in which they were first saved", async () => {
    const { store } = await openTempStore();
    const ids = ["z", "a", "m"];
    await store.save("chat", [{ type: "message", message: userMessage("m2", 1) }]);
    for (const id of ids) {
      await store.save("chat", [
        { type: "call", call: call(id, { type: "announced" }) },
        { type: "mark", mark: { id, type: "refused", messageId: "m2" } },
      ]);
    }
    await store.save("chat", [{ type: "call", call: call("z", RESULT) }]);
    const stored = await store.load("chat");
    expect([...(stored?.chat.calls.keys() ?? [])]).toStrictEqual(ids);
    expect(stored?.chat.marks.map((mark) => mark.id)).toStrictEqual(ids);
  });

  it("M3.1 keeps the last state of a row that changes, and not one that was removed", async () => {
    const { store } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    await store.save("chat", [
      { type: "row", row: answerRow("row3", 3, "Looking for") },
      { type: "row", row: answerRow("row3", 3, "Looking for invoices") },
      { type: "row", row: answerRow("row4", 4, "gone in the same save") },
      { type: "row_removed", rowId: "row4" },
      { type: "row_removed", rowId: "row1" },
      { type: "row_removed", rowId: "never there" },
    ]);
    const stored = await store.load("chat");
    expect(stored?.chat.rows).toStrictEqual([
      callChatRow("row2", 2, "c1"),
      answerRow("row3", 3, "Looking for invoices"),
    ]);
  });

  it("M3.1 does not see the rows of another chat, whatever the ids are", async () => {
    const { store } = await openTempStore();
    const ids = [
      "a",
      "a/",
      "a/message",
      "a%2Fmessage",
      "../a",
      "chat/a",
      "a' OR 1=1 --",
      "a\u0000b",
      "ä🙂",
      "%",
      " ",
      "__proto__",
    ];
    for (const id of ids) {
      await store.save(id, [
        { type: "header", header: header(id) },
        { type: "message", message: userMessage(`message/${id}`, 1) },
      ]);
    }
    for (const id of ids) {
      const stored = await store.load(id);
      expect(stored?.chat.messages.map((message) => message.id)).toStrictEqual([`message/${id}`]);
    }
    const listed = await store.list();
    expect(listed.map((entry) => entry.id).toSorted()).toStrictEqual(ids.toSorted());
  });

  it("M3.1 takes a question of 1 MB", async () => {
    const { store } = await openTempStore();
    const text = "ü".repeat(500_000);
    await store.save("chat", [{ type: "message", message: userMessage("m1", 1, text) }]);
    const stored = await store.load("chat");
    expect(stored?.chat.messages).toStrictEqual([userMessage("m1", 1, text)]);
  });
});

describe("M3.1 the order of saves", () => {
  it("M3.1 is the order in which they were asked for, without waiting for each", async () => {
    const { store } = await openTempStore();
    const texts = Array.from({ length: 30 }, (_, index) => `text ${index}`);
    const saves = texts.map((text) => store.save("chat", [{ type: "row", row: answerRow("row", 1, text) }]));
    const loaded = store.load("chat");
    await Promise.all(saves);
    expect((await loaded)?.chat.rows).toStrictEqual([answerRow("row", 1, "text 29")]);
  });

  it("M3.1 stores what the changes said when the save was asked for", async () => {
    const { store } = await openTempStore();
    const row = answerRow("row", 1, "then");
    const saved = store.save("chat", [{ type: "row", row }]);
    row.createdAt = 0;
    await saved;
    expect((await store.load("chat"))?.chat.rows).toStrictEqual([answerRow("row", 1, "then")]);
  });

  it("M3.1 goes on after a save that failed", async () => {
    const { store } = await openTempStore();
    await store.delete("gone");
    const failed = store.save("gone", wholeChat("gone"));
    const saved = store.save("chat", wholeChat("chat"));
    await expect(failed).rejects.toMatchObject({ detail: { type: "chat_deleted" } });
    await saved;
    expect((await store.load("chat"))?.chat.messages).toHaveLength(2);
  });

  it("M3.1 is waited for by close, after which nothing more is taken", async () => {
    const { store, file } = await openTempStore();
    const saved = store.save("chat", wholeChat("chat"));
    await Promise.all([store.close(), store.close()]);
    await saved;
    await expect(store.save("chat", wholeChat("chat"))).rejects.toMatchObject({ detail: { type: "other" } });
    await expect(store.load("chat")).rejects.toMatchObject({ detail: { type: "other" } });

    const other = await openTempStore({ file });
    expect((await other.store.load("chat"))?.chat.messages).toHaveLength(2);
  });
});

describe("M3.1 a call", () => {
  const INTENT = { type: "intent", at: START + 5, by: "run 1" } as const;

  it("M3.1 moves forward, in one save or in several", async () => {
    const { store } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    await store.save("chat", [
      { type: "call", call: call("c1", INTENT) },
      { type: "call", call: call("c1", RESULT) },
    ]);
    expect((await store.load("chat"))?.chat.calls.get("c1")).toStrictEqual(call("c1", RESULT));
  });

  it("M3.1 may not move back, and then nothing of the save is kept", async () => {
    const { store } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    await store.save("chat", [{ type: "call", call: call("c1", RESULT) }]);
    const before = await store.load("chat");
    const back = store.save("chat", [
      { type: "row", row: userRow("row9", 9) },
      { type: "call", call: call("c1", INTENT) },
      { type: "message", message: userMessage("m9", 9) },
    ]);
    await expect(back).rejects.toMatchObject({ name: "StoreError", detail: { type: "call_moved", callId: "c1" } });
    expect(await store.load("chat")).toStrictEqual(before);
  });

  it("M3.1 may not move back within one save either", async () => {
    const { store } = await openTempStore();
    const save = store.save("chat", [
      { type: "call", call: call("c1", RESULT) },
      { type: "call", call: call("c1", INTENT) },
    ]);
    await expect(save).rejects.toMatchObject({ detail: { type: "call_moved", callId: "c1" } });
    expect(await store.load("chat")).toBeUndefined();
  });

  it("M3.1 may be saved again in the same state, with other fields changed, but not with its state changed", async () => {
    const { store } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    const started = { ...call("c1", { type: "announced" }), startedAt: START };
    await store.save("chat", [{ type: "call", call: started }]);
    expect((await store.load("chat"))?.chat.calls.get("c1")).toStrictEqual(started);

    await store.save("chat", [{ type: "call", call: call("c1", RESULT) }]);
    await store.save("chat", [{ type: "call", call: call("c1", RESULT) }]);
    const changed = store.save("chat", [{ type: "call", call: call("c1", { ...RESULT, text: "Other." }) }]);
    await expect(changed).rejects.toMatchObject({ detail: { type: "call_moved", callId: "c1" } });
  });

  it("M3.1 is run by one of two commands, even where both state their intent at the same moment", async () => {
    const { store, file } = await openTempStore();
    const other = await openTempStore({ file });
    await store.save("chat", wholeChat("chat"));
    const intentOf = (by: string): ChatChange[] => [{ type: "call", call: call("c1", { ...INTENT, by }) }];
    const results = await Promise.allSettled([
      store.save("chat", intentOf("left")),
      other.store.save("chat", intentOf("right")),
    ]);
    expect(results.map((result) => result.status).toSorted()).toStrictEqual(["fulfilled", "rejected"]);

    const winner = results[0].status === "fulfilled" ? "left" : "right";
    const stored = await store.load("chat");
    expect(stored?.chat.calls.get("c1")?.state).toStrictEqual({ ...INTENT, by: winner });
  });
});

describe("M3.1 the list of chats", () => {
  it("M3.1 has every header, the chat changed last first", async () => {
    const { store } = await openTempStore();
    expect(await store.list()).toStrictEqual([]);
    await store.save("old", [{ type: "header", header: header("old", 1) }]);
    await store.save("new", [{ type: "header", header: header("new", 3) }]);
    await store.save("mid", [{ type: "header", header: header("mid", 2) }]);
    expect(await store.list()).toStrictEqual([header("new", 3), header("mid", 2), header("old", 1)]);

    await store.save("old", [{ type: "header", header: header("old", 4, "New Title") }]);
    expect((await store.list())[0]).toStrictEqual(header("old", 4, "New Title"));
  });

  it("M3.1 keeps the 100 most recent chats; the older ones go whole", async () => {
    const { store } = await openTempStore();
    for (let minute = 1; minute <= 100; minute += 1) {
      const id = `chat ${minute}`;
      await store.save(id, [
        { type: "header", header: header(id, minute) },
        { type: "message", message: userMessage("m1", 1) },
      ]);
    }
    // The first chat is touched again, so the second is the oldest now.
    await store.save("chat 1", [{ type: "header", header: header("chat 1", 200) }]);
    expect(await store.list()).toHaveLength(100);
    await store.save("one more", [{ type: "header", header: header("one more", -1) }]);

    const ids = (await store.list()).map((entry) => entry.id);
    expect(ids).toHaveLength(100);
    expect(ids).not.toContain("chat 2");
    expect([ids[0], ids[98], ids[99]]).toStrictEqual(["chat 1", "chat 3", "one more"]);
    expect(await store.load("chat 2")).toBeUndefined();
    expect((await store.load("chat 1"))?.chat.messages).toHaveLength(1);

    // A command that still has the old chat open must not store half of it.
    const late = store.save("chat 2", [{ type: "message", message: userMessage("m2", 2) }]);
    await expect(late).rejects.toMatchObject({ detail: { type: "chat_deleted" } });
  });
});

describe("M3.1 a deleted chat", () => {
  it("M3.1 stays deleted, whoever saves it later", async () => {
    const { store, file } = await openTempStore();
    const other = await openTempStore({ file });
    await store.save("chat", wholeChat("chat"));
    await store.save("chat 2", wholeChat("chat 2"));
    await other.store.delete("chat");
    for (const opened of [store, other.store]) {
      await expect(opened.save("chat", wholeChat("chat"))).rejects.toMatchObject({ detail: { type: "chat_deleted" } });
      expect(await opened.load("chat")).toBeUndefined();
      expect(await opened.list()).toStrictEqual([header("chat 2")]);
    }
    expect((await store.load("chat 2"))?.chat.messages).toHaveLength(2);
  });

  it("M3.1 may be deleted twice, or before anything was saved", async () => {
    const { store } = await openTempStore();
    await store.delete("chat");
    await store.delete("chat");
    await expect(store.save("chat", wholeChat("chat"))).rejects.toMatchObject({ detail: { type: "chat_deleted" } });
  });
});

describe("M3.1 two commands at once", () => {
  it("M3.1 lose nothing, in the same chat and in different ones", async () => {
    const { store, file } = await openTempStore();
    const other = await openTempStore({ file });
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    const write = (opened: typeof store, name: string) =>
      numbers.flatMap((seq) => [
        opened.save("shared", [{ type: "message", message: userMessage(`${name} ${seq}`, seq) }]),
        opened.save(name, [
          { type: "header", header: header(name, seq) },
          { type: "message", message: userMessage(`m${seq}`, seq) },
        ]),
      ]);
    await Promise.all([...write(store, "left"), ...write(other.store, "right")]);

    const shared = await store.load("shared");
    expect(shared?.chat.messages.map((message) => message.id).toSorted()).toStrictEqual(
      numbers.flatMap((seq) => [`left ${seq}`, `right ${seq}`]).toSorted(),
    );
    for (const name of ["left", "right"]) {
      for (const opened of [store, other.store]) {
        const stored = await opened.load(name);
        expect(stored?.chat.messages.map((message) => message.seq)).toStrictEqual(numbers);
        expect(stored?.chat.header).toStrictEqual(header(name, 39));
      }
    }
  });
});
