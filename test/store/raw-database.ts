import { DatabaseSync } from "node:sqlite";
import type { SqliteDriver } from "@keyv/sqlite";
import { createSqliteDriver } from "../../src/store/sqlite-driver";

/** Works on the database past the store, as damage does. */
export function withDatabase<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Writes a text over the row of a key, which must be there. */
export function overwriteRow(file: string, key: string, text: string): void {
  const { changes } = withDatabase(file, (database) =>
    database.prepare("UPDATE orbit SET value = ? WHERE key = ?").run(text, key),
  );
  if (changes !== 1) throw new Error(`no row ${key}`);
}

/** The keys of all rows, sorted. */
export function allKeys(file: string): string[] {
  return withDatabase(file, (database) =>
    database
      .prepare("SELECT key FROM orbit ORDER BY key")
      .all()
      .map((row) => String(row["key"])),
  );
}

type Query = (sql: string, ...parameters: unknown[]) => Promise<unknown[]>;

/** The store's own driver with something around its queries; `open` runs first, on the fresh connection. */
export function watchedDriver(watch: (sql: string) => void, open?: (query: Query) => Promise<unknown>): SqliteDriver {
  const driver = createSqliteDriver(50);
  return {
    name: driver.name,
    async connect(options) {
      const connection = await driver.connect(options);
      await open?.(connection.query);
      return {
        async query(sql, ...parameters) {
          watch(sql);
          return connection.query(sql, ...parameters);
        },
        close: () => connection.close(),
      };
    },
  };
}
