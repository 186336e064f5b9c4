import { StoreError, type ChatStore } from "../agent/ports/store";
import { deleteChat, deleteOldChats, readChat, readHeaders } from "./chat-table";
import { isSameFile, markSuspect, type FileIdentity } from "./database-file";
import type { RowTable } from "./row-table";
import { saveChanges } from "./save-changes";
import { toStoreError } from "./store-error";

/** The store of chats on an open table. `identity` is that of the file when it was opened. */
export function createChatStore(table: RowTable, file: string, identity: FileIdentity): ChatStore {
  const enqueue = createQueue();
  let closing: Promise<void> | undefined;

  async function transact<T>(mode: "read" | "write", work: () => Promise<T>): Promise<T> {
    try {
      return await table.transaction(mode, async () => {
        const result = await work();
        // A deleted file still takes writes through the open handle, and they are gone with it.
        if (!isSameFile(file, identity)) throw new StoreError({ type: "vanished" });
        return result;
      });
    } catch (error) {
      throw explain(error);
    }
  }

  function explain(error: unknown): StoreError {
    // Without its file SQLite fails in many ways, and none of them says so.
    if (!isSameFile(file, identity)) return new StoreError({ type: "vanished" }, { cause: error });
    const storeError = toStoreError(error);
    if (storeError.detail.type === "corrupt") markSuspect(file);
    return storeError;
  }

  function perform<T>(mode: "read" | "write", work: () => Promise<T>): Promise<T> {
    if (closing === undefined) return enqueue(() => transact(mode, work));
    return Promise.reject(new StoreError({ type: "other" }, { cause: new Error("The store is closed.") }));
  }

  return {
    async save(chatId, changes) {
      // The save may have to wait, and means what the changes say now.
      const snapshot = structuredClone(changes);
      await perform("write", async () => {
        const isNew = await saveChanges(table, chatId, snapshot);
        if (isNew) await deleteOldChats(table, chatId);
      });
    },
    load: (chatId) => perform("read", () => readChat(table, chatId)),
    list: () => perform("read", () => readHeaders(table)),
    delete: (chatId) => perform("write", () => deleteChat(table, chatId)),
    close() {
      closing ??= enqueue(async () => {
        try {
          await table.close();
        } catch (error) {
          throw toStoreError(error);
        }
      });
      return closing;
    },
  };
}

/** Runs jobs one after the other, in the order in which they came; one that fails does not stop the next. */
function createQueue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = last.then(job);
    last = result.catch(() => undefined);
    return result;
  };
}
