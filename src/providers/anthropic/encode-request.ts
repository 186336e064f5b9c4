import { canonicalJson, isJsonObject, wellFormObject, type JsonObject, type JsonValue } from "../../agent/text/json";
import { isThinking, type SentBlock, type SentMessage } from "../../agent/history/messages";
import type { ProviderRequest } from "../../agent/ports/provider";
import { mergeRoles } from "../http/merge-roles";
import type { AnthropicFeatures } from "./features";

/** Tokens that one answer may have. */
export const MAX_OUTPUT_TOKENS = 32_000;

const CACHE_CONTROL: JsonObject = { type: "ephemeral" };

/**
 * The body of a Messages request (https://docs.claude.com/en/api/messages). The same request always gives the same bytes,
 * which prompt caches and thinking signatures rest on.
 */
export function encodeRequest(request: ProviderRequest, model: string, features: AnthropicFeatures): string {
  const { systemPrompt, tools } = request;
  const messages = features.thinkingEcho ? request.messages : withoutThinking(request.messages);
  const body: JsonObject = {
    model,
    max_tokens: MAX_OUTPUT_TOKENS,
    stream: true,
    messages: encodeMessages(messages, features.official),
  };
  if (systemPrompt.trim() !== "") {
    body["system"] = [
      { type: "text", text: systemPrompt, ...(features.promptCache && { cache_control: CACHE_CONTROL }) },
    ];
  }
  if (tools.length > 0) {
    body["tools"] = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
      ...(features.eagerToolInput && { eager_input_streaming: true }),
    }));
  }
  if (features.automaticCache) body["cache_control"] = CACHE_CONTROL;
  if (features.progressUpdates) body["thinking"] = { type: "adaptive", display: "updates" };
  if (features.serverSideFallback) body["fallbacks"] = "default";
  if (features.effort !== undefined) body["output_config"] = { effort: features.effort };
  // Prompt and tools hold names from outside, which may be cut in the middle of a character.
  return canonicalJson(wellFormObject(body));
}

function withoutThinking(messages: readonly SentMessage[]): SentMessage[] {
  return messages.map(({ role, content }) => ({ role, content: content.filter((block) => !isThinking(block)) }));
}

/** A wire view as the Messages API takes it; the official one is the strictest. */
export function encodeMessages(messages: readonly SentMessage[], official: boolean): JsonObject[] {
  const encoded = messages.map(({ role, content }) => ({
    role,
    content: content.map((block) => encodeBlock(block, official)).filter((block) => block !== undefined),
  }));
  return mergeRoles(encoded).map(({ role, content }) => ({
    role,
    // The API wants the results of a turn's calls before anything else in the message that answers it.
    content: [
      ...content.filter((block) => block["type"] === "tool_result"),
      ...content.filter((block) => block["type"] !== "tool_result"),
    ],
  }));
}

/** A block as the API takes it; undefined for one that it would refuse. */
function encodeBlock(block: SentBlock, official: boolean): JsonObject | undefined {
  switch (block.type) {
    case "text":
      return block.text.trim() === "" ? undefined : { type: "text", text: block.text };
    case "image":
      return { type: "image", source: { type: "base64", media_type: block.mediaType, data: block.data } };
    case "thinking": {
      // Reasoning of another wire format, or unsigned by a compatible server: the official API refuses it.
      if (block.field !== undefined || (official && block.signature === undefined)) return undefined;
      const { text, signature } = block;
      return { type: "thinking", thinking: text, ...(signature !== undefined && { signature }) };
    }
    case "redacted_thinking":
      return { type: "redacted_thinking", data: block.data };
    case "tool_use":
      return { type: "tool_use", id: block.id, name: block.name, input: block.input };
    case "tool_result": {
      const { toolUseId, content, isError } = block;
      return { type: "tool_result", tool_use_id: toolUseId, content, ...(isError && { is_error: true }) };
    }
    case "opaque":
      return encodeOpaque(block.value);
  }
}

/** A block of the API's own as it came. One that came without its type is refused for ever. */
function encodeOpaque(value: JsonValue): JsonObject | undefined {
  if (!isJsonObject(value) || typeof value["type"] !== "string") return undefined;
  // A request may have four cache breakpoints. Ours are set above; blocks that bring their own back would be one too many.
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "cache_control"));
}
