import { alternateOf, type RunningMenuBar } from "../command/running-menu-bar";
import type { Deed } from "./deed";
import { itemIds } from "./item-ids";

/** Chooses an item of the menu bar: with ⌥ or the right button its alternate, where it has one. */
export function doMenuDeed(command: RunningMenuBar, { id, isAlternate }: Extract<Deed, { type: "menuBar" }>): void {
  const { menu } = command;
  const [item] = [...(menu ? itemIds(menu) : [])].find(([, itemId]) => itemId === id) ?? [];
  if (!item) return;
  const alternate = isAlternate ? alternateOf(item) : undefined;
  command.tryAct(() => command.choose(alternate ?? item, isAlternate && !alternate ? "right-click" : "left-click"));
}
