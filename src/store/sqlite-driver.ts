import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { SqliteDriver } from "@keyv/sqlite";
import { isBusy } from "./store-error";

// SQLite waits for a lock by putting the whole thread to sleep, so it may only do that for a moment; what is longer is
// waited for with a timer, and the view goes on drawing.
const BLOCKING_WAIT_MS = 5;
const LONGEST_PAUSE_MS = 50;

// Keyv writes the number of rows into the SQL, so its statements are many; those of everyday saves stay prepared.
const CACHED_STATEMENTS = 64;

const PRAGMAS = [
  // Readers and the one writer do not wait for each other, and a killed process leaves nothing to repair.
  "PRAGMA journal_mode = WAL",
  // Every commit is synced: a call's intent should outlive a loss of power, not only the end of the process.
  "PRAGMA synchronous = FULL",
  // What a person deletes is overwritten, not only unlinked.
  "PRAGMA secure_delete = ON",
];

/**
 * The driver that `@keyv/sqlite` works through: `node:sqlite`, in WAL mode. A query that finds the database locked is
 * tried again until `lockTimeoutMs` is over, without blocking the event loop; then it throws SQLite's own error.
 */
export function createSqliteDriver(lockTimeoutMs: number): SqliteDriver {
  return {
    name: "custom",
    async connect({ filename }) {
      const database = new DatabaseSync(filename, { timeout: BLOCKING_WAIT_MS });
      const prepare = statementCache(database);
      const query = (sql: string, ...parameters: unknown[]) => {
        const values = parameters.map(sqlValue);
        return retryWhileBusy(() => prepare(sql).all(...values), lockTimeoutMs);
      };
      const close = () => {
        database.close();
        return Promise.resolve();
      };
      try {
        for (const pragma of PRAGMAS) await query(pragma);
      } catch (error) {
        await close();
        throw error;
      }
      return { query, close };
    },
  };
}

function statementCache(database: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const [oldest] = statements.keys();
    if (oldest !== undefined && statements.size >= CACHED_STATEMENTS) statements.delete(oldest);
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}

async function retryWhileBusy<T>(run: () => T, lockTimeoutMs: number): Promise<T> {
  const deadline = performance.now() + lockTimeoutMs;
  for (let pause = 2; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    // Two commands that wait for each other must not come back at the same moments for ever.
    await sleep(pause * (0.5 + Math.random() / 2));
  }
}

function sqlValue(parameter: unknown): string | number | null {
  if (typeof parameter === "string" || typeof parameter === "number" || parameter === null) return parameter;
  throw new TypeError(`SQLite parameter of type ${typeof parameter}`);
}
