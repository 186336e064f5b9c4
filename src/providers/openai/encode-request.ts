import {
  canonicalJson,
  isJsonObject,
  parseJson,
  wellFormObject,
  type JsonObject,
  type JsonValue,
} from "../../agent/text/json";
import type { SentBlock, SentMessage, ToolUseBlock } from "../../agent/history/messages";
import type { ProviderRequest } from "../../agent/ports/provider";
import { mergeRoles } from "../http/merge-roles";
import { REASONING_LISTS } from "./read-chunk";

/**
 * The body of a Chat Completions request (https://platform.openai.com/docs/api-reference/chat/create). The same request
 * always gives the same bytes, so that a server's prompt cache holds.
 */
export function encodeRequest(
  request: ProviderRequest,
  model: string,
  effort: "low" | "medium" | "high" | undefined,
  withUsage = true,
): string {
  const body: JsonObject = { model, stream: true, messages: encodeMessages(request) };
  if (request.tools.length > 0) {
    body["tools"] = request.tools.map(({ name, description, inputSchema }) => ({
      type: "function",
      function: { name, description, parameters: inputSchema },
    }));
  }
  if (effort !== undefined) body["reasoning_effort"] = effort;
  // Most servers count the tokens of a streamed turn only where they are asked to.
  if (withUsage) body["stream_options"] = { include_usage: true };
  // Prompt and tools hold names from outside, which may be cut in the middle of a character.
  return canonicalJson(wellFormObject(body));
}

function encodeMessages({ systemPrompt, messages }: ProviderRequest): JsonObject[] {
  const merged = mergeRoles(messages.filter(({ content }) => content.some(isSent)));
  const loopStart = merged.findLastIndex(isFromPerson);
  return [
    ...(systemPrompt.trim() === "" ? [] : [{ role: "system", content: systemPrompt }]),
    ...merged.flatMap((message, position) =>
      message.role === "user"
        ? encodeUserMessage(message.content)
        : encodeAssistantMessage(message.content, position > loopStart),
    ),
  ];
}

/** What the person sent, as against the results of calls alone: reasoning before it belongs to a finished turn. */
function isFromPerson({ role, content }: SentMessage): boolean {
  return role === "user" && content.some(isVisible);
}

/** Reasoning goes along with calls only, and says nothing by itself. */
function isSent(block: SentBlock): boolean {
  return isVisible(block) || block.type === "tool_use" || block.type === "tool_result";
}

function isVisible(block: SentBlock): block is Extract<SentBlock, { type: "text" | "image" }> {
  return block.type === "image" || (block.type === "text" && block.text.trim() !== "");
}

function encodeUserMessage(content: SentBlock[]): JsonObject[] {
  const results = content
    .filter((block) => block.type === "tool_result")
    .map((block) => ({ role: "tool", tool_call_id: block.toolUseId, content: block.content }));
  const visible = encodeVisible(content);
  return visible === undefined ? results : [...results, { role: "user", content: visible }];
}

/** Text alone goes as one string, which every server takes; with pictures it goes in parts. */
function encodeVisible(content: SentBlock[]): JsonValue | undefined {
  const visible = content.filter(isVisible);
  if (visible.length === 0) return undefined;
  if (visible.every((block) => block.type === "text")) return visible.map((block) => block.text).join("\n\n");
  return visible.map((block) =>
    block.type === "text"
      ? { type: "text", text: block.text }
      : { type: "image_url", image_url: { url: `data:${block.mediaType};base64,${block.data}` } },
  );
}

function encodeAssistantMessage(content: SentBlock[], inToolLoop: boolean): JsonObject[] {
  const text = content
    .filter((block) => block.type === "text")
    .map((block) => block.text)
    .join("");
  const calls = content.filter((block) => block.type === "tool_use");
  const extra = encodeExtra(content);
  if (calls.length === 0) return text.trim() === "" ? [] : [{ ...extra, role: "assistant", content: text }];
  return [
    {
      ...extra,
      role: "assistant",
      content: text.trim() === "" ? null : text,
      ...(inToolLoop && REASONING_LISTS.every((list) => extra[list] === undefined) && encodeReasoning(content)),
      tool_calls: calls.map(encodeToolCall),
    },
  ];
}

/**
 * Reasoning models want what they thought back until the loop of calls is over (earendil-works/pi#3636), in the field it
 * came in. Signed thinking, and thinking without such a field, is another wire format's.
 */
function encodeReasoning(content: SentBlock[]): JsonObject {
  const reasoning: Record<string, string> = {};
  for (const block of content) {
    if (block.type !== "thinking" || block.field === undefined || block.signature !== undefined) continue;
    reasoning[block.field] = (reasoning[block.field] ?? "") + block.text;
  }
  return reasoning;
}

/**
 * What the server asked to get back: signatures, which it may refuse a call without, and OpenRouter's or LiteLLM's own form
 * of the reasoning, which then stands for its plain text. Unlike that it goes back in finished turns too: the server knows
 * what it needs of it.
 */
function encodeExtra(content: SentBlock[]): JsonObject {
  return content.reduce((extra, block) => (block.type === "thinking" ? { ...extra, ...block.extra } : extra), {});
}

function encodeToolCall(call: ToolUseBlock): JsonObject {
  // As the model wrote them where that is an object: servers refuse a history with anything else, for ever.
  const written = isJsonObject(parseJson(call.rawInput)) ? call.rawInput : canonicalJson(call.input);
  return {
    ...call.extra,
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: written },
    ...(call.extra === undefined &&
      call.signature !== undefined && { extra_content: { google: { thought_signature: call.signature } } }),
  };
}
