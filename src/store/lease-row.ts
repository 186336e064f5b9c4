import * as z from "zod";
import { StoreError, type Lease } from "../agent/ports/store";
import { leaseKey, tombstoneKey } from "./row-keys";
import { rowValue, type RowTable } from "./row-table";

const leaseSchema = z.object({ window: z.string(), until: z.number() });

/** Claims a chat inside the caller's transaction; gives the claim of another window that holds at `now`, if there is one. */
export async function takeLease(
  table: RowTable,
  chatId: string,
  lease: Lease,
  now: number,
): Promise<Lease | undefined> {
  const held = await readLease(table, chatId);
  if (held !== undefined && held.window !== lease.window && held.until > now) return held;
  await table.write([{ key: leaseKey(chatId), value: lease }]);
  return undefined;
}

/** Claims a chat for longer inside the caller's transaction; false where the claim of its window is not there any more. */
export async function renewLease(table: RowTable, chatId: string, lease: Lease): Promise<boolean> {
  const held = await readLease(table, chatId);
  if (held?.window !== lease.window) return false;
  await table.write([{ key: leaseKey(chatId), value: lease }]);
  return true;
}

/** Gives a chat free inside the caller's transaction, where `window` has claimed it. */
export async function dropLease(table: RowTable, chatId: string, window: string): Promise<void> {
  const [text] = await table.read([leaseKey(chatId)]);
  if (parseLease(text)?.window === window) await table.remove([leaseKey(chatId)]);
}

/** True where some window has claimed the chat at `now`. */
export async function isLeased(table: RowTable, chatId: string, now: number): Promise<boolean> {
  const [text] = await table.read([leaseKey(chatId)]);
  const held = parseLease(text);
  return held !== undefined && held.until > now;
}

/** The claim on a chat, lapsed or not. Throws `chat_deleted`. */
async function readLease(table: RowTable, chatId: string): Promise<Lease | undefined> {
  const [tombstone, text] = await table.read([tombstoneKey(chatId), leaseKey(chatId)]);
  if (tombstone !== undefined) throw new StoreError({ type: "chat_deleted" });
  return parseLease(text);
}

/** A claim that cannot be read is none: it would lapse within seconds anyway. */
function parseLease(text: string | undefined): Lease | undefined {
  return text === undefined ? undefined : leaseSchema.safeParse(rowValue(text)).data;
}
