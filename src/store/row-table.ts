import KeyvSqlite, { type SqliteDriver } from "@keyv/sqlite";
import Keyv from "keyv";
import * as z from "zod";
import { isJsonObject, parseJson, type JsonValue } from "../agent/text/json";
import { ROW_VERSION } from "./upgrade-row";

/** The name of the table. */
export const TABLE = "orbit";

/** A row as it is stored: `text` may be damaged, see `rowValue`. */
export type TableRow = { key: string; text: string };

/**
 * The rows of the database by key. The methods throw what SQLite threw. They share one connection, so the caller lets
 * one transaction end before it begins the next.
 */
export interface RowTable {
  /** The text of each key in turn; undefined where there is no such row. */
  read(keys: readonly string[]): Promise<(string | undefined)[]>;
  /** The rows whose key starts with `prefix`, which ends in a slash, in the order in which they were first written. */
  readRange(prefix: string): Promise<TableRow[]>;
  write(rows: readonly { key: string; value: unknown }[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  removeRange(prefix: string): Promise<void>;
  /** For what stands beside the rows in the same database. */
  query(sql: string, ...parameters: readonly (string | number)[]): Promise<unknown[]>;
  /** Does `work` on one state of the database, all or nothing; `write` says whether it holds the lock for writing. */
  transaction<T>(mode: "read" | "write", work: () => Promise<T>): Promise<T>;
  /** Compares the pages of the whole database, or of the rows alone, with each other; false where they do not fit. */
  isSound(part: "all" | "rows"): Promise<boolean>;
  close(): Promise<void>;
}

/** A row's text: its value, and the version that wrote it. Version 1 did not say so. Undefined where it is damaged. */
export function parseEnvelope(text: string): { value: JsonValue; version: number } | undefined {
  const envelope = parseJson(text);
  if (!isJsonObject(envelope)) return undefined;
  const { value, v: version = 1 } = envelope;
  const isVersion = typeof version === "number" && Number.isInteger(version) && version > 0;
  return value === undefined || !isVersion ? undefined : { value, version };
}

/** The value of a row's text; undefined where the text is damaged. */
export function rowValue(text: string): JsonValue | undefined {
  return parseEnvelope(text)?.value;
}

/** Plain JSON: Keyv's own serializer gives a meaning to strings that begin with a colon. */
const serialization = {
  stringify: (envelope: object) => JSON.stringify({ ...envelope, v: ROW_VERSION }),
  parse: JSON.parse,
};

/** Opens the database at `file`, which is created where it is missing, and the table in it. */
export async function openRowTable(file: string, driver: SqliteDriver): Promise<RowTable> {
  const adapter = await connect(file, driver);
  const keyv = new Keyv({ store: adapter, serialization, checkExpired: false });
  const checked = errorCheck(keyv);
  return {
    // Keyv's own reads report a failure and a damaged row alike as absence; the adapter's throw.
    async read(keys) {
      const found = await adapter.getMany([...keys]);
      return found.map((value) => (value === undefined || typeof value === "string" ? value : ""));
    },
    async readRange(prefix) {
      const sql = `SELECT key, value FROM ${TABLE} WHERE key >= ? AND key < ? ORDER BY rowid`;
      return tableRowsSchema.parse(await adapter.query(sql, prefix, endOf(prefix)));
    },
    async write(rows) {
      if (rows.length === 0) return;
      const kept = await checked(() => keyv.setMany([...rows]));
      if (kept.length < rows.length || !kept.every(Boolean)) throw new Error("Keyv did not keep a row");
    },
    // False only means that the row was not there.
    async remove(keys) {
      if (keys.length > 0) await checked(() => keyv.deleteMany([...keys]));
    },
    async removeRange(prefix) {
      await adapter.query(`DELETE FROM ${TABLE} WHERE key >= ? AND key < ?`, prefix, endOf(prefix));
    },
    query: (sql, ...parameters) => adapter.query(sql, ...parameters),
    async transaction(mode, work) {
      await adapter.query(mode === "write" ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED");
      try {
        const result = await work();
        await adapter.query("COMMIT");
        return result;
      } catch (error) {
        // Some failures, a full disk for one, have rolled back already, and then this one fails.
        await adapter.query("ROLLBACK").catch(() => undefined);
        throw error;
      }
    },
    async isSound(part) {
      const answer = soundnessSchema.parse(await adapter.query(`PRAGMA quick_check(${part === "all" ? 1 : TABLE})`));
      return answer[0]?.quick_check === "ok";
    },
    close: () => checked(() => keyv.disconnect()),
  };
}

const tableRowsSchema = z.array(
  z.object({ key: z.string(), value: z.unknown() }).transform(({ key, value }) => ({
    key,
    text: typeof value === "string" ? value : "",
  })),
);

const soundnessSchema = z.array(z.object({ quick_check: z.string() }));

/** The adapter, its table made. It keeps no handle of a connection whose table failed, so this closes it. */
async function connect(file: string, driver: SqliteDriver): Promise<KeyvSqlite> {
  const connections: { close(): Promise<void> }[] = [];
  const adapter = new KeyvSqlite({
    uri: file,
    table: TABLE,
    driver: {
      name: driver.name,
      async connect(options) {
        const connection = await driver.connect(options);
        connections.push(connection);
        return connection;
      },
    },
  });
  try {
    await adapter.ready;
    return adapter;
  } catch (error) {
    for (const connection of connections) await connection.close();
    throw error;
  }
}

/** Gives a wrapper that throws what Keyv only emits. It relies on one operation running at a time. */
function errorCheck(keyv: Keyv): <T>(operation: () => Promise<T>) => Promise<T> {
  let errors: unknown[] = [];
  keyv.on("error", (error: unknown) => errors.push(error));
  return async (operation) => {
    errors = [];
    const result = await operation();
    if (errors.length > 0) throw errors[0];
    return result;
  };
}

/** The first key after all that start with the prefix, which ends in a slash: a zero comes right after it. */
export function endOf(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}
