import { isDeepStrictEqual } from "node:util";
import type { ChatChange } from "../agent/chat/chat";
import { isSettled, mayReplace } from "../agent/history/calls";
import { StoreError, type SaveGuard } from "../agent/ports/store";
import { parseRow, type ParsedRow } from "./parse-row";
import { imagesInChange } from "../agent/images/images-in";
import { changeImagesPrefix, changeKey, headerKey, rowKey, tombstoneKey } from "./row-keys";
import type { RowTable } from "./row-table";
import { indexChange } from "./search-index";

/**
 * Writes the changes of one chat, inside the caller's transaction. Gives whether the chat is new. Throws what the port's
 * `save` says.
 */
export async function saveChanges(
  table: RowTable,
  chatId: string,
  changes: readonly ChatChange[],
  guard: SaveGuard | undefined,
): Promise<boolean> {
  // The last change of a row is the one to write.
  const last = new Map(changes.map((change) => [changeKey(chatId, change), change]));
  const guarded = (guard?.rowsExist ?? []).map((rowId) => ({ rowId, key: rowKey(chatId, rowId) }));
  const keys = [...new Set([tombstoneKey(chatId), ...last.keys(), ...guarded.map(({ key }) => key)])];
  const texts = await table.read(keys);
  const stored = new Map(keys.map((key, index) => [key, texts[index]]));

  if (stored.get(tombstoneKey(chatId)) !== undefined) throw new StoreError({ type: "chat_deleted" });
  const gone = guarded.find(({ key }) => stored.get(key) === undefined);
  if (gone !== undefined) throw new StoreError({ type: "row_gone", rowId: gone.rowId });
  requireAllowed(chatId, changes, stored);

  const removed = [...last].filter(([, change]) => change.type === "row_removed");
  const written = [...last].filter(([, change]) => change.type !== "row_removed");
  for (const [, change] of removed) await indexChange(table, chatId, change);
  await table.remove(removed.map(([key]) => key));
  for (const [, change] of removed) await table.removeRange(changeImagesPrefix(chatId, change));
  await table.write(written.map(([key, change]) => ({ key, value: changeValue(change) })));
  await table.write(written.flatMap(([, change]) => imageRows(chatId, change)));
  for (const [, change] of written) await indexChange(table, chatId, change);
  return last.has(headerKey(chatId)) && stored.get(headerKey(chatId)) === undefined;
}

/** What names the images of a change. Neither a message nor the images of a row ever change. */
function imageRows(chatId: string, change: ChatChange): { key: string; value: true }[] {
  const files = imagesInChange(change);
  return files.map((file) => ({ key: changeImagesPrefix(chatId, change) + file, value: true }));
}

/** Holds every change against the stored row, or against an earlier change of the same save. */
function requireAllowed(
  chatId: string,
  changes: readonly ChatChange[],
  stored: ReadonlyMap<string, string | undefined>,
): void {
  const made = new Map<string, ChatChange>();
  for (const change of changes) {
    const key = changeKey(chatId, change);
    const text = stored.get(key);
    const earlier = made.get(key);
    if (earlier !== undefined) requireFollows({ type: "change", change: earlier }, change);
    else if (text !== undefined) requireFollows(parseRow(rowKind(change), text), change);
    made.set(key, change);
  }
}

/** A call moves forward; of a damaged row nobody knows whether its call ran, so it may only be settled. */
function requireFollows(stored: ParsedRow, change: ChatChange): void {
  // What a later Orbit wrote is not this one's to change.
  if (stored.type === "newer") throw new StoreError({ type: "newer_version" });
  const before = stored.type === "change" ? stored.change : undefined;
  switch (change.type) {
    case "call": {
      const isForward = before?.type === "call" ? mayReplace(before.call, change.call) : isSettled(change.call);
      if (!isForward) throw new StoreError({ type: "call_moved", callId: change.call.id });
      return;
    }
    case "frozen":
    case "message":
    case "mark":
      // A save that is repeated says the same again.
      if (before !== undefined && !isSame(before, change)) throw new StoreError({ type: "history_rewritten" });
      return;
    case "header":
    case "row":
    case "row_removed":
      return;
  }
}

/** Equal as JSON has it, which knows no -0. */
function isSame(a: ChatChange, b: ChatChange): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
}

function rowKind(change: ChatChange): string {
  return change.type === "row_removed" ? "row" : change.type;
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
