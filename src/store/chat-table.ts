import type { ChatHeader } from "../agent/chat/chat";
import { waitsForPerson, type CallRow } from "../agent/history/calls";
import { DEFAULT_LIMITS } from "../agent/limits";
import type { StoredChat } from "../agent/ports/store";
import { isTooLate } from "../agent/run/decisions";
import { assembleChat, parseHeader } from "./assemble-chat";
import { isLeased } from "./lease-row";
import { parseRow } from "./parse-row";
import {
  callPrefix,
  chatIdOfHeader,
  chatPrefix,
  CHATS_PREFIX,
  HEADER_PREFIX,
  headerKey,
  leaseKey,
  tombstoneKey,
} from "./row-keys";
import type { RowTable } from "./row-table";
import { unindexRange } from "./search-index";

/** How many chats are kept. */
const KEPT_CHATS = 100;

/** Reads one chat, inside the caller's transaction; undefined where there is none. */
export async function readChat(table: RowTable, chatId: string): Promise<StoredChat | undefined> {
  const [header] = await table.read([headerKey(chatId)]);
  return assembleChat(chatId, header, await table.readRange(chatPrefix(chatId)));
}

/** The calls of a chat that can be read, inside the caller's transaction. */
export async function readCalls(table: RowTable, chatId: string): Promise<CallRow[]> {
  const rows = await table.readRange(callPrefix(chatId));
  return rows.flatMap(({ text }): CallRow[] => {
    const row = parseRow("call", text);
    return row.type === "change" && row.change.type === "call" ? [row.change.call] : [];
  });
}

/** The headers of all chats, the one changed last first, inside the caller's transaction. */
export async function readHeaders(table: RowTable): Promise<ChatHeader[]> {
  const headers: ChatHeader[] = [];
  for (const { key, text } of await table.readRange(HEADER_PREFIX)) {
    const chatId = chatIdOfHeader(key);
    const header = parseHeader(chatId, text) ?? (await readChat(table, chatId))?.chat.header;
    if (header !== undefined) headers.push(header);
  }
  return headers.sort((a, b) => b.updatedAt - a.updatedAt);
}

/** Removes a chat and leaves a tombstone, which a command that still has the chat open will meet. */
export async function deleteChat(table: RowTable, chatId: string): Promise<void> {
  await unindexRange(table, chatPrefix(chatId));
  await table.removeRange(chatPrefix(chatId));
  await table.remove([headerKey(chatId), leaseKey(chatId)]);
  await table.write([{ key: tombstoneKey(chatId), value: true }]);
}

/** Removes every chat, also what is left of one whose header is lost. */
export async function deleteAllChats(table: RowTable): Promise<void> {
  for (const { key } of await table.readRange(HEADER_PREFIX)) await deleteChat(table, chatIdOfHeader(key));
  await unindexRange(table, CHATS_PREFIX);
  await table.removeRange(CHATS_PREFIX);
}

/**
 * Deletes the chats beyond the most recent ones, never the one just begun, whatever its clock says, and none that a window
 * runs or that waits for the person.
 */
export async function deleteOldChats(table: RowTable, newChatId: string, now: number): Promise<void> {
  const others = (await readHeaders(table)).filter((header) => header.id !== newChatId);
  for (const { id } of others.slice(KEPT_CHATS - 1)) {
    const isInUse = (await isLeased(table, id, now)) || (await isWaiting(table, id, now));
    if (!isInUse) await deleteChat(table, id);
  }
}

/** True where a form or a question still waits for its answer. */
async function isWaiting(table: RowTable, chatId: string, now: number): Promise<boolean> {
  const calls = await readCalls(table, chatId);
  return calls.some((call) => waitsForPerson(call) && !isTooLate(call.state, now, DEFAULT_LIMITS));
}
