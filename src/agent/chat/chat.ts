import * as z from "zod";
import { callRowSchema, type CallRow } from "../history/calls";
import { markSchema, type Mark } from "../history/marks";
import { messageSchema, type Message } from "../history/messages";
import { chatRowSchema, type ChatRow } from "./rows";
import { toolDefinitionSchema } from "../tool/tool-definition";

/** What a list of chats needs to know of one. Times are milliseconds since 1970. */
export const chatHeaderSchema = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** True after New Chat: the chat does not come back by itself when a window opens. */
  left: z.boolean(),
});

/** The prompt and the tools that every request of the chat carries, frozen with the first one. */
export const frozenPromptSchema = z.object({
  systemPrompt: z.string(),
  tools: z.array(toolDefinitionSchema),
});

/** See `chatHeaderSchema`. */
export type ChatHeader = z.infer<typeof chatHeaderSchema>;
/** See `frozenPromptSchema`. */
export type FrozenPrompt = z.infer<typeof frozenPromptSchema>;

/** A chat: the history that a model sees, the calls with their results, and the rows that a person sees. */
export type Chat = {
  header: ChatHeader;
  frozen: FrozenPrompt | undefined;
  messages: Message[];
  calls: Map<string, CallRow>;
  rows: ChatRow[];
  marks: Mark[];
};

/** One change of a chat, which is also one row of the store. */
export const chatChangeSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("header"), header: chatHeaderSchema }),
  z.object({ type: z.literal("frozen"), frozen: frozenPromptSchema }),
  z.object({ type: z.literal("message"), message: messageSchema }),
  z.object({ type: z.literal("call"), call: callRowSchema }),
  z.object({ type: z.literal("row"), row: chatRowSchema }),
  z.object({ type: z.literal("row_removed"), rowId: z.string() }),
  z.object({ type: z.literal("mark"), mark: markSchema }),
]);

/** See `chatChangeSchema`. */
export type ChatChange = z.infer<typeof chatChangeSchema>;

/** A chat that holds nothing yet. */
export function emptyChat(header: ChatHeader): Chat {
  return { header, frozen: undefined, messages: [], calls: new Map(), rows: [], marks: [] };
}

/** Applies a change to a chat in memory. Messages and marks are only added; calls and rows take the place of their id. */
export function applyChange(chat: Chat, change: ChatChange): void {
  switch (change.type) {
    case "header":
      chat.header = change.header;
      return;
    case "frozen":
      chat.frozen = change.frozen;
      return;
    case "message":
      chat.messages.push(change.message);
      return;
    case "call":
      chat.calls.set(change.call.id, change.call);
      return;
    case "row":
      putRow(chat.rows, change.row);
      return;
    case "row_removed":
      chat.rows = chat.rows.filter((row) => row.id !== change.rowId);
      return;
    case "mark":
      chat.marks.push(change.mark);
      return;
  }
}

/** Rows that change are nearly always the newest, so the search goes backwards. */
function putRow(rows: ChatRow[], row: ChatRow): void {
  const index = rows.findLastIndex((other) => other.id === row.id);
  if (index === -1) rows.push(row);
  else rows[index] = row;
}

/** The calls of one request in the order in which the model made them. */
export function callsOfRequest({ messages, calls }: Chat, requestId: string): CallRow[] {
  const place = new Map(messages.map(({ id, seq }) => [id, seq]));
  const placeOf = ({ messageId }: CallRow) => place.get(messageId) ?? 0;
  return [...calls.values()]
    .filter((call) => call.requestId === requestId)
    .sort((a, b) => placeOf(a) - placeOf(b) || a.index - b.index);
}
