import type { ChatStore } from "../agent/ports/store";
import { deleteAllChats, deleteChat, deleteOldChats, readCalls, readChat, readHeaders } from "./chat-table";
import type { Database } from "./database";
import type { ImageFiles } from "./image-files";
import { dropLease, takeLease } from "./lease-row";
import { saveChanges } from "./save-changes";
import { searchChats } from "./search-index";

/** How many hits a search gives where nobody says. */
const HITS = 50;

/** The store of chats on an open database, with their images in files. */
export function createChatStore(database: Database, images: Pick<ImageFiles, "remove">, now: () => Date): ChatStore {
  const { table, read, write } = database;
  return {
    async save(chatId, changes, guard) {
      // The save may have to wait, and means what the changes say now.
      const snapshot = structuredClone(changes);
      const unnamed = await write(async () => {
        const isNew = await saveChanges(table, chatId, snapshot, guard);
        return isNew ? await deleteOldChats(table, chatId, now().getTime()) : [];
      });
      await images.remove(unnamed);
    },
    load: (chatId) => read(() => readChat(table, chatId)),
    loadCalls: (chatId) => read(() => readCalls(table, chatId)),
    list: () => read(() => readHeaders(table)),
    search: (words, limit = HITS) => read(() => searchChats(table, words, limit)),
    takeLease: (chatId, lease, at) => write(() => takeLease(table, chatId, lease, at)),
    dropLease: (chatId, window) => write(() => dropLease(table, chatId, window)),
    delete: async (chatId) => images.remove(await write(() => deleteChat(table, chatId))),
    deleteAll: async () => images.remove(await write(() => deleteAllChats(table))),
    close: () => database.close(),
  };
}
