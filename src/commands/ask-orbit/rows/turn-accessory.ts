import type { List } from "@raycast/api";
import type { PendingRow } from "../request-rows";

/** "1 of 2", where a turn needs the person more than once. */
export function turnAccessory({ position, total }: PendingRow): List.Item.Accessory[] {
  return total > 1 ? [{ text: `${position} of ${total}` }] : [];
}
