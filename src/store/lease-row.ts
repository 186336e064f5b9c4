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
  const [tombstone, text] = await table.read([tombstoneKey(chatId), leaseKey(chatId)]);
  if (tombstone !== undefined) throw new StoreError({ type: "chat_deleted" });
  const held = parseLease(text);
  if (held !== undefined && held.window !== lease.window && held.until > now) return held;
  await table.write([{ key: leaseKey(chatId), value: lease }]);
  return undefined;
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

/** A claim that cannot be read is none: it would lapse within seconds anyway. */
function parseLease(text: string | undefined): Lease | undefined {
  return text === undefined ? undefined : leaseSchema.safeParse(rowValue(text)).data;
}
