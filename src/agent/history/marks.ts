import * as z from "zod";
import { disclosureSchema } from "../tool/disclosure";
import { providerIdSchema, type Message } from "./messages";

/** A mark on one message. */
const messageMark = { id: z.string(), messageId: z.string() };

/** A mark on the history up to a message's position, that message included. */
const historyMark = { id: z.string(), upToSeq: z.int() };

/**
 * What requests leave out of the history or say beside it: the history itself is never changed.
 * - `refused`: the request is not sent again with every follow-up; `superseded`: the answer gave way to another try.
 * - `cut`: older tool output goes as its head and tail (characters), and reasoning stays out, so that the rest fits.
 * - `thinking_rejected`: this recipient refused the reasoning.
 * - `images_out`: this model of this recipient gets words in place of these images: it cannot see, or refused them.
 * - `sent`: the history up to there has gone to this recipient; `items` is what of the person's it had not had before.
 * - `not_sent`: the request of that `sent` or `route` mark failed before anything of it left this Mac.
 * - `route`: who answers in this chat from here on, behind `afterSeq`; the newest one holds. `isChosen`: the person named
 *   this very model.
 */
export const markSchema = z.discriminatedUnion("type", [
  z.object({ ...messageMark, type: z.literal("refused") }),
  z.object({ ...messageMark, type: z.literal("superseded") }),
  z.object({ ...historyMark, type: z.literal("cut"), head: z.int(), tail: z.int() }),
  z.object({ ...historyMark, type: z.literal("thinking_rejected"), recipientKey: z.string() }),
  z.object({
    ...historyMark,
    type: z.literal("images_out"),
    recipientKey: z.string(),
    model: z.string(),
    /** See `imageFileSchema`. */
    files: z.array(z.string()),
    reason: z.enum(["cannot_see", "refused"]),
  }),
  z.object({
    ...historyMark,
    type: z.literal("sent"),
    recipientKey: z.string(),
    /** The recipient in words for the person. */
    recipient: z.string(),
    requestId: z.string(),
    items: z.array(disclosureSchema),
    /** The images among that; see `imageFileSchema`. */
    images: z.array(z.string()).exactOptional(),
  }),
  z.object({ id: z.string(), type: z.literal("not_sent"), markId: z.string() }),
  z.object({
    id: z.string(),
    type: z.literal("route"),
    provider: providerIdSchema,
    model: z.string(),
    recipientKey: z.string(),
    recipient: z.string(),
    /** The position of the last message before. Absent where there was none, and in older chats. */
    afterSeq: z.int().exactOptional(),
    isChosen: z.literal(true).exactOptional(),
  }),
]);

/** A note beside the history; see `markSchema`. */
export type Mark = z.infer<typeof markSchema>;
/** Older tool output goes as head and tail; see `markSchema`. */
export type CutMark = Extract<Mark, { type: "cut" }>;
/** Images that go as words; see `markSchema`. */
export type ImagesOutMark = Extract<Mark, { type: "images_out" }>;
/** What went to whom; see `markSchema`. */
export type SentMark = Extract<Mark, { type: "sent" }>;
/** Who answers in a chat; see `markSchema`. */
export type RouteMark = Extract<Mark, { type: "route" }>;

/** The messages that the wire view still holds. */
export function keptMessages({ messages, marks }: { messages: Message[]; marks: Mark[] }): Message[] {
  const dropped = new Set(
    marks.flatMap((mark) => (mark.type === "refused" || mark.type === "superseded" ? [mark.messageId] : [])),
  );
  return messages.filter((message) => !dropped.has(message.id));
}
