import { chatTitle } from "../agent/chat/chat-title";
import { applyChange, emptyChat, type Chat, type ChatHeader } from "../agent/chat/chat";
import type { StoredChat } from "../agent/ports/store";
import { parseRow } from "./parse-row";
import { rowKind } from "./row-keys";
import type { TableRow } from "./row-table";

/** The header in a row's text; undefined where it is damaged. */
export function parseHeader(chatId: string, text: string): ChatHeader | undefined {
  const row = parseRow("header", text);
  return row.type === "change" && row.change.type === "header" && row.change.header.id === chatId
    ? row.change.header
    : undefined;
}

/**
 * Puts a chat together from its rows, which come in the order in which they were first written. What cannot be read, and
 * what hangs on it, is left out and counted. A header that is lost is made again from the rest; undefined where there is
 * no rest either.
 */
export function assembleChat(
  chatId: string,
  headerText: string | undefined,
  rows: readonly TableRow[],
): StoredChat | undefined {
  const header = headerText === undefined ? undefined : parseHeader(chatId, headerText);
  const chat = emptyChat(header ?? { id: chatId, title: "", createdAt: 0, updatedAt: 0, left: false });
  const unreadable = rows.filter((row) => !addRow(chat, rowKind(chatId, row.key), row.text));
  chat.messages.sort((a, b) => a.seq - b.seq);
  chat.rows.sort((a, b) => a.seq - b.seq);
  const orphans = dropOrphans(chat);
  if (header === undefined) {
    if (chat.messages.length === 0 && chat.rows.length === 0) return undefined;
    chat.header = rebuildHeader(chat);
  }
  return { chat, damagedRows: unreadable.length + orphans + (header === undefined ? 1 : 0) };
}

/** Adds one row to its chat; false where it cannot be read. */
function addRow(chat: Chat, kind: string, text: string): boolean {
  const row = parseRow(kind, text);
  if (row.type !== "change" || row.change.type === "header") return false;
  // Every row comes once, so nobody need look for an earlier one of its id.
  if (row.change.type === "row") chat.rows.push(row.change.row);
  else applyChange(chat, row.change);
  return true;
}

/**
 * A call without its message has no place in the history, and its form could not be answered; a row without its call has
 * nothing to show. Gives how many of both went.
 */
function dropOrphans(chat: Chat): number {
  const before = chat.calls.size + chat.rows.length;
  const messageIds = new Set(chat.messages.map((message) => message.id));
  for (const call of chat.calls.values()) if (!messageIds.has(call.messageId)) chat.calls.delete(call.id);
  chat.rows = chat.rows.filter((row) => row.type !== "call" || chat.calls.has(row.callId));
  return before - chat.calls.size - chat.rows.length;
}

function rebuildHeader(chat: Chat): ChatHeader {
  const times = [...chat.messages, ...chat.rows].map((part) => part.createdAt);
  const question = chat.rows.find((row) => row.type === "user");
  return {
    id: chat.header.id,
    title: chatTitle(question?.text ?? "") || "Recovered Chat",
    createdAt: times.reduce((a, b) => Math.min(a, b)),
    updatedAt: times.reduce((a, b) => Math.max(a, b)),
    left: false,
  };
}
