import * as z from "zod";
import { callRowSchema } from "../history/calls";
import { markSchema } from "../history/marks";
import { messageSchema } from "../history/messages";
import { imagesInChat } from "../images/images-in";
import type { ImageStore } from "../ports/images";
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
  /** The bytes of the images that the chat names, as base64 by their SHA-256. */
  images: z.record(z.string(), z.string()).exactOptional(),
});

/** See `chatExportSchema`. */
export type ChatExport = z.infer<typeof chatExportSchema>;

/**
 * The chat as data for a JSON file, which `importChat` and the command `repair` read; `images` are those that it names, as
 * `exportImages` gives them.
 */
export function exportChat(chat: Chat, images: NonNullable<ChatExport["images"]> = {}): ChatExport {
  const { header, frozen, messages, calls, rows, marks } = chat;
  return {
    format: "orbit-chat",
    version: 1,
    chat: { header, ...(frozen !== undefined && { frozen }), messages, calls: [...calls.values()], rows, marks },
    ...(Object.keys(images).length > 0 && { images }),
  };
}

/** How much base64 of images a file holds at most. An import takes that, and so does the memory that reads it. */
export const MAX_EXPORTED_IMAGES_LENGTH = 150_000_000;

/**
 * The images that a chat names, as an export holds them: as many of the newest as there is room for. Those beyond them, and
 * one that is lost, are left out, and missing in the copy too.
 */
export async function exportImages(
  chat: Chat,
  store: Pick<ImageStore, "read">,
): Promise<NonNullable<ChatExport["images"]>> {
  const images: [file: string, data: string][] = [];
  let length = 0;
  for (const file of imagesInChat(chat).reverse()) {
    const bytes = await store.read(file);
    if (bytes === undefined) continue;
    const data = Buffer.from(bytes).toString("base64");
    length += data.length;
    if (length > MAX_EXPORTED_IMAGES_LENGTH) break;
    images.unshift([file, data]);
  }
  return Object.fromEntries(images);
}

/** The images of an export as a store that is only read. Nobody has checked them yet. */
export function exportedImages(images: ChatExport["images"] = {}): Pick<ImageStore, "read"> {
  return {
    read: (file) =>
      Promise.resolve(Object.hasOwn(images, file) ? Buffer.from(images[file] ?? "", "base64") : undefined),
  };
}
