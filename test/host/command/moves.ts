import { DEFAULT_COLUMNS, itemGroups, type CollectionNode, type ItemGroup, type ItemNode } from "./collection";
import { chooseItem, selectedItem, visibleItems } from "./collection-state";
import { isOfType } from "./elements";

/** Where the selection can be moved to by a key. */
export type Move =
  "up" | "down" | "left" | "right" | "first" | "last" | "pageUp" | "pageDown" | "previousSection" | "nextSection";

/** About as many rows as the window shows. */
const PAGE_ROWS = { List: 8, Grid: 3 } as const;

/** The person moves the selection by a key. From the end it goes on at the other end, as in Raycast. */
export function moveSelection(view: CollectionNode, move: Move): void {
  const selected = selectedItem(view);
  const item = selected && target(view, selected, move);
  if (item) chooseItem(view, item);
}

function target(view: CollectionNode, selected: ItemNode, move: Move): ItemNode | undefined {
  const items = visibleItems(view);
  switch (move) {
    case "up":
      return inColumn(view, selected, (index, count) => (index - 1 + count) % count);
    case "down":
      return inColumn(view, selected, (index, count) => (index + 1) % count);
    case "pageUp":
      return inColumn(view, selected, (index) => Math.max(index - PAGE_ROWS[view.type], 0));
    case "pageDown":
      return inColumn(view, selected, (index, count) => Math.min(index + PAGE_ROWS[view.type], count - 1));
    case "left":
      return isOfType(view, "Grid") ? items.at(items.indexOf(selected) - 1) : undefined;
    case "right":
      return isOfType(view, "Grid") ? items[(items.indexOf(selected) + 1) % items.length] : undefined;
    case "first":
      return items[0];
    case "last":
      return items.at(-1);
    case "previousSection":
      return beforeSection(view, selected);
    case "nextSection": {
      const groups = visibleGroups(view);
      return groups[indexOfGroup(groups, selected) + 1]?.items[0] ?? items.at(-1);
    }
  }
}

/** The item in another row, in the same column or, where that row is shorter, in its last. */
function inColumn(
  view: CollectionNode,
  selected: ItemNode,
  rowFrom: (index: number, count: number) => number,
): ItemNode | undefined {
  const rows = rowsOf(view);
  const index = rows.findIndex((row) => row.includes(selected));
  const column = rows[index]?.indexOf(selected) ?? 0;
  const next = rows[rowFrom(index, rows.length)];
  return next?.[column] ?? next?.at(-1);
}

/** The start of the item's own section or, from there, of the one before. */
function beforeSection(view: CollectionNode, selected: ItemNode): ItemNode | undefined {
  const groups = visibleGroups(view);
  const index = indexOfGroup(groups, selected);
  const start = groups[index]?.items[0];
  return start === selected ? (groups[index - 1]?.items[0] ?? start) : start;
}

const indexOfGroup = (groups: readonly ItemGroup[], item: ItemNode) =>
  groups.findIndex(({ items }) => items.includes(item));

/** The items that show, in groups, without those groups that would be empty. */
export function visibleGroups(view: CollectionNode): ItemGroup[] {
  const shown = new Set(visibleItems(view));
  return itemGroups(view)
    .map(({ section, items }) => ({ section, items: items.filter((item) => shown.has(item)) }))
    .filter(({ items }) => items.length > 0);
}

/** The items that stand side by side, row by row; in a list, each alone. */
function rowsOf(view: CollectionNode): (readonly ItemNode[])[] {
  return visibleGroups(view).flatMap((group) => {
    const columns = columnsOf(view, group);
    const starts = group.items.map((_, index) => index).filter((index) => index % columns === 0);
    return starts.map((start) => group.items.slice(start, start + columns));
  });
}

/** How many items of a group stand side by side: one in a list; in a grid what the section says, else the grid. */
export function columnsOf(view: CollectionNode, { section }: Pick<ItemGroup, "section">): number {
  if (!isOfType(view, "Grid")) return 1;
  const own = section && isOfType(section, "Grid.Section") ? section.props.columns : undefined;
  return own ?? view.props.columns ?? DEFAULT_COLUMNS;
}
