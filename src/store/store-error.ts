import { StoreError, type StoreErrorDetail } from "../agent/ports/store";

// What SQLite reports: https://www.sqlite.org/rescode.html. The low byte is the primary code.
const PRIMARY_CODE = 0xff;

const SQLITE_DETAILS = new Map<number, StoreErrorDetail>([
  [3, { type: "not_writable" }], // SQLITE_PERM
  [5, { type: "locked" }], // SQLITE_BUSY
  [6, { type: "locked" }], // SQLITE_LOCKED
  [8, { type: "not_writable" }], // SQLITE_READONLY
  [11, { type: "corrupt" }], // SQLITE_CORRUPT
  [13, { type: "full" }], // SQLITE_FULL
  [14, { type: "not_writable" }], // SQLITE_CANTOPEN
  [26, { type: "corrupt" }], // SQLITE_NOTADB
  // SQLITE_IOERR_SHMSIZE: on a full disk the shared memory file is the first that cannot grow.
  [4874, { type: "full" }],
]);

const FILE_DETAILS = new Map<string, StoreErrorDetail>([
  ["EACCES", { type: "not_writable" }],
  ["EPERM", { type: "not_writable" }],
  ["EROFS", { type: "not_writable" }],
  ["ENOTDIR", { type: "not_writable" }],
  ["EISDIR", { type: "not_writable" }],
  ["EEXIST", { type: "not_writable" }],
  ["ENOSPC", { type: "full" }],
  ["EDQUOT", { type: "full" }],
  ["ENOENT", { type: "vanished" }],
]);

/** The typed form of what SQLite, the file system or Keyv threw; a `StoreError` stays as it is. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const detail = sqliteDetail(error) ?? fileDetail(error) ?? { type: "other" };
  return new StoreError(detail, { cause: error });
}

/** True where SQLite says that another connection holds the lock, which is worth another try. */
export function isBusy(error: unknown): boolean {
  return sqliteDetail(error)?.type === "locked";
}

function sqliteDetail(error: unknown): StoreErrorDetail | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return SQLITE_DETAILS.get(error.errcode) ?? SQLITE_DETAILS.get(error.errcode & PRIMARY_CODE);
}

function fileDetail(error: unknown): StoreErrorDetail | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return FILE_DETAILS.get(error.code);
}
