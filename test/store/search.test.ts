import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatChange } from "../../src/agent/chat/chat";
import type { ChatRow } from "../../src/agent/chat/rows";
import type { ChatStore } from "../../src/agent/ports/store";
import { withDatabase } from "./raw-database";
import { answerRow, header, START, userRow, wholeChat } from "./sample-chat";
import { openTempStore } from "./temp-store";

/** A row with an answer that is written to its end. */
function answered(id: string, seq: number, text: string): ChatRow {
  return { id, seq, requestId: "r1", createdAt: START + seq, type: "answer", text, status: "complete" };
}

function chatOf(id: string, ...rows: ChatRow[]): ChatChange[] {
  return [{ type: "header", header: header(id) }, ...rows.map((row): ChatChange => ({ type: "row", row }))];
}

/** A store with one chat for each text. */
async function storeOf(texts: Record<string, string>) {
  const opened = await openTempStore();
  for (const [id, text] of Object.entries(texts)) await opened.store.save(id, chatOf(id, userRow("row1", 1, text)));
  return opened;
}

/** The chats that a search finds, sorted. */
async function found(store: ChatStore, words: string): Promise<string[]> {
  return (await store.search(words)).map(({ chatId }) => chatId).toSorted();
}

describe("C15 a search over all chats", () => {
  it("C15 gives each question and answer that holds all words, the newest first, with what a list shows", async () => {
    const { store } = await openTempStore();
    await store.save(
      "a",
      chatOf("a", userRow("row1", 1, "Find my invoices"), answered("row2", 2, "No invoice there.")),
    );
    await store.save("b/ü", chatOf("b/ü", userRow("row 1", 7, "An invoice\n from   Jo")));
    expect(await store.search("invoice")).toStrictEqual([
      { chatId: "b/ü", title: "Chat b/ü", rowId: "row 1", snippet: "An invoice from Jo", at: START + 7 },
      { chatId: "a", title: "Chat a", rowId: "row2", snippet: "No invoice there.", at: START + 2 },
      { chatId: "a", title: "Chat a", rowId: "row1", snippet: "Find my invoices", at: START + 1 },
    ]);
    expect((await store.search("invoice jo")).map(({ chatId }) => chatId)).toStrictEqual(["b/ü"]);
    expect(await store.search("invoice", 1)).toHaveLength(1);
    expect(await store.search("receipt")).toStrictEqual([]);
  });

  it("C15 shows the text around the first word of a long one", async () => {
    const { store } = await storeOf({ a: `${"before ".repeat(200)}needle${" after".repeat(200)}` });
    const [hit] = await store.search("needle");
    expect(hit?.snippet).toMatch(/^…[a-z ]*needle[a-z ]*…$/);
    expect(hit?.snippet.length).toBeLessThan(200);
  });

  it.each([
    ["muller", "latin"],
    ["MÜLLER große", "latin"],
    ["счет", "none"],
    ["Найди", "cyrillic"],
    ["請求", "japanese"],
    ["求書", "japanese"],
    ["さが", "japanese"],
    ["แจ้ง", "thai"],
    ["청구", "korean"],
    ["चाल", "hindi"],
  ])("C15 takes words as they are typed in any script: %s", async (words, expected) => {
    const { store } = await storeOf({
      latin: "Die große Rechnung von Müller",
      cyrillic: "Найди накладную",
      japanese: "請求書をさがしてください",
      thai: "ค้นหาใบแจ้งหนี้",
      korean: "한국어 청구서를 찾아",
      hindi: "हिन्दी चालान",
    });
    expect(await found(store, words)).toStrictEqual(expected === "none" ? [] : [expected]);
  });

  it("C15 gives back a text of such a script as it was", async () => {
    const { store } = await storeOf({ a: "請求書と領収書" });
    expect((await store.search("領収"))[0]?.snippet).toBe("請求書と領収書");
  });

  it("C15 has no language of its own: whatever is typed is words, or nothing", async () => {
    const { store } = await storeOf({ a: 'NEAR the OR, col:umn x\' "quoted" - and^', b: "something else" });
    for (const words of [
      "NEAR(the OR)",
      "col:umn",
      "x'",
      '"quoted"',
      "\"quo*'",
      "{text}: the",
      "the AND",
      "NOT",
      "^and",
      "\0the",
    ]) {
      expect([words, (await found(store, words)).filter((id) => id === "b")]).toStrictEqual([words, []]);
    }
    expect(await found(store, "\"OR' the*")).toStrictEqual(["a"]);
    for (const words of ["", "  ", "*", '"', "🙂", "\ud800", "'; DROP TABLE orbit; --%"]) {
      expect(await store.search(words)).toStrictEqual([]);
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (words) => {
        expect(Array.isArray(await store.search(words))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("C15 finds a text by any of its words, whichever letters it has", async () => {
    const { store } = await openTempStore();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), async (word) => {
        fc.pre(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u.test(word));
        const id = `chat ${(count += 1)}`;
        await store.save(id, [{ type: "row", row: userRow("row1", 1, `before ${word} after`) }]);
        expect(await found(store, word)).toContain(id);
        await store.delete(id);
      }),
      { numRuns: 100 },
    );
  });
});

describe("C15 the index", () => {
  it("C15 has an answer once it is written, whichever way it ended, and nothing else", async () => {
    const { store } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    await store.save("chat", [{ type: "row", row: answerRow("row3", 3, "half a needle") }]);
    expect(await store.search("needle")).toStrictEqual([]);
    for (const status of ["complete", "stopped", "interrupted"] as const) {
      await store.save("chat", [
        { type: "row", row: { ...answered("row3", 3, `whole needle ${status}`), status } as ChatRow },
      ]);
      expect((await store.search("needle")).map(({ snippet }) => snippet)).toStrictEqual([`whole needle ${status}`]);
    }
    expect(await store.search("toolu")).toStrictEqual([]);
  });

  it("C15 follows a row that is removed, in the same save or a later one", async () => {
    const { store } = await storeOf({ a: "needle one", b: "needle two" });
    await store.save("a", [{ type: "row_removed", rowId: "row1" }]);
    await store.save("b", [
      { type: "row", row: userRow("row2", 2, "needle three") },
      { type: "row_removed", rowId: "row2" },
    ]);
    expect(await found(store, "needle")).toStrictEqual(["b"]);
    await store.save("a", [{ type: "row", row: userRow("row1", 1, "straw") }]);
    expect([await found(store, "needle"), await found(store, "straw")]).toStrictEqual([["b"], ["a"]]);
  });

  it("C15 keeps nothing of a save that failed", async () => {
    const { store } = await storeOf({ a: "straw" });
    const save = store.save("a", [
      { type: "row", row: userRow("row2", 2, "needle") },
      { type: "frozen", frozen: { systemPrompt: "one", tools: [] } },
      { type: "frozen", frozen: { systemPrompt: "two", tools: [] } },
    ]);
    await expect(save).rejects.toMatchObject({ detail: { type: "history_rewritten" } });
    expect(await store.search("needle")).toStrictEqual([]);
  });

  it.each(["delete", "deleteAll"] as const)("C15 forgets a deleted chat, also in the file (%s)", async (way) => {
    const { store, file } = await storeOf({ a: "the quick brownneedle jumps", b: "straw" });
    expect(
      (await readFile(file)).includes("brownneedle") || (await readFile(`${file}-wal`)).includes("brownneedle"),
    ).toBe(true);
    await store[way]("a");
    expect(await store.search("brownneedle")).toStrictEqual([]);
    expect(await found(store, "straw")).toStrictEqual(way === "delete" ? ["b"] : []);
    await store.close();
    const bytes = await readFile(file);
    expect([bytes.includes("brownneedle"), bytes.includes("rownneedl")]).toStrictEqual([false, false]);
  });

  it("C15 is made again where it is missing", async () => {
    const { store, file } = await storeOf({ a: "needle", b: "請求書" });
    await store.close();
    withDatabase(file, (database) => {
      database.exec("DROP TABLE chat_search");
    });
    const next = await openTempStore({ file });
    expect([await found(next.store, "needle"), await found(next.store, "求")]).toStrictEqual([["a"], ["b"]]);
  });

  it.each(["DELETE FROM chat_search_data", "UPDATE chat_search_data SET block = x'ffffffff' WHERE id > 10"])(
    "C15 is made again where it is damaged, and the chats stay: %s",
    async (damage) => {
      const { store, file } = await storeOf({ a: "needle", b: "straw" });
      withDatabase(file, (database) => {
        database.exec(damage);
      });
      const damaged = await openTempStore({ file });
      await expect(damaged.store.search("needle")).rejects.toMatchObject({ detail: { type: "corrupt" } });
      await damaged.store.close();
      await store.close();
      const next = await openTempStore({ file });
      expect(next.setAside).toBeUndefined();
      expect(await found(next.store, "needle")).toStrictEqual(["a"]);
      expect(await next.store.list()).toHaveLength(2);
    },
  );
});
