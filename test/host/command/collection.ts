import { groupsOf, isOfType, type ElementNode, type HostNode } from "./elements";

/** What holds items under a search bar: a list its rows, a grid its cells. */
export type CollectionNode = ElementNode<"List"> | ElementNode<"Grid">;

/** A row of a list, or a cell of a grid. */
export type ItemNode = ElementNode<"List.Item"> | ElementNode<"Grid.Item">;

type SectionNode = ElementNode<"List.Section"> | ElementNode<"Grid.Section">;

/** Items that stand together: those of a section, or those between sections, which have none. */
export interface ItemGroup {
  readonly section: SectionNode | undefined;
  readonly items: readonly ItemNode[];
}

/** Whether a node is a list or grid. */
export const isCollection = (node: HostNode): node is CollectionNode =>
  isOfType(node, "List") || isOfType(node, "Grid");

const isItem = (node: HostNode): node is ItemNode => isOfType(node, "List.Item") || isOfType(node, "Grid.Item");

const isSection = (node: HostNode): node is SectionNode =>
  isOfType(node, "List.Section") || isOfType(node, "Grid.Section");

/** All items in groups, in reading order, whether they show or not. */
export const itemGroups = (view: CollectionNode): ItemGroup[] => groupsOf(view, isSection, isItem);

/** All items in reading order, whether they show or not. */
export const itemsOf = (view: CollectionNode): ItemNode[] => itemGroups(view).flatMap(({ items }) => items);

const generatedIds = new WeakMap<ItemNode, string>();
let generated = 0;

/** The item's own id, or one that stays with it. */
export function itemId(item: ItemNode): string {
  if (item.props.id !== undefined) return item.props.id;
  const id = generatedIds.get(item) ?? `row-${++generated}`;
  generatedIds.set(item, id);
  return id;
}

/** An id that two items of a list or grid have, where there is one. Raycast then mixes them up. */
export function repeatedId(view: CollectionNode): string | undefined {
  const ids = itemsOf(view).map(itemId);
  const once = new Set(ids);
  return once.size === ids.length ? undefined : ids.find((id, index) => ids.indexOf(id) !== index);
}

/** A title or subtitle as text, whichever of its two forms it has. */
export const plainText = (text: string | { value?: string | null } | undefined): string =>
  typeof text === "object" ? (text.value ?? "") : (text ?? "");

/** How many cells of a grid stand side by side, where neither the grid nor the section says. */
export const DEFAULT_COLUMNS = 5;
