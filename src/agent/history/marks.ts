import * as z from "zod";
import type { Message } from "./messages";

const markBase = { id: z.string(), messageId: z.string() };

/**
 * What the wire view leaves out, and why: the history itself is never changed. A `refused` request is not sent again with
 * every follow-up, a `superseded` answer gave way to another try.
 */
export const markSchema = z.discriminatedUnion("type", [
  z.object({ ...markBase, type: z.literal("refused") }),
  z.object({ ...markBase, type: z.literal("superseded") }),
]);

/** A note beside the history on one of its messages. */
export type Mark = z.infer<typeof markSchema>;

/** The messages that the wire view still holds. */
export function keptMessages({ messages, marks }: { messages: Message[]; marks: Mark[] }): Message[] {
  const dropped = new Set(marks.filter(dropsMessage).map((mark) => mark.messageId));
  return messages.filter((message) => !dropped.has(message.id));
}

/** Not every kind of mark need drop its whole message, so each says it here. */
function dropsMessage(mark: Mark): boolean {
  switch (mark.type) {
    case "refused":
    case "superseded":
      return true;
  }
}
