import * as z from "zod";
import { jsonObjectSchema, jsonValueSchema } from "../text/json";

/** Visible text of the person or of the answer (Markdown). */
const textBlockSchema = z.object({ type: z.literal("text"), text: z.string() });

/** The formats that models read. */
export const imageTypeSchema = z.enum(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** A picture as base64 data, as a request holds it. Only chats that an Orbit before version 2 of the rows stored have one. */
const imageBlockSchema = z.object({ type: z.literal("image"), mediaType: imageTypeSchema, data: z.string() });

/** A picture that is kept as a file of its own. */
export const imageFileSchema = z.object({
  mediaType: imageTypeSchema,
  /** The SHA-256 of its bytes, by which it is found. */
  file: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
  /** Pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Of the file that the person chose. */
  name: z.string().exactOptional(),
});

/** The same as a part of a message. What a request holds in its place is only settled when that is made. */
const imageFileBlockSchema = imageFileSchema.extend({ type: z.literal("image_file") });

/**
 * A model's reasoning. It goes back unchanged, and only to the provider that made it: a signature binds it to the exact
 * history before it, and servers that stream it unsigned want it in the `field` they sent it in.
 */
export const thinkingBlockSchema = z.object({
  type: z.literal("thinking"),
  text: z.string(),
  signature: z.string().exactOptional(),
  field: z.enum(["reasoning", "reasoning_content"]).exactOptional(),
  /** Members of the message that its server wants back as they came, under their names (OpenRouter, Gemini). */
  extra: jsonObjectSchema.exactOptional(),
});

/** Encrypted reasoning; goes back unchanged to the provider that made it. */
const redactedThinkingBlockSchema = z.object({ type: z.literal("redacted_thinking"), data: z.string() });

/**
 * A tool call as the model made it. `id` is the provider's own, which the result must name on the wire. `input` is `{}`
 * and `inputError` is set where `rawInput` is not a JSON object: such a call never runs.
 */
export const toolUseBlockSchema = z.object({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: jsonObjectSchema,
  rawInput: z.string(),
  inputError: z.string().exactOptional(),
  /** Members of the call that its server wants back as they came, under their names (Gemini, LiteLLM). */
  extra: jsonObjectSchema.exactOptional(),
  /** Gemini's `extra_content.google.thought_signature`, in chats stored before there was `extra`. */
  signature: z.string().exactOptional(),
});

/** What a tool answered. Only in the wire view: in the stored history the call rows hold the results. */
export const toolResultBlockSchema = z.object({
  type: z.literal("tool_result"),
  toolUseId: z.string(),
  content: z.string(),
  isError: z.boolean(),
});

/** A block that only its provider understands; goes back to that provider as it came. */
const opaqueBlockSchema = z.object({ type: z.literal("opaque"), value: jsonValueSchema });

/** One part of a message. */
export const contentBlockSchema = z.discriminatedUnion("type", [
  textBlockSchema,
  imageBlockSchema,
  imageFileBlockSchema,
  thinkingBlockSchema,
  redactedThinkingBlockSchema,
  toolUseBlockSchema,
  toolResultBlockSchema,
  opaqueBlockSchema,
]);

/** Why a turn ended. After `refusal` the partial output is discarded; after `max_tokens` no call of the turn runs. */
export const stopReasonSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("end_turn") }),
  z.object({ type: z.literal("tool_use") }),
  z.object({ type: z.literal("max_tokens") }),
  z.object({ type: z.literal("stop_sequence") }),
  z.object({ type: z.literal("refusal"), category: z.string().exactOptional() }),
  z.object({ type: z.literal("context_window_exceeded") }),
  z.object({ type: z.literal("other"), value: z.string() }),
]);

/** Tokens of one turn. `input` counts neither cached kind; numbers a provider did not report are 0. */
export const tokenUsageSchema = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
});

/** The providers a message can come from. */
export const providerIdSchema = z.enum(["anthropic", "openai", "claude-code"]);

const messageBase = {
  id: z.string(),
  /** Position in the history; later messages have higher numbers. */
  seq: z.number().int(),
  /** The request (one send of the person) that the message belongs to. */
  requestId: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
};

/** What the person sent: the context block, the images, then the text. */
const userMessageSchema = z.object({
  ...messageBase,
  role: z.literal("user"),
  content: z.array(contentBlockSchema),
});

/** One assistant turn, exactly as the provider returned it. */
export const assistantMessageSchema = z.object({
  ...messageBase,
  role: z.literal("assistant"),
  content: z.array(contentBlockSchema),
  provider: providerIdSchema,
  /** Who answered; see `Provider.recipientKey`. Absent in chats that an Orbit before version 2 of the rows stored. */
  recipientKey: z.string().exactOptional(),
  /** The model that really answered; a server-side fallback may differ from the one asked for. */
  model: z.string(),
  stopReason: stopReasonSchema,
  usage: tokenUsageSchema.exactOptional(),
});

/** A message of the stored history. */
export const messageSchema = z.discriminatedUnion("role", [userMessageSchema, assistantMessageSchema]);

/** See `thinkingBlockSchema`. */
export type ThinkingBlock = z.infer<typeof thinkingBlockSchema>;
/** See `toolUseBlockSchema`. */
export type ToolUseBlock = z.infer<typeof toolUseBlockSchema>;
/** See `toolResultBlockSchema`. */
export type ToolResultBlock = z.infer<typeof toolResultBlockSchema>;
/** See `imageTypeSchema`. */
export type ImageType = z.infer<typeof imageTypeSchema>;
/** See `imageBlockSchema`. */
export type ImageBlock = z.infer<typeof imageBlockSchema>;
/** See `imageFileBlockSchema`. */
export type ImageFileBlock = z.infer<typeof imageFileBlockSchema>;
/** See `contentBlockSchema`. */
export type ContentBlock = z.infer<typeof contentBlockSchema>;
/** See `stopReasonSchema`. */
export type StopReason = z.infer<typeof stopReasonSchema>;
/** See `tokenUsageSchema`. */
export type TokenUsage = z.infer<typeof tokenUsageSchema>;
/** The provider that made a message; see `providerIdSchema`. */
export type ProviderId = z.infer<typeof providerIdSchema>;
/** See `assistantMessageSchema`. */
export type AssistantMessage = z.infer<typeof assistantMessageSchema>;
/** A message of the stored history; see `messageSchema`. */
export type Message = z.infer<typeof messageSchema>;

/** A message as it goes to a provider: roles alternate, every tool call is answered in the next user message. */
export type WireMessage = { role: "user" | "assistant"; content: ContentBlock[] };

/** The same with its images read: what a provider is handed. */
export type SentMessage = { role: WireMessage["role"]; content: SentBlock[] };
/** See `SentMessage`. */
export type SentBlock = Exclude<ContentBlock, ImageFileBlock>;

/** The tool calls of a message, in the order in which the model made them. */
export function toolUses(message: Pick<Message, "content">): ToolUseBlock[] {
  return message.content.filter((block) => block.type === "tool_use");
}

/** True for a model's reasoning, readable or not. */
export function isThinking({ type }: ContentBlock): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

/** True for a picture, read or not. */
export function isImage(block: ContentBlock): block is ImageBlock | ImageFileBlock {
  return block.type === "image" || block.type === "image_file";
}

/** The tokens of two turns together. */
export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}

/** The visible text of a message. */
export function messageText(message: Pick<Message, "content">): string {
  return message.content
    .filter((block) => block.type === "text")
    .map((block) => block.text)
    .join("");
}
