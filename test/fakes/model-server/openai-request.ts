import * as z from "zod";
import {
  isJsonObject,
  jsonObjectSchema,
  parseJson,
  type JsonObject,
  type JsonValue,
} from "../../../src/agent/text/json";
import { checkImage } from "./check-image";
import { InvalidRequestError, parseRequest } from "./invalid-request";
import type { DecodedRequest, RequestBlock, RequestMessage } from "./request";
import { checkConversation } from "./wire-rules";

// The fields of https://platform.openai.com/docs/api-reference/chat that a client of ours may send, and the two in which
// servers take reasoning back. Strict: an unknown field is refused.
const DATA_URL = /^data:(image\/\w+);base64,(.*)$/;
const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const textPart = z.strictObject({ type: z.literal("text"), text: z.string() });
const imagePart = z.strictObject({
  type: z.literal("image_url"),
  image_url: z.strictObject({ url: z.string().regex(DATA_URL), detail: z.string().optional() }),
});
const toolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal("function"),
  function: z.strictObject({ name: toolName, arguments: z.string() }),
});

const messageSchema = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content: z.string() }),
  z.strictObject({
    role: z.literal("user"),
    content: z.union([z.string(), z.array(z.discriminatedUnion("type", [textPart, imagePart])).min(1)]),
  }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.string().nullable().optional(),
    reasoning: z.string().optional(),
    reasoning_content: z.string().optional(),
    tool_calls: z.array(toolCall).min(1).optional(),
  }),
  z.strictObject({
    role: z.literal("tool"),
    tool_call_id: z.string().min(1),
    content: z.union([z.string(), z.array(textPart).min(1)]),
  }),
]);

const bodySchema = z.strictObject({
  model: z.string().min(1),
  stream: z.literal(true, "this server only streams"),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  messages: z.array(messageSchema).min(1),
  tools: z
    .array(
      z.strictObject({
        type: z.literal("function"),
        function: z.strictObject({
          name: toolName,
          description: z.string(),
          parameters: jsonObjectSchema.refine(({ type }) => type === "object", "must describe an object"),
        }),
      }),
    )
    .min(1)
    .optional(),
  reasoning_effort: z.enum(["low", "medium", "high"]).optional(),
});

type Message = z.infer<typeof messageSchema>;
type AssistantMessage = Extract<Message, { role: "assistant" }>;

/** A decoded request, and whether the client wants a usage chunk at the end of the stream. */
export type OpenAIRequest = DecodedRequest & { wantsUsage: boolean };

/** Decodes and checks the body of `POST /v1/chat/completions`. Throws `InvalidRequestError`. */
export function decodeOpenAIRequest(body: JsonValue): OpenAIRequest {
  const { model, messages, tools = [], stream_options } = parseRequest(bodySchema, body);
  if (messages.some(({ role }, index) => role === "system" && index > 0)) {
    throw new InvalidRequestError("messages: only the first message may have the role system.");
  }
  const [first] = messages;
  const decoded: DecodedRequest = {
    model,
    system: first?.role === "system" ? first.content : "",
    messages: mergeUserTurns(messages.flatMap(decodeMessage)),
    tools: tools.map(({ function: tool }) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: tool.parameters,
    })),
  };
  checkConversation(decoded);
  return { ...decoded, wantsUsage: stream_options?.include_usage ?? false };
}

function decodeMessage(message: Message): RequestMessage[] {
  switch (message.role) {
    case "system":
      return [];
    case "user":
      return [{ role: "user", content: userBlocks(message.content) }];
    case "assistant":
      return [{ role: "assistant", content: assistantBlocks(message) }];
    case "tool": {
      const { content, tool_call_id: toolUseId } = message;
      const text = typeof content === "string" ? content : content.map((part) => part.text).join("\n");
      return [{ role: "user", content: [{ type: "tool_result", toolUseId, content: text, isError: false }] }];
    }
  }
}

function userBlocks(content: Extract<Message, { role: "user" }>["content"]): RequestBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((part) => {
    if (part.type === "text") return { type: "text", text: part.text };
    const [, mediaType = "", data = ""] = DATA_URL.exec(part.image_url.url) ?? [];
    checkImage("image_url", mediaType, data);
    return { type: "image", mediaType, data };
  });
}

function assistantBlocks({ content, tool_calls = [], ...reasoning }: AssistantMessage): RequestBlock[] {
  const thinking = reasoning.reasoning ?? reasoning.reasoning_content;
  return [
    ...(thinking === undefined ? [] : [{ type: "thinking" as const, text: thinking }]),
    ...(typeof content === "string" ? [{ type: "text" as const, text: content }] : []),
    ...tool_calls.map(({ id, function: call }) => ({
      type: "tool_use" as const,
      id,
      name: call.name,
      input: parseArguments(id, call.arguments),
    })),
  ];
}

/** Ollama answers 400 to a history whose arguments are not an object, and the whole chat is lost with it. */
function parseArguments(id: string, text: string): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new InvalidRequestError(`The arguments of call ${id} are not a JSON object.`);
  return value;
}

/** Tool messages and the user message after them are one user turn for the rules on calls and results. */
function mergeUserTurns(messages: readonly RequestMessage[]): RequestMessage[] {
  const merged: RequestMessage[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (message.role === "user" && last?.role === "user") last.content.push(...message.content);
    else merged.push(message);
  }
  return merged;
}
