import { callRowSchema, isSettled, mayReplace, type CallRow } from "../agent/history/calls";
import type { ChatChange } from "../agent/chat/chat";
import { StoreError } from "../agent/ports/store";
import { callKey, changeKey, headerKey, tombstoneKey } from "./row-keys";
import { rowValue, type RowTable } from "./row-table";

/** A call as the database has it: no row, a row that cannot be read, or the row. */
type StoredCall = CallRow | "absent" | "damaged";

/**
 * Writes the changes of one chat, inside the caller's transaction. Gives whether the chat is new. Throws `chat_deleted`
 * and `call_moved`.
 */
export async function saveChanges(table: RowTable, chatId: string, changes: readonly ChatChange[]): Promise<boolean> {
  const callIds = new Set(changes.flatMap((change) => (change.type === "call" ? [change.call.id] : [])));
  const callKeys = [...callIds].map((id) => callKey(chatId, id));
  const [tombstone, header, ...callTexts] = await table.read([tombstoneKey(chatId), headerKey(chatId), ...callKeys]);
  if (tombstone !== undefined) throw new StoreError({ type: "chat_deleted" });
  requireMoves(chatId, changes, new Map(callKeys.map((key, index) => [key, parseCall(callTexts[index])])));

  // The last change of a row is the one to write; undefined removes the row.
  const rows = new Map(changes.map((change) => [changeKey(chatId, change), changeValue(change)]));
  await table.write([...rows].flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }])));
  await table.remove([...rows].flatMap(([key, value]) => (value === undefined ? [key] : [])));
  return header === undefined && rows.has(headerKey(chatId));
}

/** Throws `call_moved` where a call does not follow from its stored state, or from an earlier change of the same save. */
function requireMoves(chatId: string, changes: readonly ChatChange[], calls: Map<string, StoredCall>): void {
  for (const change of changes) {
    if (change.type !== "call") continue;
    const key = callKey(chatId, change.call.id);
    if (!mayStore(calls.get(key) ?? "absent", change.call)) {
      throw new StoreError({ type: "call_moved", callId: change.call.id });
    }
    calls.set(key, change.call);
  }
}

function parseCall(text: string | undefined): StoredCall {
  if (text === undefined) return "absent";
  const parsed = callRowSchema.safeParse(rowValue(text));
  return parsed.success ? parsed.data : "damaged";
}

/** Of a damaged row nobody knows whether its call ran, so it may only be settled. */
function mayStore(stored: StoredCall, call: CallRow): boolean {
  if (stored === "absent") return true;
  if (stored === "damaged") return isSettled(call);
  return mayReplace(stored, call);
}

function changeValue(change: ChatChange): unknown {
  switch (change.type) {
    case "header":
      return change.header;
    case "frozen":
      return change.frozen;
    case "message":
      return change.message;
    case "call":
      return change.call;
    case "row":
      return change.row;
    case "row_removed":
      return undefined;
    case "mark":
      return change.mark;
  }
}
