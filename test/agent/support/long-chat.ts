import { applyChange, emptyChat, type Chat } from "../../../src/agent/chat/chat";
import type { AssistantMessage, ContentBlock, Message, TokenUsage } from "../../../src/agent/history/messages";

/** One turn of a made-up chat: a question before it where there is one, what it thought and called, and what came back. */
export type MadeTurn = {
  question?: string;
  thinking?: string;
  text?: string;
  outputs?: readonly string[];
  usage?: TokenUsage;
};

const RECIPIENT = "anthropic@script";

/** A chat of such turns, each call with its result. It ends with a question, or with results that wait for an answer. */
export function chatOfTurns(turns: readonly MadeTurn[], lastQuestion?: string): Chat {
  const chat = emptyChat({ id: "chat", title: "", createdAt: 0, updatedAt: 0, left: false });
  chat.frozen = { systemPrompt: "Be brief.", tools: [] };
  for (const turn of turns) {
    if (turn.question !== undefined) addMessage(chat, { role: "user", content: textBlocks(turn.question) });
    addTurn(chat, turn);
  }
  if (lastQuestion !== undefined) addMessage(chat, { role: "user", content: textBlocks(lastQuestion) });
  return chat;
}

function addTurn(chat: Chat, { thinking, text = "", outputs = [], usage }: MadeTurn): void {
  const uses = outputs.map((_, index): ContentBlock => ({
    type: "tool_use",
    id: `use_${chat.messages.length}_${index}`,
    name: "read_file",
    input: { path: `~/file ${index}.txt` },
    rawInput: "{}",
  }));
  const thought: ContentBlock[] =
    thinking === undefined ? [] : [{ type: "thinking", text: thinking, signature: "signed" }];
  const message = addMessage(chat, {
    role: "assistant",
    content: [...thought, ...textBlocks(text), ...uses],
    provider: "anthropic",
    recipientKey: RECIPIENT,
    model: "made-up-model",
    stopReason: { type: uses.length > 0 ? "tool_use" : "end_turn" },
    ...(usage && { usage }),
  });
  for (const [index, output] of outputs.entries()) addResult(chat, message, index, output);
}

function addResult(chat: Chat, { id: messageId, requestId }: Message, index: number, text: string): void {
  const id = `call_${messageId}_${index}`;
  const state = { type: "result", at: 0, text, isError: false, ran: true, summary: "Read" } as const;
  const call = {
    id,
    requestId,
    messageId,
    index,
    tool: "read_file",
    risk: "read",
    input: {},
    label: "Reading",
  } as const;
  applyChange(chat, { type: "call", call: { ...call, state } });
}

type New<Kind extends Message> = Omit<Kind, "id" | "seq" | "requestId" | "createdAt">;

function addMessage(chat: Chat, message: New<AssistantMessage> | New<Extract<Message, { role: "user" }>>): Message {
  const seq = chat.messages.length + 1;
  const requests = chat.messages.filter(({ role }) => role === "user").length + (message.role === "user" ? 1 : 0);
  const added: Message = { id: `m${seq}`, seq, requestId: `r${requests}`, createdAt: 0, ...message };
  chat.messages.push(added);
  return added;
}

function textBlocks(text: string): ContentBlock[] {
  return text === "" ? [] : [{ type: "text", text }];
}
