import { describe, expect, it } from "vitest";
import type { ChatChange } from "../../src/agent/chat/chat";
import { watchedDriver, withDatabase } from "./raw-database";
import { answerRow, call, header, RESULT, userMessage } from "./sample-chat";
import { openTempStore } from "./temp-store";

const messages = (count: number): ChatChange[] =>
  Array.from({ length: count }, (_, seq) => ({ type: "message", message: userMessage(`m${seq}`, seq) }));

describe("M3.1 the cost of the store's work", () => {
  it("M3.1 grows with no chat's length: every statement finds its rows by an index", async () => {
    const statements = new Set<string>();
    const { store, file } = await openTempStore({ driver: watchedDriver((sql) => statements.add(sql)) });
    statements.clear();
    await store.save("chat", [
      { type: "header", header: header("chat") },
      { type: "call", call: call("c1", RESULT) },
      { type: "row_removed", rowId: "row1" },
    ]);
    await store.load("chat");
    await store.list();
    await store.delete("chat");

    const plans = [...statements]
      .filter((sql) => /^(?:SELECT|DELETE|INSERT)/.test(sql))
      .map((sql) => planOf(file, sql));
    expect(plans.length).toBeGreaterThanOrEqual(5);
    for (const plan of plans) expect(plan).not.toContain("SCAN orbit");
    expect(planOf(file, "SELECT value FROM orbit ORDER BY rowid")).toContain("SCAN orbit");
    expect(plans.filter((plan) => plan.includes("SEARCH orbit USING INDEX")).length).toBeGreaterThanOrEqual(4);
  });

  it("M3.1 takes as many statements for a save in a chat of 2,000 messages as in one of 2", async () => {
    let count = 0;
    const { store } = await openTempStore({ driver: watchedDriver(() => (count += 1)) });
    await store.save("short", messages(2));
    await store.save("long", messages(2000));
    const statementsOf = async (chatId: string) => {
      count = 0;
      await store.save(chatId, [
        { type: "header", header: header(chatId) },
        { type: "row", row: answerRow("row1", 1, "text") },
      ]);
      await store.save(chatId, [{ type: "row", row: answerRow("row1", 1, "more text") }]);
      return count;
    };
    const short = await statementsOf("short");
    expect(short).toBeLessThanOrEqual(9);
    expect(await statementsOf("long")).toBe(short);
  });

  it("M3.1 allows any number of changes in a save, in one save after the other", async () => {
    const { store } = await openTempStore();
    for (let count = 1; count <= 80; count += 1) await store.save(`chat ${count}`, messages(count));
    await store.save("large", messages(1500));
    await store.save("large", []);
    expect((await store.load("chat 80"))?.chat.messages).toHaveLength(80);
    expect((await store.load("large"))?.chat.messages).toHaveLength(1500);
  });
});

function planOf(file: string, sql: string): string {
  return withDatabase(file, (database) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...Array<string>(sql.split("?").length - 1).fill("x"))
      .map((row) => String(row["detail"]))
      .join("; "),
  );
}
