import type { PermissionKind } from "../../agent/tool/permission";
import { ToolError, type ToolErrorType } from "../../agent/tool/tool-error";

type Words = { type: ToolErrorType; summary?: string; permission?: PermissionKind; say: (shown: string) => string };

/** What macOS guards answers with EPERM; EACCES is the item's own mode, which no setting of macOS changes. */
const DENIED: Words = {
  type: "permission_denied",
  permission: "files",
  say: (shown) =>
    `macOS does not let Orbit use ${shown}. Tell the person that they can allow Raycast in System Settings, Privacy & Security, Files and Folders (or Full Disk Access). Do not try other paths to the same item.`,
};
const NO_ACCESS: Words = {
  type: "permission_denied",
  summary: "No access",
  say: (shown) =>
    `The person's account may not use ${shown}: the owner and mode of the item, or of a folder above it, forbid it. Tell the person; do not try other paths to the same item.`,
};
const MISSING: Words = {
  type: "not_found",
  summary: "Not found",
  say: (shown) => `There is nothing at ${shown}. Find the path with search_files or list_folder.`,
};
const TOO_LONG: Words = {
  type: "invalid_argument",
  summary: "Wrong path",
  say: (shown) =>
    `The path ${shown} is too long or leads in a circle. Use the path that search_files or list_folder gave.`,
};
const FULL: Words = {
  type: "failed",
  summary: "The disk is full",
  say: (shown) => `The disk is full, so nothing was written to ${shown}. Tell the person to free some space.`,
};
const READ_ONLY: Words = {
  type: "failed",
  summary: "The volume is read-only",
  say: (shown) => `${shown} is on a volume that cannot be changed. Suggest another folder.`,
};

const BY_CODE: Record<string, Words> = {
  EPERM: DENIED,
  EACCES: NO_ACCESS,
  ENOENT: MISSING,
  ENOTDIR: MISSING,
  ELOOP: TOO_LONG,
  ENAMETOOLONG: TOO_LONG,
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: READ_ONLY,
};

/** The code of an error of the file system ("ENOENT"); undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** An error of the file system as a `ToolError` that says what helps. Any other error comes back as it is. */
function fileError(error: unknown, shown: string): unknown {
  const code = errorCode(error);
  if (error instanceof ToolError || code === undefined || code === "ABORT_ERR") return error;
  const words = BY_CODE[code];
  if (words !== undefined) {
    const { type, say, ...rest } = words;
    return new ToolError(type, say(shown), { ...rest, cause: error });
  }
  const message = `The system could not use ${shown} (${code}). Try once more later, or tell the person.`;
  return new ToolError("failed", message, { cause: error });
}

/** Does work on an item, and turns an error of the file system into a `ToolError`. `shown` is its displayed path. */
export async function explainErrors<T>(shown: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileError(error, shown);
  }
}
