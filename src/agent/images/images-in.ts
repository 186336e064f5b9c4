import type { Chat, ChatChange } from "../chat/chat";
import type { ChatRow } from "../chat/rows";
import { isImage, type Message, type WireMessage } from "../history/messages";
import { fileOf } from "./image-file";

/** The image files that a change names; each once. */
export function imagesInChange(change: ChatChange): string[] {
  switch (change.type) {
    case "message":
      return [...new Set(inMessage(change.message))];
    case "row":
      return [...new Set(inRow(change.row))];
    default:
      return [];
  }
}

/** The image files that a chat names; each once. */
export function imagesInChat({ messages, rows }: Pick<Chat, "messages" | "rows">): string[] {
  return [...new Set([...messages.flatMap(inMessage), ...rows.flatMap(inRow)])];
}

/** The image files that a view or a request shows; each once. */
export function imagesShown(messages: readonly Pick<WireMessage, "content">[]): string[] {
  return [...new Set(messages.flatMap(({ content }) => content.filter(isImage).map(fileOf)))];
}

function inMessage({ content }: Message): string[] {
  return content.flatMap((block) => (block.type === "image_file" ? [block.file] : []));
}

function inRow(row: ChatRow): string[] {
  const attachments = row.type === "user" || row.type === "queued" ? (row.attachments ?? []) : [];
  return attachments.flatMap((attachment) => (attachment.type === "image" ? [attachment.file] : []));
}
