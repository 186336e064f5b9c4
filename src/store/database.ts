import { StoreError } from "../agent/ports/store";
import { isSameFile, markSuspect, type FileIdentity } from "./database-file";
import type { RowTable } from "./row-table";
import { toStoreError } from "./store-error";

/** The open database as those who work on it share it: one transaction after the other, in the order of asking. */
export type Database = {
  readonly table: RowTable;
  /** Does `work` on one state of the database. Throws `StoreError`. */
  read: <T>(work: () => Promise<T>) => Promise<T>;
  /** Does `work` all or nothing, with the lock for writing. Throws `StoreError`. */
  write: <T>(work: () => Promise<T>) => Promise<T>;
  /** Waits for what was asked for, and takes nothing more. */
  close: () => Promise<void>;
};

/** Puts an open table in a queue. `identity` is that of the file when it was opened. */
export function createDatabase(table: RowTable, file: string, identity: FileIdentity): Database {
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
    table,
    read: (work) => perform("read", work),
    write: (work) => perform("write", work),
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
