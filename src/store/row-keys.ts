import type { ChatChange } from "../agent/chat/chat";

/** The row that tells the format of the database. */
export const VERSION_KEY = "version";

/** What the keys of all headers start with; they stand together, so that the list of chats reads nothing else. */
export const HEADER_PREFIX = "header/";

/** What the keys of all rows of chats but the headers start with. */
export const CHATS_PREFIX = "chat/";

/** What the keys of all claims on chats start with. */
const LEASE_PREFIX = "lease/";

/**
 * What the keys of all rows that name an image start with. They stand beside the rows of chats, so that nobody has to read
 * those to learn which images are still wanted.
 */
export const IMAGES_PREFIX = "image/";

/** What the keys of all that is remembered for a while start with. */
export const MEMORY_PREFIX = "memory/";

/** The key of a chat's header. */
export function headerKey(chatId: string): string {
  return HEADER_PREFIX + escapeId(chatId);
}

/** The key of the row that stays when a chat is deleted. */
export function tombstoneKey(chatId: string): string {
  return `deleted/${escapeId(chatId)}`;
}

/** The key of a window's claim on a chat. */
export function leaseKey(chatId: string): string {
  return LEASE_PREFIX + escapeId(chatId);
}

/** The key of something that Orbit remembers for a while. */
export function memoryKey(name: string): string {
  return MEMORY_PREFIX + escapeId(name);
}

/** What the keys of a chat's rows but its header start with. */
export function chatPrefix(chatId: string): string {
  return `${CHATS_PREFIX}${escapeId(chatId)}/`;
}

/** What the keys of the rows that a person sees start with. */
export function rowPrefix(chatId: string): string {
  return `${chatPrefix(chatId)}row/`;
}

/** What the keys of a chat's calls start with. */
export function callPrefix(chatId: string): string {
  return `${chatPrefix(chatId)}call/`;
}

/** The key of a row that a person sees. */
export function rowKey(chatId: string, rowId: string): string {
  return rowPrefix(chatId) + escapeId(rowId);
}

/** What the keys of a chat's images start with. */
export function imagesPrefix(chatId: string): string {
  return `${IMAGES_PREFIX}${escapeId(chatId)}/`;
}

/** The same for the images that the row or message of a change names. */
export function changeImagesPrefix(chatId: string, change: ChatChange): string {
  return `${imagesPrefix(chatId)}${changeKey(chatId, change).slice(chatPrefix(chatId).length)}/`;
}

/** The image of such a key. */
export function imageOfKey(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
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
      return callPrefix(chatId) + escapeId(change.call.id);
    case "row":
      return rowKey(chatId, change.row.id);
    case "row_removed":
      return rowKey(chatId, change.rowId);
    case "mark":
      return `${prefix}mark/${escapeId(change.mark.id)}`;
  }
}

/** The chat of a header's key. */
export function chatIdOfHeader(key: string): string {
  return idOf(key.slice(HEADER_PREFIX.length));
}

/** The chat of the key of any other row of it. */
export function chatIdOfRow(key: string): string {
  return idOf(key.split("/")[1] ?? "");
}

function idOf(escaped: string): string {
  return escaped.replaceAll(/%([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
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
