import type { ChatStore } from "../agent/ports/store";
import { deleteAllChats, deleteChat, deleteOldChats, readCalls, readChat, readHeaders } from "./chat-table";
import type { Database } from "./database";
import type { ImageFiles } from "./image-files";
import { dropLease, renewLease, takeLease } from "./lease-row";
import { saveChanges } from "./save-changes";
import { searchChats } from "./search-index";

/** How many hits a search gives where nobody says. */
const HITS = 50;

/** The store of chats on an open database, with their images in files. */
export function createChatStore(database: Database, images: Pick<ImageFiles, "remove">, now: () => Date): ChatStore {
  const { table, read, write } = database;
  /** Deletes chats, and then the images that none names any more. */
  const deleting = async (task: () => Promise<string[]>) => {
    // By the clock of the files.
    const since = Date.now();
    await images.remove(await write(task), since);
  };
  return {
    async save(chatId, changes, guard) {
      // The save may have to wait, and means what the changes say now.
      const snapshot = structuredClone(changes);
      await deleting(async () => {
        const isNew = await saveChanges(table, chatId, snapshot, guard);
        return isNew ? await deleteOldChats(table, chatId, now().getTime()) : [];
      });
    },
    load: (chatId) => read(() => readChat(table, chatId)),
    loadCalls: (chatId) => read(() => readCalls(table, chatId)),
    list: () => read(() => readHeaders(table)),
    search: (words, limit = HITS) => read(() => searchChats(table, words, limit)),
    takeLease: (chatId, lease, at) => write(() => takeLease(table, chatId, lease, at)),
    renewLease: (chatId, lease) => write(() => renewLease(table, chatId, lease)),
    dropLease: (chatId, window) => write(() => dropLease(table, chatId, window)),
    delete: (chatId) => deleting(() => deleteChat(table, chatId)),
    deleteAll: () => deleting(() => deleteAllChats(table)),
    close: () => database.close(),
  };
}
