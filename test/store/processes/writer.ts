import { once } from "node:events";
import * as z from "zod";
import type { ChatChange } from "../../../src/agent/chat/chat";
import { StoreError, type ChatStore } from "../../../src/agent/ports/store";
import { openChatStore } from "../../../src/store/open-chat-store";
import { EVERY_STATE } from "../every-change";
import { call, header, userMessage, userRow } from "../sample-chat";

const taskSchema = z.discriminatedUnion("task", [
  z.object({ task: z.literal("write"), name: z.string(), saves: z.number() }),
  z.object({ task: z.literal("run"), chatId: z.string() }),
  z.object({ task: z.literal("decide"), word: z.enum(["approved", "declined"]) }),
]);

/** A process of its own on a store, told what to do by its arguments and when by its standard input. */
async function main(): Promise<void> {
  const [file = "", task = ""] = process.argv.slice(2);
  const work = taskSchema.parse(JSON.parse(task));
  const { store } = await openChatStore({ file, now: () => new Date(), lockTimeoutMs: 20_000 });
  say("ready");
  await once(process.stdin, "data");
  switch (work.task) {
    case "write":
      await write(store, work.name, work.saves);
      break;
    case "run":
      await run(store, work.chatId);
      break;
    case "decide":
      await decide(store, work.word);
      break;
  }
  await store.close();
}

/** Saves in a chat that both processes write, and in one of its own. */
async function write(store: ChatStore, name: string, saves: number): Promise<void> {
  for (let seq = 0; seq < saves; seq += 1) {
    await store.save("shared", [{ type: "message", message: userMessage(`${name} ${seq}`, seq) }]);
    await store.save(name, [
      { type: "header", header: header(name, seq) },
      { type: "row", row: userRow(`row ${seq}`, seq, `${name} number ${seq}`) },
    ]);
  }
}

/** Adds to a chat, as a run does, until it may not any more. */
async function run(store: ChatStore, chatId: string): Promise<void> {
  for (let seq = 100; ; seq += 1) {
    const saved = await outcome(store.save(chatId, [{ type: "row", row: userRow(`row ${seq}`, seq, "saved") }]));
    if (saved === "stored") {
      say(`saved ${seq - 99}`);
      continue;
    }
    say(`save: ${saved}`);
    say(`lease: ${await outcome(store.takeLease(chatId, { window: "w", until: 10 }, 0))}`);
    return;
  }
}

/** Gives the same word on the form of every chat. */
async function decide(store: ChatStore, word: "approved" | "declined"): Promise<void> {
  const form = EVERY_STATE.awaiting_approval;
  for (let round = 0; ; round += 1) {
    const chatId = `chat ${round}`;
    if ((await store.load(chatId)) === undefined) return;
    const waiting: ChatChange = { type: "call", call: call("c1", form) };
    const state = word === "approved" ? { ...EVERY_STATE.approved, approval: form.approval } : EVERY_STATE.declined;
    await outcome(store.save(chatId, [waiting]));
    say(await outcome(store.save(chatId, [{ type: "call", call: call("c1", state) }])));
  }
}

/** `stored`, or what the store had against it. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "stored";
  } catch (error) {
    if (error instanceof StoreError) return error.detail.type;
    throw error;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

void main();
