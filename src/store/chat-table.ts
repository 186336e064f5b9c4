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
  imageOfKey,
  IMAGES_PREFIX,
  imagesPrefix,
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

/** The images that some chat names, inside the caller's transaction. */
export async function namedImages(table: RowTable): Promise<Set<string>> {
  return new Set((await table.readRange(IMAGES_PREFIX)).map(({ key }) => imageOfKey(key)));
}

/**
 * Removes a chat and leaves a tombstone, which a command that still has the chat open will meet. Gives the images that no
 * chat names any more.
 */
export async function deleteChat(table: RowTable, chatId: string): Promise<string[]> {
  const images = new Set((await table.readRange(imagesPrefix(chatId))).map(({ key }) => imageOfKey(key)));
  await unindexRange(table, chatPrefix(chatId));
  await table.removeRange(chatPrefix(chatId));
  await table.removeRange(imagesPrefix(chatId));
  await table.remove([headerKey(chatId), leaseKey(chatId)]);
  await table.write([{ key: tombstoneKey(chatId), value: true }]);
  if (images.size === 0) return [];
  const named = await namedImages(table);
  return [...images].filter((image) => !named.has(image));
}

/** Removes every chat, also what is left of one whose header is lost. Gives the images that they named. */
export async function deleteAllChats(table: RowTable): Promise<string[]> {
  const images = [...(await namedImages(table))];
  // First of all: else each chat would look through the images of the others.
  await table.removeRange(IMAGES_PREFIX);
  for (const { key } of await table.readRange(HEADER_PREFIX)) await deleteChat(table, chatIdOfHeader(key));
  await unindexRange(table, CHATS_PREFIX);
  await table.removeRange(CHATS_PREFIX);
  return images;
}

/**
 * Deletes the chats beyond the most recent ones, never the one just begun, whatever its clock says, and none that a window
 * runs or that waits for the person. Gives the images that no chat names any more.
 */
export async function deleteOldChats(table: RowTable, newChatId: string, now: number): Promise<string[]> {
  const images: string[] = [];
  const others = (await readHeaders(table)).filter((header) => header.id !== newChatId);
  for (const { id } of others.slice(KEPT_CHATS - 1)) {
    const isInUse = (await isLeased(table, id, now)) || (await isWaiting(table, id, now));
    if (!isInUse) images.push(...(await deleteChat(table, id)));
  }
  return images;
}

/** True where a form or a question still waits for its answer. */
async function isWaiting(table: RowTable, chatId: string, now: number): Promise<boolean> {
  const calls = await readCalls(table, chatId);
  return calls.some((call) => waitsForPerson(call) && !isTooLate(call.state, now, DEFAULT_LIMITS));
}
