import { isSettled, type CallRow } from "../history/calls";
import type { Mark } from "../history/marks";
import { checkImage } from "../images/check-image";
import { imageFileName } from "../images/image-file";
import { imagesInChat } from "../images/images-in";
import { parseJson } from "../text/json";
import type { Chat, ChatChange } from "./chat";
import { chatTitle } from "./chat-title";
import { chatExportSchema, MAX_EXPORTED_IMAGES_LENGTH, type ChatExport } from "./export-chat";
import type { ChatRow } from "./rows";

/** The longest file that is read, in UTF-16 units: all that an export can hold of images, and a long chat. */
export const MAX_IMPORT_LENGTH = MAX_EXPORTED_IMAGES_LENGTH + 50_000_000;

/**
 * What came of reading a file: a chat that is not stored yet, with the bytes of its images, which are to be stored first;
 * or why there is none, in words for the person.
 */
export type Imported = { type: "imported"; chat: Chat; images: Uint8Array[] } | { type: "refused"; text: string };

/**
 * Reads an exported chat as a new one. A file can come from anywhere, so nothing of it comes alive: no form, no question
 * that waits, no claim of what was sent to whom, and no system prompt. Those are made anew when the person goes on.
 */
export function importChat(text: string, { newId, now }: { newId: () => string; now: number }): Imported {
  if (text.length > MAX_IMPORT_LENGTH) return refused("The file is too large for a chat.");
  const file = chatExportSchema.safeParse(parseJson(text));
  if (!file.success) return refused("The file is not a chat that this version of Orbit can read.");
  const { header, messages, calls, rows, marks } = file.data.chat;
  if (!isConsistent(file.data.chat)) return refused("The parts of the chat in the file do not fit together.");
  const chat: Chat = {
    header: { id: newId(), title: chatTitle(header.title), createdAt: header.createdAt, updatedAt: now, left: true },
    frozen: undefined,
    messages: messages.toSorted((a, b) => a.seq - b.seq),
    calls: new Map(calls.map((call) => [call.id, settled(call, now)])),
    rows: rows.flatMap(quietRow).sort((a, b) => a.seq - b.seq),
    marks: marks.filter(isAboutHistory),
  };
  return { type: "imported", chat, images: soundImages(chat, file.data.images) };
}

/** The images that the chat names and that are what their names say. The others are missing, which costs the chat nothing. */
function soundImages(chat: Chat, images: ChatExport["images"] = {}): Uint8Array[] {
  return imagesInChat(chat).flatMap((file) => {
    const bytes = Buffer.from(Object.hasOwn(images, file) ? (images[file] ?? "") : "", "base64");
    return imageFileName(bytes) === file && checkImage(bytes).type === "image" ? [bytes] : [];
  });
}

/** The changes that store a whole chat. */
export function chatChanges({ header, frozen, messages, calls, rows, marks }: Chat): ChatChange[] {
  return [
    { type: "header", header },
    ...(frozen === undefined ? [] : [{ type: "frozen" as const, frozen }]),
    ...messages.map((message): ChatChange => ({ type: "message", message })),
    ...[...calls.values()].map((call): ChatChange => ({ type: "call", call })),
    ...rows.map((row): ChatChange => ({ type: "row", row })),
    ...marks.map((mark): ChatChange => ({ type: "mark", mark })),
  ];
}

function refused(text: string): Imported {
  return { type: "refused", text };
}

/** Every id is there once, and what names another part finds it. */
function isConsistent({ messages, calls, rows, marks }: ChatExport["chat"]): boolean {
  const areUnique = [messages, calls, rows, marks].every((parts) => idsOf(parts).size === parts.length);
  const [messageIds, callIds] = [idsOf(messages), idsOf(calls)];
  return (
    areUnique &&
    calls.every(({ messageId }) => messageIds.has(messageId)) &&
    rows.every((row) => row.type !== "call" || callIds.has(row.callId)) &&
    marks.every((mark) => !("messageId" in mark) || messageIds.has(mark.messageId))
  );
}

function idsOf(parts: readonly { id: string }[]): Set<string> {
  return new Set(parts.map(({ id }) => id));
}

/** A call that was open ends: what had begun is unknown, all else did not run. */
function settled(call: CallRow, now: number): CallRow {
  if (isSettled(call)) return call;
  const isBegun = call.state.type === "intent";
  return { ...call, state: isBegun ? { type: "unknown", at: now, reason: "crashed" } : { type: "expired", at: now } };
}

function quietRow(row: ChatRow): ChatRow[] {
  switch (row.type) {
    // One was never asked, and asks itself of nobody here. What the other claims to have told would count as told, and the
    // person would not learn what of the chat goes out from here.
    case "queued":
    case "disclosure":
      return [];
    case "answer":
      return [row.status === "streaming" ? { ...row, status: "interrupted" } : row];
    default:
      return [row];
  }
}

/** What was sent, and to whom, is to be told anew of this chat. */
function isAboutHistory({ type }: Mark): boolean {
  switch (type) {
    case "refused":
    case "superseded":
    case "cut":
    case "thinking_rejected":
    case "images_out":
      return true;
    case "sent":
    case "not_sent":
    case "route":
      return false;
  }
}
