import * as z from "zod";
import { callRowSchema } from "../history/calls";
import { markSchema } from "../history/marks";
import { messageSchema } from "../history/messages";
import { chatHeaderSchema, frozenPromptSchema, type Chat } from "./chat";
import { chatRowSchema } from "./rows";

/** A chat as a file: everything that the store has of it. */
export const chatExportSchema = z.object({
  format: z.literal("orbit-chat"),
  version: z.literal(1),
  chat: z.object({
    header: chatHeaderSchema,
    frozen: frozenPromptSchema.exactOptional(),
    messages: z.array(messageSchema),
    calls: z.array(callRowSchema),
    rows: z.array(chatRowSchema),
    marks: z.array(markSchema),
  }),
});

/** See `chatExportSchema`. */
export type ChatExport = z.infer<typeof chatExportSchema>;

/** The chat as data for a JSON file, which `importChat` and the command `repair` read. */
export function exportChat({ header, frozen, messages, calls, rows, marks }: Chat): ChatExport {
  return {
    format: "orbit-chat",
    version: 1,
    chat: { header, ...(frozen !== undefined && { frozen }), messages, calls: [...calls.values()], rows, marks },
  };
}
