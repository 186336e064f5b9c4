import { describe, expect, it } from "vitest";
import type { Chat } from "../../src/agent/chat/chat";
import type { StoredChat } from "../../src/agent/ports/store";
import { openTempStore } from "./temp-store";
import { overwriteRow, withDatabase } from "./raw-database";
import { call, header, RESULT, START, userMessage, userRow, wholeChat } from "./sample-chat";

/** Saves the sample chat, lets `damage` work on the file, and reads it as the next command does. */
async function reloaded(damage: (file: string) => void): Promise<StoredChat | undefined> {
  const { store, file } = await openTempStore();
  await store.save("chat", wholeChat("chat"));
  await store.close();
  damage(file);
  const opened = await openTempStore({ file });
  expect(opened.setAside).toBeUndefined();
  return opened.store.load("chat");
}

/** How many of each part the chat has. */
function counts(chat: Chat | undefined) {
  return {
    messages: chat?.messages.length,
    calls: chat?.calls.size,
    rows: chat?.rows.length,
    marks: chat?.marks.length,
  };
}

const WHOLE = { messages: 2, calls: 1, rows: 3, marks: 1 };

describe("M3.1 a damaged row costs that row", () => {
  it.each([
    ["text that is not JSON", '{"value":{"id":"row3","se'],
    ["nothing", ""],
    ["JSON of another shape", '{"value":{"id":"row3"}}'],
    ["JSON without a value", "[]"],
    ["null", '{"value":null}'],
  ])("M3.1 where it holds %s", async (_, text) => {
    const stored = await reloaded((file) => {
      overwriteRow(file, "chat/chat/row/row3", text);
    });
    expect(stored?.damagedRows).toBe(1);
    expect(counts(stored?.chat)).toStrictEqual({ ...WHOLE, rows: 2 });
    expect(stored?.chat.header).toStrictEqual(header("chat"));
  });

  it.each([
    ["frozen", "chat/chat/frozen", WHOLE, 1],
    ["mark", "chat/chat/mark/mark1", { ...WHOLE, marks: 0 }, 1],
    ["message", "chat/chat/message/m1", { ...WHOLE, messages: 1 }, 1],
    // The row that shows the call goes with it.
    ["call", "chat/chat/call/c1", { ...WHOLE, calls: 0, rows: 2 }, 2],
    // So does a call whose message is lost: it has no place in the history, and its card could not be answered.
    ["message with a call", "chat/chat/message/m2", { ...WHOLE, messages: 1, calls: 0, rows: 2 }, 3],
  ])("M3.1 where it is a %s", async (_, key, left, damagedRows) => {
    const stored = await reloaded((file) => {
      overwriteRow(file, key, "\u0000");
    });
    expect(counts(stored?.chat)).toStrictEqual(left);
    expect(stored?.damagedRows).toBe(damagedRows);
    expect(stored?.chat.frozen === undefined).toBe(key.endsWith("frozen"));
  });

  it("M3.1 where it is of a kind that nobody knows, or not even text", async () => {
    const stored = await reloaded((file) => {
      withDatabase(file, (database) => {
        database.exec(`INSERT INTO orbit (key, value) VALUES ('chat/chat/riddle/1', '{"value":{}}')`);
        database.exec("INSERT INTO orbit (key, value) VALUES ('chat/chat/row/row8', NULL)");
        database.exec("INSERT INTO orbit (key, value) VALUES ('chat/chat/row/row9', x'00ff')");
      });
    });
    expect(counts(stored?.chat)).toStrictEqual(WHOLE);
    expect(stored?.damagedRows).toBe(3);
  });
});

describe("M3.1 a damaged header is made again", () => {
  it("M3.1 from the first question and the times of the rows, for the chat and for the list", async () => {
    const { store, file } = await openTempStore();
    const long = `  Find\n all ${"very ".repeat(30)}old invoices`;
    await store.save("chat", [
      { type: "header", header: header("chat") },
      { type: "row", row: userRow("row7", 7, "the second question") },
      { type: "row", row: userRow("row3", 3, long) },
      { type: "message", message: userMessage("m5", 5) },
    ]);
    await store.save("other", [{ type: "header", header: header("other", -1) }]);
    overwriteRow(file, "header/chat", "{}");

    const rebuilt = {
      id: "chat",
      // The very title that the chat had.
      title: `Find all ${"very ".repeat(9)}very…`,
      createdAt: START + 3,
      updatedAt: START + 7,
      left: false,
    };
    const stored = await store.load("chat");
    expect(stored?.chat.header).toStrictEqual(rebuilt);
    expect(stored?.damagedRows).toBe(1);
    expect(await store.list()).toStrictEqual([rebuilt, header("other", -1)]);
  });

  it("M3.1 also where it is gone, or is another chat's", async () => {
    const gone = await reloaded((file) => {
      withDatabase(file, (database) => {
        database.exec("DELETE FROM orbit WHERE key = 'header/chat'");
      });
    });
    expect(gone?.chat.header.title).toBe("Find my invoices");
    const swapped = await reloaded((file) => {
      overwriteRow(file, "header/chat", JSON.stringify({ value: header("another") }));
    });
    expect(swapped?.chat.header).toMatchObject({ id: "chat", title: "Find my invoices" });
  });

  it("M3.1 with a title of ours where there is no question", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", [
      { type: "header", header: header("chat") },
      { type: "message", message: userMessage("m1", 1) },
    ]);
    overwriteRow(file, "header/chat", "");
    expect((await store.list()).map((entry) => entry.title)).toStrictEqual(["Recovered Chat"]);
  });

  it("M3.1 but not where nothing else is left of the chat", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", [{ type: "header", header: header("chat") }]);
    overwriteRow(file, "header/chat", "");
    expect(await store.load("chat")).toBeUndefined();
    expect(await store.list()).toStrictEqual([]);
  });
});

describe("M3.1 a damaged row of a call", () => {
  it("M3.1 may be settled, but the call may not run, for nobody knows whether it did", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    overwriteRow(file, "chat/chat/call/c1", "?");
    const intent = call("c1", { type: "intent", at: START, by: "run 1" });
    await expect(store.save("chat", [{ type: "call", call: intent }])).rejects.toMatchObject({
      detail: { type: "call_moved", callId: "c1" },
    });
    await store.save("chat", [{ type: "call", call: call("c1", RESULT) }]);
    expect((await store.load("chat"))?.chat.calls.get("c1")).toStrictEqual(call("c1", RESULT));
  });
});
