import type { SqliteDriver } from "@keyv/sqlite";
import { StoreError, type ChatStore } from "../agent/ports/store";
import { createChatStore } from "./chat-store";
import {
  clearSuspicion,
  isSameFile,
  isSuspect,
  prepareDatabaseFile,
  setAsideDatabase,
  type FileIdentity,
} from "./database-file";
import { VERSION_KEY } from "./row-keys";
import { openRowTable, rowValue, type RowTable } from "./row-table";
import { createSqliteDriver } from "./sqlite-driver";
import { toStoreError } from "./store-error";

/** The format of the rows. One that is higher was written by a later Orbit. */
const VERSION = 1;

const LOCK_TIMEOUT_MS = 5000;

/** What `openChatStore` needs to know. */
export type ChatStoreOptions = {
  /** The absolute path of the database; it and its folder are made where they are missing. */
  file: string;
  now: () => Date;
  /** How long to wait for another command that holds the database. Milliseconds. */
  lockTimeoutMs?: number;
  /** What Keyv reaches SQLite through, for a caller that watches the queries. */
  driver?: SqliteDriver;
};

/** `setAside` is the path that a database which could not be opened has now; a fresh one took its place. */
export type OpenedChatStore = { store: ChatStore; setAside: string | undefined };

/**
 * Opens the store of chats. Throws `StoreError`; a database that is damaged is not an error but set aside, one that a
 * later Orbit wrote is left alone (`newer_version`).
 */
export async function openChatStore(options: ChatStoreOptions): Promise<OpenedChatStore> {
  const { file, now } = options;
  const driver = options.driver ?? createSqliteDriver(options.lockTimeoutMs ?? LOCK_TIMEOUT_MS);
  try {
    const identity = prepareDatabaseFile(file);
    try {
      return { store: await openStore(file, identity, driver), setAside: undefined };
    } catch (error) {
      if (toStoreError(error).detail.type !== "corrupt") throw error;
      const setAside = setAsideDatabase(file, identity, now());
      return { store: await openStore(file, prepareDatabaseFile(file), driver), setAside };
    }
  } catch (error) {
    throw toStoreError(error);
  }
}

async function openStore(file: string, identity: FileIdentity, driver: SqliteDriver): Promise<ChatStore> {
  const table = await openRowTable(file, driver);
  try {
    if (!isSameFile(file, identity)) throw new StoreError({ type: "vanished" });
    if (isSuspect(file)) {
      if (!(await table.isSound())) throw new StoreError({ type: "corrupt" });
      clearSuspicion(file);
    }
    await settleVersion(table);
  } catch (error) {
    // What kept the store from opening says more than what may keep it from closing.
    await table.close().catch(() => undefined);
    throw error;
  }
  return createChatStore(table, file, identity);
}

/** Refuses a database of a later Orbit, which would lose what this one does not know of, and signs a fresh one. */
async function settleVersion(table: RowTable): Promise<void> {
  const [text] = await table.read([VERSION_KEY]);
  const version = text === undefined ? undefined : rowValue(text);
  if (version === VERSION) return;
  if (typeof version === "number" && version > VERSION) throw new StoreError({ type: "newer_version" });
  await table.transaction("write", () => table.write([{ key: VERSION_KEY, value: VERSION }]));
}
