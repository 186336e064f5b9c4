import { jsonObjectSchema, type JsonObject } from "../../agent/text/json";
import type { ThinkingBlock } from "../../agent/history/messages";
import { countOf, jsonTextOf, listOf, member, textOf } from "../http/lenient";

/** A piece of a tool call. Empty text means absent, as servers fill what they repeat with "" or null. */
export type ToolCallFragment = {
  index: number | undefined;
  id: string | undefined;
  name: string | undefined;
  arguments: string;
  /** Members of the server's own that it wants back with the call, under their names. */
  extra: JsonObject | undefined;
};

/** A piece of reasoning, and the field it came in; none where it came as a part of the content. */
export type ReasoningDelta = { text: string; field: ThinkingBlock["field"] };

/** Where OpenRouter and LiteLLM put the reasoning that they want back as it came. */
export const REASONING_LISTS = ["reasoning_details", "thinking_blocks"] as const;

export type ReasoningList = (typeof REASONING_LISTS)[number];

/** What one chunk adds to the turn. */
export type ChatChunk = {
  model: string | undefined;
  text: string;
  reasoning: ReasoningDelta | undefined;
  /** Pieces of the reasoning in the server's own form, signed or encrypted. */
  reasoningItems: Partial<Record<ReasoningList, JsonObject[]>>;
  /** What Gemini signs its text with. */
  textSignature: string | undefined;
  toolCalls: ToolCallFragment[];
  finishReason: string | undefined;
  usage: unknown;
};

/**
 * Reads a chunk of a Chat Completions stream (https://platform.openai.com/docs/api-reference/chat-streaming), or a whole
 * completion, which has `message` in place of `delta`. Only the first choice counts: no other was asked for.
 */
export function readChunk(chunk: unknown): ChatChunk {
  const choice = listOf(member(chunk, "choices")).find((item) => (countOf(member(item, "index")) ?? 0) === 0);
  const delta = member(choice, "delta") ?? member(choice, "message");
  const content = member(delta, "content");
  return {
    model: textOf(member(chunk, "model")),
    // A refusal in words takes the place of the content, and is the answer.
    text:
      typeof content === "string" ? content : (partsText(content, "text") ?? textOf(member(delta, "refusal")) ?? ""),
    reasoning: readReasoning(delta, content),
    reasoningItems: readReasoningItems(delta),
    textSignature: thoughtSignature(delta),
    toolCalls: readToolCalls(delta),
    finishReason: textOf(member(choice, "finish_reason")),
    usage: member(chunk, "usage") ?? member(choice, "usage"),
  };
}

/** Some servers repeat the same reasoning in both fields; once is enough. */
function readReasoning(delta: unknown, content: unknown): ReasoningDelta | undefined {
  for (const field of ["reasoning", "reasoning_content"] as const) {
    const text = textOf(member(delta, field));
    if (text !== undefined) return { text, field };
  }
  const text = partsText(content, "thinking");
  return text === undefined ? undefined : { text, field: undefined };
}

function readReasoningItems(delta: unknown): ChatChunk["reasoningItems"] {
  const items: ChatChunk["reasoningItems"] = {};
  for (const list of REASONING_LISTS) {
    const found = listOf(member(delta, list)).map(objectOf);
    if (found.length > 0) items[list] = found.filter((item) => item !== undefined);
  }
  return items;
}

/** The text of the content parts of a type; Mistral nests text parts in its thinking parts. */
function partsText(content: unknown, type: "text" | "thinking"): string | undefined {
  if (!Array.isArray(content)) return undefined;
  const texts = listOf(content)
    .filter((part) => member(part, "type") === type)
    .map((part) => textOf(member(part, type)) ?? partsText(member(part, type), "text") ?? "");
  return textOf(texts.join(""));
}

/** One call may come without its list, and older servers have a single `function_call`. */
function readToolCalls(delta: unknown): ToolCallFragment[] {
  const calls = member(delta, "tool_calls") ?? member(delta, "function_call");
  if (calls === undefined || calls === null) return [];
  return Array.isArray(calls) ? listOf(calls).map(readFragment) : [readFragment(calls)];
}

function readFragment(call: unknown): ToolCallFragment {
  // Without its envelope a call is one all the same; passed over, nobody would learn that it was made.
  const fn = member(call, "function") ?? call;
  return {
    index: countOf(member(call, "index")),
    id: textOf(member(call, "id")),
    name: textOf(member(fn, "name")),
    arguments: jsonTextOf(member(fn, "arguments")),
    extra: readExtra(call),
  };
}

/** Where Gemini and LiteLLM put the signatures that they refuse a history without. What it says is theirs alone. */
const EXTRA_MEMBERS = ["extra_content", "provider_specific_fields"];

function readExtra(call: unknown): JsonObject | undefined {
  const members = EXTRA_MEMBERS.flatMap((name) => {
    const value = objectOf(member(call, name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Of a message only this goes back: what else stands beside it tells of a piece, such as that it is a thought. */
function thoughtSignature(delta: unknown): string | undefined {
  return textOf(member(member(member(delta, "extra_content"), "google"), "thought_signature"));
}

function objectOf(value: unknown): JsonObject | undefined {
  return value === undefined ? undefined : jsonObjectSchema.safeParse(value).data;
}
