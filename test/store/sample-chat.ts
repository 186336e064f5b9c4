import type { CallRow, CallState } from "../../src/agent/history/calls";
import type { ChatChange, ChatHeader } from "../../src/agent/chat/chat";
import type { Message } from "../../src/agent/history/messages";
import type { ChatRow } from "../../src/agent/chat/rows";

/** A moment that the samples count from. Milliseconds since 1970. */
export const START = 1_790_000_000_000;

/** The header of a chat that changed `minute` minutes after the start. */
export function header(id: string, minute = 0, title = `Chat ${id}`): ChatHeader {
  return { id, title, createdAt: START, updatedAt: START + minute * 60_000, left: false };
}

/** A message of the person. */
export function userMessage(id: string, seq: number, text = `Question ${id}`): Message {
  return { id, seq, requestId: "r1", createdAt: START + seq, role: "user", content: [{ type: "text", text }] };
}

/** A turn of the model with one tool call. */
function assistantMessage(id: string, seq: number): Message {
  return {
    id,
    seq,
    requestId: "r1",
    createdAt: START + seq,
    role: "assistant",
    content: [
      { type: "thinking", text: "The invoices first.", signature: "sig-1" },
      { type: "text", text: "Looking for invoices." },
      {
        type: "tool_use",
        id: "toolu_1",
        name: "search_files",
        input: { query: "invoice" },
        rawInput: '{"query":"invoice"}',
      },
    ],
    provider: "anthropic",
    model: "made-up-model",
    stopReason: { type: "tool_use" },
    usage: { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 },
  };
}

/** A call of the message `messageId`, in a state. */
export function call(id: string, state: CallState, messageId = "m2"): CallRow {
  return {
    id,
    requestId: "r1",
    messageId,
    index: 0,
    tool: "create_file",
    risk: "write",
    input: { path: "~/totals.txt", content: "42" },
    label: "Creating totals.txt…",
    state,
  };
}

/** The result of a tool that ran. */
export const RESULT = {
  type: "result",
  at: START + 9,
  text: "Created ~/totals.txt.",
  isError: false,
  ran: true,
  summary: "Created totals.txt",
} as const satisfies CallState;

/** A row with a question of the person. */
export function userRow(id: string, seq: number, text = `Question ${id}`): ChatRow {
  return { id, seq, requestId: "r1", createdAt: START + seq, type: "user", text };
}

/** A row with an answer that is still being written. */
export function answerRow(id: string, seq: number, text: string): ChatRow {
  return { id, seq, requestId: "r1", createdAt: START + seq, type: "answer", text, status: "streaming" };
}

/** A row that shows a call. */
export function callChatRow(id: string, seq: number, callId: string): ChatRow {
  return { id, seq, requestId: "r1", createdAt: START + seq, type: "call", callId };
}

/** The changes of a small chat with everything in it. */
export function wholeChat(id: string): ChatChange[] {
  return [
    { type: "header", header: header(id) },
    { type: "frozen", frozen: { systemPrompt: "You are Orbit.", tools: [] } },
    { type: "message", message: userMessage("m1", 1, ":base64:AAAA 🧾 \u0000 \ud800") },
    { type: "row", row: userRow("row1", 1, "Find my invoices") },
    { type: "message", message: assistantMessage("m2", 2) },
    { type: "call", call: call("c1", { type: "announced" }) },
    { type: "row", row: callChatRow("row2", 2, "c1") },
    { type: "row", row: answerRow("row3", 3, "Looking") },
    { type: "mark", mark: { id: "mark1", type: "superseded", messageId: "m2" } },
  ];
}
