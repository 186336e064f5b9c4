import type { ChatChange } from "../agent/chat/chat";

/** The row that tells the format of the database. */
export const VERSION_KEY = "version";

/** What the keys of all headers start with; they stand together, so that the list of chats reads nothing else. */
export const HEADER_PREFIX = "header/";

/** The key of a chat's header. */
export function headerKey(chatId: string): string {
  return HEADER_PREFIX + escapeId(chatId);
}

/** The key of the row that stays when a chat is deleted. */
export function tombstoneKey(chatId: string): string {
  return `deleted/${escapeId(chatId)}`;
}

/** What the keys of a chat's rows but its header start with. */
export function chatPrefix(chatId: string): string {
  return `chat/${escapeId(chatId)}/`;
}

/** The key of a call's row. */
export function callKey(chatId: string, callId: string): string {
  return `${chatPrefix(chatId)}call/${escapeId(callId)}`;
}

/** The key of the row that a change writes or removes. */
export function changeKey(chatId: string, change: ChatChange): string {
  const prefix = chatPrefix(chatId);
  switch (change.type) {
    case "header":
      return headerKey(chatId);
    case "frozen":
      return `${prefix}frozen`;
    case "message":
      return `${prefix}message/${escapeId(change.message.id)}`;
    case "call":
      return callKey(chatId, change.call.id);
    case "row":
      return `${prefix}row/${escapeId(change.row.id)}`;
    case "row_removed":
      return `${prefix}row/${escapeId(change.rowId)}`;
    case "mark":
      return `${prefix}mark/${escapeId(change.mark.id)}`;
  }
}

/** The chat of a header's key. */
export function chatIdOfHeader(key: string): string {
  return key
    .slice(HEADER_PREFIX.length)
    .replaceAll(/%([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The kind of a chat's row, from its key. */
export function rowKind(chatId: string, key: string): string {
  const [kind = ""] = key.slice(chatPrefix(chatId).length).split("/");
  return kind;
}

// An id is anything, also what a person typed after `--chat`. It must not reach into another chat's keys, and SQLite ends
// a text at a NUL. Code units, not bytes, so that half a surrogate pair is an id too.
function escapeId(id: string): string {
  return id.replaceAll(/[^\w-]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
