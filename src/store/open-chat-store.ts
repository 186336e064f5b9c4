import type { SqliteDriver } from "@keyv/sqlite";
import type { ImageStore } from "../agent/ports/images";
import type { Memory } from "../agent/ports/memory";
import { StoreError, type ChatStore } from "../agent/ports/store";
import { createChatStore } from "./chat-store";
import { namedImages } from "./chat-table";
import { createDatabase, type Database } from "./database";
import {
  clearSuspicion,
  imagesFolder,
  isSameFile,
  isSuspect,
  prepareDatabaseFile,
  setAsideDatabase,
  type FileIdentity,
} from "./database-file";
import { createImageFiles } from "./image-files";
import { createMemory } from "./memory-rows";
import { VERSION_KEY } from "./row-keys";
import { openRowTable, rowValue, type RowTable } from "./row-table";
import { createSearchIndex, dropSearchIndex, hasSearchIndex } from "./search-index";
import { createSqliteDriver } from "./sqlite-driver";
import { toStoreError } from "./store-error";
import { ROW_VERSION } from "./upgrade-row";

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
export type OpenedChatStore = { store: ChatStore; memory: Memory; images: ImageStore; setAside: string | undefined };

/**
 * Opens the store of chats, the memory in the same database, which closes with the store, and the images beside it. Throws
 * `StoreError`; a database that is damaged is not an error but set aside, one that a later Orbit wrote is left alone
 * (`newer_version`).
 */
export async function openChatStore(options: ChatStoreOptions): Promise<OpenedChatStore> {
  const { file, now } = options;
  const driver = options.driver ?? createSqliteDriver(options.lockTimeoutMs ?? LOCK_TIMEOUT_MS);
  try {
    const identity = prepareDatabaseFile(file);
    try {
      return opened(await openDatabase(file, identity, driver), options, undefined);
    } catch (error) {
      if (toStoreError(error).detail.type !== "corrupt") throw error;
      const setAside = setAsideDatabase(file, identity, now());
      return opened(await openDatabase(file, prepareDatabaseFile(file), driver), options, setAside);
    }
  } catch (error) {
    throw toStoreError(error);
  }
}

function opened(database: Database, { file, now }: ChatStoreOptions, setAside: string | undefined): OpenedChatStore {
  const images = createImageFiles(imagesFolder(file));
  const store = createChatStore(database, images, now);
  // What a crash left between a file and its row goes by and by, and nobody waits for it.
  images.sweep(() => database.read(() => namedImages(database.table)), now()).catch(() => undefined);
  return { store, memory: createMemory(database, now), images, setAside };
}

async function openDatabase(file: string, identity: FileIdentity, driver: SqliteDriver): Promise<Database> {
  const table = await openRowTable(file, driver);
  try {
    if (!isSameFile(file, identity)) throw new StoreError({ type: "vanished" });
    if (isSuspect(file)) {
      await requireSound(table);
      clearSuspicion(file);
    }
    await settleVersion(table);
  } catch (error) {
    // What kept the store from opening says more than what may keep it from closing.
    await table.close().catch(() => undefined);
    throw error;
  }
  return createDatabase(table, file, identity);
}

/** Damage in the search index costs the index, which is made anew, and not the chats. */
async function requireSound(table: RowTable): Promise<void> {
  if (await table.isSound("all")) return;
  if (await table.isSound("rows")) await table.transaction("write", () => dropSearchIndex(table));
  if (!(await table.isSound("all"))) throw new StoreError({ type: "corrupt" });
}

/**
 * Refuses a database of a later Orbit, which would lose what this one does not know of. Signs a fresh one and one of an
 * earlier Orbit, whose rows are upgraded as they are read.
 */
async function settleVersion(table: RowTable): Promise<void> {
  const [text] = await table.read([VERSION_KEY]);
  const version = text === undefined ? undefined : rowValue(text);
  if (typeof version === "number" && version > ROW_VERSION) throw new StoreError({ type: "newer_version" });
  if (version === ROW_VERSION && (await hasSearchIndex(table))) return;
  await table.transaction("write", async () => {
    await createSearchIndex(table);
    await table.write([{ key: VERSION_KEY, value: ROW_VERSION }]);
  });
}
