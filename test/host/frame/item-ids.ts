import { findAll, type ElementNode } from "../command/elements";

type Item = ElementNode<"MenuBarExtra.Item">;

/**
 * The names of a menu's items: their titles, counted where one is there twice. When a menu is opened, its command draws
 * it anew; what a person chooses meanwhile must mean the same item after that.
 */
export function itemIds(menu: ElementNode<"MenuBarExtra">): ReadonlyMap<Item, string> {
  const counts = new Map<string, number>();
  return new Map(
    findAll(menu, "MenuBarExtra.Item").map((item) => {
      const { title } = item.props;
      const count = (counts.get(title) ?? 0) + 1;
      counts.set(title, count);
      return [item, `${title} ${count}`];
    }),
  );
}
