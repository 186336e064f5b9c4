import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import * as z from "zod";
import { emptyChat, type ChatChange } from "../../src/agent/chat/chat";
import { openChatStore } from "../../src/store/open-chat-store";
import type { BenchResult } from "./bench-result";
import { startServerProcess } from "./server-process";

const BUNDLE = join(import.meta.dirname, "..", "..", "dist", "ask-orbit.js");
/** Each has four rows in the chat: the question, a call, the answer, and what was sent to whom. */
const REQUESTS = 2_500;

const HEAP_LIMIT_MB = 60;
/** What V8 gives to new objects of that. */
const YOUNG_MB = 12;
/** Raycast's own limit, under which V8 lets garbage lie for longer. */
const RAYCAST_LIMIT_MB = 100;

const outcome = z.object({
  openedMs: z.number(),
  openedHeapMb: z.number(),
  streamedHeapMb: z.number(),
  characters: z.number(),
});

/**
 * A chat of 10,000 rows, opened by the built command in a worker, and an answer of 20,000 deltas streamed into it. The
 * worker has no more heap than the limit, old and new objects together: if it needs more, it ends, and there is no figure.
 */
export async function benchLongChat(): Promise<BenchResult[]> {
  const server = await startServerProcess("stream/delta-server.ts");
  try {
    const baseUrl = `${server.origin}/v1`;
    const bounded = await runCommand(baseUrl, HEAP_LIMIT_MB);
    const roomy = await runCommand(baseUrl, RAYCAST_LIMIT_MB);
    return [
      { name: `long chat: opening ${REQUESTS * 4} rows`, value: roomy.openedMs, unit: "ms" },
      { name: "long chat: peak heap while it opens", value: bounded.openedHeapMb, unit: "MB", limit: HEAP_LIMIT_MB },
      {
        name: "long chat: peak heap while it streams",
        value: bounded.streamedHeapMb,
        unit: "MB",
        limit: HEAP_LIMIT_MB,
      },
      {
        name: `long chat: the same in a heap of ${RAYCAST_LIMIT_MB} MB, garbage included`,
        value: roomy.streamedHeapMb,
        unit: "MB",
        limit: RAYCAST_LIMIT_MB,
      },
      { name: "long chat: characters shown at its end", value: bounded.characters, unit: "" },
    ];
  } finally {
    server.stop();
  }
}

/** Figures that are no numbers where the heap is too small. */
async function runCommand(baseUrl: string, heapMb: number): Promise<z.infer<typeof outcome>> {
  const supportPath = await mkdtemp(join(tmpdir(), "orbit-bench-"));
  await storeLongChat(supportPath);
  const worker = new Worker(join(import.meta.dirname, "long-chat", "long-chat-worker.ts"), {
    workerData: { bundle: BUNDLE, supportPath, baseUrl },
    execArgv: ["--import", "tsx", "--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: heapMb - YOUNG_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  try {
    return outcome.parse((await once(worker, "message"))[0]);
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    return { openedMs: NaN, openedHeapMb: NaN, streamedHeapMb: NaN, characters: NaN };
  } finally {
    await worker.terminate();
    await rm(supportPath, { recursive: true, force: true });
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** A chat that was used a moment ago, so that it comes back by itself. */
async function storeLongChat(supportPath: string): Promise<void> {
  const now = Date.now();
  const { store } = await openChatStore({ file: join(supportPath, "orbit.sqlite"), now: () => new Date(now) });
  const { header } = emptyChat({ id: "long", title: "Long", createdAt: now, updatedAt: now, left: false });
  await store.save("long", [
    { type: "header", header },
    { type: "frozen", frozen: { systemPrompt: "Be brief.", tools: [] } },
    ...Array.from({ length: REQUESTS }, (_, index) => requestChanges(index, now)).flat(),
  ]);
  await store.close();
}

/** All that one request leaves behind: a question, a turn that calls a tool, its result, an answer. */
function requestChanges(index: number, now: number): ChatChange[] {
  const requestId = `r${index}`;
  const createdAt = now - 1_000 * (REQUESTS - index);
  const question = `What does the file number ${index} say, and is it the same as last week?`;
  const answer = `File number ${index} says what it said last week. `.repeat(6);
  const made = { requestId, createdAt };
  const turn = { ...made, role: "assistant", provider: "openai", model: "bench" } as const;
  const use = { type: "tool_use", id: `call_${index}`, name: "read_file", input: { path: `~/${index}.txt` } } as const;
  const message = (place: number) => ({ id: `m${index}.${place}`, seq: 3 * index + place });
  const row = (place: number) => ({ ...made, id: `row${index}.${place}`, seq: 4 * index + place });
  return [
    { type: "message", message: { ...made, ...message(1), role: "user", content: [{ type: "text", text: question }] } },
    {
      type: "message",
      message: {
        ...turn,
        ...message(2),
        content: [{ ...use, rawInput: JSON.stringify(use.input) }],
        stopReason: { type: "tool_use" },
      },
    },
    {
      type: "call",
      call: {
        id: `call${index}`,
        requestId,
        messageId: `m${index}.2`,
        index: 0,
        tool: "read_file",
        risk: "read",
        input: use.input,
        label: `Reading ${index}.txt…`,
        state: {
          type: "result",
          at: createdAt,
          text: `The text of file number ${index}. `.repeat(8),
          isError: false,
          ran: true,
          summary: `Read ${index}.txt`,
          card: {
            type: "files",
            items: [{ path: `~/${index}.txt`, name: `${index}.txt`, isFolder: false, size: 240 }],
          },
          disclosures: [{ kind: "fileContents", count: 1 }],
        },
      },
    },
    {
      type: "message",
      message: {
        ...turn,
        ...message(3),
        content: [{ type: "text", text: answer }],
        stopReason: { type: "end_turn" },
      },
    },
    { type: "row", row: { ...row(1), type: "user", text: question } },
    { type: "row", row: { ...row(2), type: "call", callId: `call${index}` } },
    { type: "row", row: { ...row(3), type: "answer", text: answer, status: "complete" } },
    {
      type: "row",
      row: { ...row(4), type: "disclosure", items: [{ kind: "fileContents", count: 1 }], recipient: "bench" },
    },
  ];
}
