import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatChange } from "../../src/agent/chat/chat";
import type { ChatRow } from "../../src/agent/chat/rows";
import type { ChatStore } from "../../src/agent/ports/store";
import { openChatStore } from "../../src/store/open-chat-store";
import { header, START, userMessage } from "../store/sample-chat";
import type { BenchResult } from "./bench-result";

const SHORT = 50;
const LONG = 5000;
const ROUNDS = 200;
const WARM_UP = 20;

// A save must not get dearer as its chat grows.
const SAVE_RATIO_LIMIT = 1.5;

/**
 * Measures a save in a short and in a long chat, full-text search included, in turns so that both see the same machine; the
 * loading of the long one, and a search in all.
 */
export async function benchStore(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), "orbit-bench-"));
  const { store } = await openChatStore({ file: join(folder, "orbit.sqlite"), now: () => new Date() });
  try {
    // The rounds make the short chat longer too, so it is several, each used for a few rounds.
    const shortChats = Array.from({ length: 10 }, (_, index) => `short ${index}`);
    for (const id of [...shortChats, "long"]) await store.save(id, filledChat(id, id === "long" ? LONG : SHORT));

    const short: number[] = [];
    const long: number[] = [];
    for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
      const times = [
        await timed(() => saveTurn(store, shortChats[round % shortChats.length] ?? "short 0", LONG + round)),
        await timed(() => saveTurn(store, "long", LONG + round)),
      ] as const;
      if (round < WARM_UP) continue;
      short.push(times[0]);
      long.push(times[1]);
    }
    const loads: number[] = [];
    for (let round = 0; round < 5; round += 1) loads.push(await timed(() => store.load("long")));
    const searches: number[] = [];
    for (let round = 0; round < 5; round += 1) searches.push(await timed(() => store.search("answer length")));

    const shortName = `save in a chat of ${SHORT} messages`;
    return [
      { name: shortName, value: median(short), unit: "ms" },
      { name: `save in a chat of ${LONG} messages`, value: median(long), unit: "ms" },
      {
        name: "save, long chat to short",
        value: median(long) / median(short),
        unit: "×",
        ratioTo: shortName,
        limit: SAVE_RATIO_LIMIT,
      },
      { name: `load of a chat of ${LONG} messages`, value: median(loads), unit: "ms" },
      { name: "search for two words that are everywhere", value: median(searches), unit: "ms" },
    ];
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
  }
}

function filledChat(id: string, count: number): ChatChange[] {
  const messages = Array.from({ length: count }, (_, seq): ChatChange[] => [
    { type: "message", message: userMessage(`m${seq}`, seq, "a question of some length ".repeat(20)) },
    { type: "row", row: answer(seq) },
  ]);
  return [{ type: "header", header: header(id) }, ...messages.flat()];
}

/** What a turn stores: its message, the answer's row, the header. */
async function saveTurn(store: ChatStore, chatId: string, seq: number): Promise<void> {
  await store.save(chatId, [
    { type: "message", message: userMessage(`m${seq}`, seq, "a question of some length ".repeat(20)) },
    { type: "row", row: answer(seq) },
    { type: "header", header: header(chatId, seq) },
  ]);
}

/** An answer that is written, which the search index takes in. */
function answer(seq: number): ChatRow {
  const text = `answer number ${seq} of some length `.repeat(15);
  return { id: `row${seq}`, seq, requestId: "r1", createdAt: START + seq, type: "answer", text, status: "complete" };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
