import * as z from "zod";
import { jsonObjectSchema, type JsonValue } from "../../../src/agent/text/json";
import { checkImage } from "./check-image";
import { InvalidRequestError, parseRequest } from "./invalid-request";
import type { DecodedRequest, RequestBlock } from "./request";
import { thinkingSignature } from "./thinking-signature";
import { checkAlternation, checkConversation } from "./wire-rules";

// The fields of https://docs.anthropic.com/en/api/messages that a client of ours may send. Strict, as the API is: an
// unknown field is refused.
const cacheControl = {
  cache_control: z.strictObject({ type: z.literal("ephemeral"), ttl: z.string().optional() }).optional(),
};
const id = z.string().regex(/^[a-zA-Z0-9_-]+$/);
const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/);

const textBlock = z.strictObject({ type: z.literal("text"), text: z.string(), ...cacheControl });
const imageBlock = z.strictObject({
  type: z.literal("image"),
  source: z.strictObject({ type: z.literal("base64"), media_type: z.string(), data: z.string() }),
  ...cacheControl,
});
const thinkingBlock = z.strictObject({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() });
const toolUseBlock = z.strictObject({
  type: z.literal("tool_use"),
  id,
  name: toolName,
  input: jsonObjectSchema,
  ...cacheControl,
});
const toolResultBlock = z.strictObject({
  type: z.literal("tool_result"),
  tool_use_id: id,
  content: z.union([z.string(), z.array(textBlock)]).optional(),
  is_error: z.boolean().optional(),
  ...cacheControl,
});

const userBlock = z.discriminatedUnion("type", [textBlock, imageBlock, toolResultBlock]);
const assistantBlock = z.discriminatedUnion("type", [textBlock, thinkingBlock, toolUseBlock]);
const messageSchema = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("user"), content: z.union([z.string(), z.array(userBlock)]) }),
  z.strictObject({ role: z.literal("assistant"), content: z.union([z.string(), z.array(assistantBlock)]) }),
]);

const bodySchema = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().positive(),
  stream: z.literal(true, "this server only streams"),
  system: z.union([z.string(), z.array(textBlock)]).optional(),
  messages: z.array(messageSchema).min(1),
  tools: z
    .array(
      z.strictObject({
        name: toolName,
        description: z.string(),
        input_schema: jsonObjectSchema.refine(({ type }) => type === "object", "must describe an object"),
        eager_input_streaming: z.boolean().optional(),
        ...cacheControl,
      }),
    )
    .optional(),
  ...cacheControl,
  thinking: z.unknown().optional(),
  output_config: z.strictObject({ effort: z.enum(["low", "medium", "high"]) }).optional(),
  fallbacks: z.unknown().optional(),
});

/** Decodes and checks the body of `POST /v1/messages`. Throws `InvalidRequestError`. */
export function decodeAnthropicRequest(body: JsonValue): DecodedRequest {
  const { model, system = "", messages, tools = [] } = parseRequest(bodySchema, body);
  const decoded: DecodedRequest = {
    model,
    system: typeof system === "string" ? system : system.map(({ text }) => text).join("\n"),
    messages: messages.map(({ role, content }, index) => ({
      role,
      content:
        typeof content === "string"
          ? [{ type: "text", text: content }]
          : content.map((block, place) => decodeBlock(block, `messages.${index}.content.${place}`)),
    })),
    tools: tools.map((tool) => ({ name: tool.name, description: tool.description, inputSchema: tool.input_schema })),
  };
  checkAlternation(decoded.messages);
  checkConversation(decoded);
  return decoded;
}

function decodeBlock(block: z.infer<typeof userBlock> | z.infer<typeof assistantBlock>, place: string): RequestBlock {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image":
      checkImage(`${place}.image.source.base64`, block.source.media_type, block.source.data);
      return { type: "image", mediaType: block.source.media_type, data: block.source.data };
    case "thinking":
      if (block.signature !== thinkingSignature(block.thinking)) {
        throw new InvalidRequestError("Invalid `signature` in a thinking block: it was not made for this thinking.");
      }
      return { type: "thinking", text: block.thinking, signature: block.signature };
    case "tool_use":
      return { type: "tool_use", id: block.id, name: block.name, input: block.input };
    case "tool_result":
      return {
        type: "tool_result",
        toolUseId: block.tool_use_id,
        content: resultText(block.content ?? ""),
        isError: block.is_error ?? false,
      };
  }
}

function resultText(content: string | z.infer<typeof textBlock>[]): string {
  return typeof content === "string" ? content : content.map(({ text }) => text).join("\n");
}
