import * as z from "zod";
import { tokenUsageSchema } from "../history/messages";

/** A button of a notice, the fitting one first. */
export const noticeActionSchema = z.enum(["retry", "open_settings", "new_chat"]);

const rowBase = {
  id: z.string(),
  /** Position in the chat; later rows have higher numbers. */
  seq: z.number().int(),
  requestId: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
};

/** A row of the chat as a person sees it. A `call` row shows what its call row says. */
export const chatRowSchema = z.discriminatedUnion("type", [
  z.object({ ...rowBase, type: z.literal("user"), text: z.string() }),
  z.object({
    ...rowBase,
    type: z.literal("answer"),
    text: z.string(),
    /** `interrupted`: the stream failed, or Orbit was closed before it ended; it is not in the history. */
    status: z.enum(["streaming", "complete", "stopped", "interrupted"]),
    /** Milliseconds from asking the model for this turn to its end. */
    durationMs: z.number().exactOptional(),
    model: z.string().exactOptional(),
    /** What the whole request has used so far, where the provider tells. */
    usage: tokenUsageSchema.exactOptional(),
  }),
  z.object({ ...rowBase, type: z.literal("progress"), text: z.string() }),
  z.object({ ...rowBase, type: z.literal("call"), callId: z.string() }),
  z.object({
    ...rowBase,
    type: z.literal("notice"),
    style: z.enum(["info", "warning", "error"]),
    text: z.string(),
    actions: z.array(noticeActionSchema),
  }),
]);

/** See `noticeActionSchema`. */
export type NoticeAction = z.infer<typeof noticeActionSchema>;
/** See `chatRowSchema`. */
export type ChatRow = z.infer<typeof chatRowSchema>;
/** The text of one turn, while it streams and after. */
export type AnswerRow = Extract<ChatRow, { type: "answer" }>;
/** What a person should know, with the buttons that help. */
export type NoticeRow = Extract<ChatRow, { type: "notice" }>;
