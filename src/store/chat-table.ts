import type { ChatHeader } from "../agent/chat/chat";
import type { StoredChat } from "../agent/ports/store";
import { assembleChat, parseHeader } from "./assemble-chat";
import { chatIdOfHeader, chatPrefix, HEADER_PREFIX, headerKey, tombstoneKey } from "./row-keys";
import type { RowTable } from "./row-table";

/** How many chats are kept. */
const KEPT_CHATS = 100;

/** Reads one chat, inside the caller's transaction; undefined where there is none. */
export async function readChat(table: RowTable, chatId: string): Promise<StoredChat | undefined> {
  const [header] = await table.read([headerKey(chatId)]);
  return assembleChat(chatId, header, await table.readRange(chatPrefix(chatId)));
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
  await table.removeRange(chatPrefix(chatId));
  await table.remove([headerKey(chatId)]);
  await table.write([{ key: tombstoneKey(chatId), value: true }]);
}

/** Deletes the chats beyond the most recent ones, never the one just begun, whatever its clock says. */
export async function deleteOldChats(table: RowTable, newChatId: string): Promise<void> {
  const others = (await readHeaders(table)).filter((header) => header.id !== newChatId);
  for (const { id } of others.slice(KEPT_CHATS - 1)) await deleteChat(table, id);
}
