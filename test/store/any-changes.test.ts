import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChange, emptyChat, type ChatChange } from "../../src/agent/chat/chat";
import { answerRow, header, userMessage, userRow } from "./sample-chat";
import { openTempStore } from "./temp-store";

const text = fc.string({ unit: "binary", maxLength: 30 });
const seq = fc.nat({ max: 5 });

const change: fc.Arbitrary<ChatChange> = fc.oneof(
  text.map((title): ChatChange => ({ type: "header", header: header("chat", 0, title) })),
  fc.tuple(seq, text).map(([n, words]): ChatChange => ({ type: "row", row: answerRow(`answer${n}`, n, words) })),
  fc.tuple(seq, text).map(([n, words]): ChatChange => ({ type: "row", row: userRow(`user${n}`, n, words) })),
  seq.map((n): ChatChange => ({ type: "row_removed", rowId: `answer${n}` })),
);

describe("M3.1 any changes", () => {
  it("M3.1 in any saves, by two commands in turn, give the chat that they make in memory", async () => {
    const { store, file } = await openTempStore();
    const other = await openTempStore({ file });
    let count = 0;
    const batches = fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(batches, text, async (saves, systemPrompt) => {
        const id = `chat ${(count += 1)}`;
        const begin: ChatChange = { type: "header", header: header(id) };
        const frozen: ChatChange = { type: "frozen", frozen: { systemPrompt, tools: [] } };
        const chat = emptyChat(header(id));
        applyChange(chat, frozen);
        await store.save(id, [begin, frozen]);
        for (const [index, changes] of saves.entries()) {
          // The header names its chat; messages are only added, and the prompt is frozen once.
          const named = changes.map((one) => (one.type === "header" ? { ...one, header: { ...one.header, id } } : one));
          const message: ChatChange = { type: "message", message: userMessage(`m${index}`, index) };
          for (const one of [...named, message]) applyChange(chat, one);
          await (index % 2 === 0 ? store : other.store).save(id, [...named, message]);
        }
        const stored = await other.store.load(id);
        expect(stored?.damagedRows).toBe(0);
        expect({ ...stored?.chat, rows: stored?.chat.rows.toSorted(bySeqAndId) }).toStrictEqual({
          ...chat,
          rows: chat.rows.toSorted(bySeqAndId),
        });
      }),
      { numRuns: 60 },
    );
  });
});

function bySeqAndId(a: { seq: number; id: string }, b: { seq: number; id: string }): number {
  return a.seq - b.seq || (a.id < b.id ? -1 : 1);
}
