import * as z from "zod";
import type { SentBlock, SentMessage } from "../../agent/history/messages";
import { canonicalJson, jsonObjectSchema, type JsonObject, type JsonValue } from "../../agent/text/json";

const messageSchema = z.object({
  role: z.enum(["user", "assistant"]),
  content: z.union([z.string(), z.array(jsonObjectSchema)]),
});

const imageSource = z.object({
  type: z.literal("base64"),
  media_type: z.enum(["image/png", "image/jpeg", "image/gif", "image/webp"]),
  data: z.string(),
});

const knownBlockSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("thinking"), thinking: z.string(), signature: z.string().exactOptional() }),
  z.object({ type: z.literal("redacted_thinking"), data: z.string() }),
  z.object({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: jsonObjectSchema }),
  z.object({
    type: z.literal("tool_result"),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(jsonObjectSchema)]).default(""),
    is_error: z.boolean().default(false),
  }),
]);

const KNOWN: readonly JsonValue[] = ["text", "thinking", "redacted_thinking", "tool_use", "tool_result"];

/** Something is no message of the Messages API; `message` says which one. */
export class NotMessagesError extends Error {
  override readonly name = "NotMessagesError";
}

/** Reads messages as the Messages API writes them. What Orbit does not know stays as it is. Throws `NotMessagesError`. */
export function decodeMessages(values: readonly JsonValue[]): SentMessage[] {
  return values.map((value, index) => {
    const parsed = messageSchema.safeParse(value);
    if (!parsed.success) throw new NotMessagesError(`Message ${index + 1} has no role and content.`);
    const { role, content } = parsed.data;
    if (typeof content === "string") return { role, content: [{ type: "text", text: content }] };
    return {
      role,
      content: content.map((block, place) => decodeBlock(block, `Block ${place + 1} of message ${index + 1}`)),
    };
  });
}

function decodeBlock(value: JsonObject, place: string): SentBlock {
  if (!KNOWN.includes(value["type"] ?? null)) return decodeImage(value) ?? { type: "opaque", value };
  const parsed = knownBlockSchema.safeParse(value);
  if (!parsed.success) throw new NotMessagesError(`${place} lacks what a block of its type has.`);
  const block = parsed.data;
  switch (block.type) {
    case "thinking": {
      const { thinking, ...rest } = block;
      return { ...rest, text: thinking };
    }
    case "tool_use":
      return { ...block, rawInput: canonicalJson(block.input) };
    case "tool_result":
      return {
        type: "tool_result",
        toolUseId: block.tool_use_id,
        content: typeof block.content === "string" ? block.content : block.content.map(partText).join("\n"),
        isError: block.is_error,
      };
    default:
      return block;
  }
}

/** Only pictures that stand in the message itself; one at an address stays as it is. */
function decodeImage({ type, source }: JsonObject): SentBlock | undefined {
  const parsed = type === "image" ? imageSource.safeParse(source) : undefined;
  return parsed?.success === true
    ? { type: "image", mediaType: parsed.data.media_type, data: parsed.data.data }
    : undefined;
}

/** Results are text in Orbit; that there was more is said. */
function partText({ type, text }: JsonObject): string {
  return typeof text === "string" ? text : `[${typeof type === "string" ? type : "part"} left out]`;
}
