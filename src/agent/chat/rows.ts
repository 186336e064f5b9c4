import * as z from "zod";
import { tokenUsageSchema } from "../history/messages";
import { disclosureSchema } from "../tool/disclosure";
import { permissionKindSchema } from "../tool/permission";
import { attachmentSchema } from "./attachments";

/** A button of a notice, the fitting one first. */
export const noticeActionSchema = z.enum([
  "retry",
  "open_settings",
  "check_setup",
  "open_permission_settings",
  "sign_in",
  "new_chat",
  "switch_provider",
]);

/** What a notice is about, where the loop has to know it again later. */
export const noticeReasonSchema = z.enum(["context_full", "permission", "usage_warning", "tools_too_large"]);

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
  z.object({
    ...rowBase,
    type: z.literal("user"),
    text: z.string(),
    attachments: z.array(attachmentSchema).exactOptional(),
  }),
  /** A question that waits for the run before it to end. It is not in the history yet. */
  z.object({ ...rowBase, type: z.literal("queued"), text: z.string(), attachments: z.array(attachmentSchema) }),
  z.object({
    ...rowBase,
    type: z.literal("answer"),
    text: z.string(),
    /** `interrupted`: the stream failed, or Orbit was closed before it ended; it is not in the history. */
    status: z.enum(["streaming", "complete", "stopped", "interrupted"]),
    /** Milliseconds from asking the model for this turn to its end. */
    durationMs: z.number().exactOptional(),
    model: z.string().exactOptional(),
    /** Who answered, in words for the person. */
    recipient: z.string().exactOptional(),
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
    reason: noticeReasonSchema.exactOptional(),
    /** What macOS does not allow; set with the action `open_permission_settings`. */
    permission: permissionKindSchema.exactOptional(),
  }),
  /** What of the person's went to whom in a run. */
  z.object({ ...rowBase, type: z.literal("disclosure"), items: z.array(disclosureSchema), recipient: z.string() }),
]);

/** See `noticeActionSchema`. */
export type NoticeAction = z.infer<typeof noticeActionSchema>;
/** See `chatRowSchema`. */
export type ChatRow = z.infer<typeof chatRowSchema>;
/** The text of one turn, while it streams and after. */
export type AnswerRow = Extract<ChatRow, { type: "answer" }>;
/** What a person should know, with the buttons that help. */
export type NoticeRow = Extract<ChatRow, { type: "notice" }>;
