import { describe, expect, it } from "vitest";
import type { ChatChange } from "../../src/agent/chat/chat";
import { ROW_VERSION } from "../../src/store/upgrade-row";
import { everyChange } from "./every-change";
import { allKeys, overwriteRow, withDatabase } from "./raw-database";
import { answerRow, header, userMessage, userRow, wholeChat } from "./sample-chat";
import { openTempStore } from "./temp-store";

const REWRITTEN = { name: "StoreError", detail: { type: "history_rewritten" } };

const OTHERS: [string, ChatChange][] = [
  ["message", { type: "message", message: userMessage("m1", 1, "Something else") }],
  ["mark", { type: "mark", mark: { id: "mark1", type: "refused", messageId: "m2" } }],
  ["frozen prompt", { type: "frozen", frozen: { systemPrompt: "You are someone else.", tools: [] } }],
];

describe("C1 the stored history only grows", () => {
  it.each(OTHERS)("C1 a %s is never another one, and nothing of such a save is kept", async (_, change) => {
    const { store } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    const before = await store.load("chat");
    await expect(store.save("chat", [{ type: "row", row: userRow("row9", 9) }, change])).rejects.toMatchObject(
      REWRITTEN,
    );
    expect(await store.load("chat")).toStrictEqual(before);
  });

  it.each(OTHERS)("C1 a %s is not another one within one save either", async (_, change) => {
    const { store } = await openTempStore();
    await expect(store.save("chat", [...wholeChat("chat"), change])).rejects.toMatchObject(REWRITTEN);
    expect(await store.load("chat")).toBeUndefined();
  });

  it("C1 a save that is repeated says the same, and is taken", async () => {
    const { store } = await openTempStore();
    const odd: ChatChange = {
      type: "message",
      message: {
        ...userMessage("m9", 9),
        content: [{ type: "tool_use", id: "x", name: "x", input: { zero: -0, deep: [{ b: 1, a: 2 }] }, rawInput: "" }],
      },
    };
    for (const changes of [wholeChat("chat"), wholeChat("chat"), [odd], [odd]]) await store.save("chat", changes);
    expect((await store.load("chat"))?.chat.messages).toHaveLength(3);
    await store.save("every", everyChange("every"));
    const settled = everyChange("every").filter(({ type }) => type !== "call");
    await store.save("every", settled);
    expect((await store.load("every"))?.damagedRows).toBe(0);
  });

  it("C1 what cannot be read any more may be written again", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    overwriteRow(file, "chat/chat/frozen", "?");
    const frozen = { systemPrompt: "You are Orbit again.", tools: [] };
    await store.save("chat", [{ type: "frozen", frozen }]);
    expect(await store.load("chat")).toMatchObject({ damagedRows: 0, chat: { frozen } });
  });
});

describe("C15 a row of a later version", () => {
  /** A stored chat, one of whose rows says that it is of the next version. */
  async function withLaterRow(key: string) {
    const opened = await openTempStore();
    await opened.store.save("chat", wholeChat("chat"));
    const later = `{"value":{"id":"row3","type":"hologram"},"v":${ROW_VERSION + 1}}`;
    overwriteRow(opened.file, key, later);
    const text = () =>
      withDatabase(opened.file, (database) => database.prepare("SELECT value FROM orbit WHERE key = ?").get(key));
    return { ...opened, isUntouched: () => text()?.["value"] === later };
  }

  it("C15 is left out, counted, and never overwritten or removed", async () => {
    const { store, isUntouched } = await withLaterRow("chat/chat/row/row3");
    const stored = await store.load("chat");
    expect([stored?.damagedRows, stored?.chat.rows.map(({ id }) => id)]).toStrictEqual([1, ["row1", "row2"]]);
    for (const change of [
      { type: "row", row: answerRow("row3", 3, "mine") },
      { type: "row_removed", rowId: "row3" },
    ] as const) {
      await expect(store.save("chat", [change])).rejects.toMatchObject({ detail: { type: "newer_version" } });
    }
    expect(isUntouched()).toBe(true);
    await store.save("chat", [{ type: "row", row: answerRow("row4", 4, "beside it") }]);
  });

  it("C15 goes with its chat where the person deletes that", async () => {
    const { store, file } = await withLaterRow("chat/chat/message/m1");
    await store.delete("chat");
    expect(allKeys(file)).toStrictEqual(["deleted/chat", "version"]);
  });
});

describe("C15 a value inside a row that nobody knows", () => {
  it("C15 costs a notice its unknown buttons and nothing more", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    const notice = { id: "row3", seq: 3, requestId: "r1", createdAt: 1, type: "notice", style: "info", text: "Hm." };
    const value = { ...notice, actions: ["dance", "retry"], reason: "moon", permission: "moon" };
    overwriteRow(file, "chat/chat/row/row3", JSON.stringify({ value, v: ROW_VERSION }));
    const stored = await store.load("chat");
    expect(stored?.damagedRows).toBe(0);
    expect(stored?.chat.rows.at(-1)).toStrictEqual({ ...notice, actions: ["retry"] });
  });

  it("C15 costs a result its unknown card, and not its text", async () => {
    const { store, file } = await openTempStore();
    await store.save("every", everyChange("every"));
    const result = (await store.loadCalls("every")).find(({ state }) => state.type === "result");
    const value = { ...result, state: { ...result?.state, card: { type: "hologram", items: [1] } } };
    overwriteRow(file, "chat/every/call/call%0020result", JSON.stringify({ value, v: ROW_VERSION }));
    const stored = await store.load("every");
    expect(stored?.damagedRows).toBe(0);
    expect(stored?.chat.calls.get("call result")?.state).toMatchObject({
      text: "Created ~/totals.txt.",
      card: { items: [] },
    });
  });
});

describe("C14 a save that builds on a row", () => {
  it("C14 is made where the row is there, and not where another window was first", async () => {
    const { store, file } = await openTempStore();
    const other = await openTempStore({ file });
    const queued: ChatChange = {
      type: "row",
      row: { id: "q", seq: 9, requestId: "r", createdAt: 0, type: "queued", text: "And?", attachments: [] },
    };
    await store.save("chat", [...wholeChat("chat"), queued]);
    const asMessage: ChatChange[] = [
      { type: "row_removed", rowId: "q" },
      { type: "message", message: userMessage("m3", 3, "And?") },
    ];
    const withdrawn: ChatChange[] = [{ type: "row_removed", rowId: "q" }];
    const guard = { rowsExist: ["q"] };
    const results = await Promise.allSettled([
      store.save("chat", asMessage, guard),
      other.store.save("chat", withdrawn, guard),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toStrictEqual(["fulfilled", "rejected"]);
    expect(results.find((result) => result.status === "rejected")?.reason).toMatchObject({
      detail: { type: "row_gone", rowId: "q" },
    });
    const isSent = results[0].status === "fulfilled";
    expect((await store.load("chat"))?.chat.messages).toHaveLength(isSent ? 3 : 2);
  });

  it("C14 takes the header of a chat that was not there for a new one all the same", async () => {
    const { store } = await openTempStore();
    const save = store.save("chat", [{ type: "header", header: header("chat") }], { rowsExist: ["q"] });
    await expect(save).rejects.toMatchObject({ detail: { type: "row_gone", rowId: "q" } });
    expect(await store.list()).toStrictEqual([]);
  });
});
