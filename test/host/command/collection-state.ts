import { child, type ElementNode } from "./elements";
import { itemId, itemsOf, plainText, type CollectionNode, type ItemNode } from "./collection";
import { loadMore, settlePagination } from "./pagination";
import { filters, tellSearch, untoldSearch } from "./search";

/** What the person did to a list or grid. Raycast keeps it, not the command. */
interface CollectionState {
  /** What stands in the search bar, as long as the command does not say. */
  typed: string;
  /** The item that the person or the command chose. Without one, the first is selected, whichever that is. */
  chosen?: string;
  /** Where the selection was, for when its item goes. */
  index: number;
  /** The value of selectedItemId that has been obeyed; it moves the selection once, not for ever. */
  obeyed?: string;
  /** What onSelectionChange was told last. */
  told?: string | null;
}

const states = new WeakMap<CollectionNode, CollectionState>();

function stateOf(view: CollectionNode): CollectionState {
  const state = states.get(view) ?? { typed: "", index: 0 };
  states.set(view, state);
  return state;
}

/** What stands in the search bar. */
export const searchText = (view: CollectionNode): string =>
  untoldSearch(view) ?? view.props.searchText ?? stateOf(view).typed;

/** The items that show: all, or those that match the search text where Raycast filters. */
export function visibleItems(view: ElementNode<"List">): ElementNode<"List.Item">[];
export function visibleItems(view: ElementNode<"Grid">): ElementNode<"Grid.Item">[];
export function visibleItems(view: CollectionNode): ItemNode[];
export function visibleItems(view: CollectionNode): ItemNode[] {
  const items = itemsOf(view);
  return filters(view) ? items.filter((item) => matches(item, searchText(view))) : items;
}

function matches(item: ItemNode, query: string): boolean {
  const text = [plainText(item.props.title), ...(item.props.keywords ?? [])].join("\n").toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The selected item: the chosen one while it shows, else the first. */
export function selectedItem(view: ElementNode<"List">): ElementNode<"List.Item"> | undefined;
export function selectedItem(view: ElementNode<"Grid">): ElementNode<"Grid.Item"> | undefined;
export function selectedItem(view: CollectionNode): ItemNode | undefined;
export function selectedItem(view: CollectionNode): ItemNode | undefined {
  const items = visibleItems(view);
  const { chosen } = stateOf(view);
  return items.find((item) => itemId(item) === chosen) ?? items[0];
}

/** So many items before the end of the page, the next page is asked for. */
const NEAR_END = 5;

/** The person moves the selection to an item. Near the end, the command is asked for more of them. */
export function chooseItem(view: CollectionNode, item: ItemNode): void {
  stateOf(view).chosen = itemId(item);
  const items = visibleItems(view);
  if (items.indexOf(item) >= items.length - NEAR_END) loadMore(view);
}

/** The person types into the search bar. What Raycast filters goes back to its first item. */
export function typeSearch(view: CollectionNode, text: string): void {
  const state = stateOf(view);
  state.typed = text;
  if (filters(view)) delete state.chosen;
  tellSearch(view, text);
}

/**
 * Moves the selection as Raycast does after the items changed: to selectedItemId when the command gave a new one and the
 * item is there; to the item that took the place of the chosen one when that went; else nowhere.
 * @returns what onSelectionChange is to be called with; undefined where the selection is still the same
 */
export function settleSelection(view: CollectionNode): string | null | undefined {
  settlePagination(view);
  const state = stateOf(view);
  const ids = visibleItems(view).map(itemId);
  const { selectedItemId } = view.props;
  if (selectedItemId === undefined) delete state.obeyed;
  else if (selectedItemId !== state.obeyed && ids.includes(selectedItemId)) {
    state.obeyed = selectedItemId;
    state.chosen = selectedItemId;
  }
  if (state.chosen !== undefined && !ids.includes(state.chosen)) {
    const next = ids[Math.min(state.index, ids.length - 1)];
    if (next === undefined) delete state.chosen;
    else state.chosen = next;
  }
  const selected = state.chosen ?? ids[0] ?? null;
  state.index = selected === null ? 0 : ids.indexOf(selected);
  if (state.told === selected) return undefined;
  state.told = selected;
  return selected;
}

/** Whether a list or grid says that it is empty: not while it loads, unless something is typed. */
export const showsEmptyView = (view: CollectionNode): boolean =>
  visibleItems(view).length === 0 && (view.props.isLoading !== true || searchText(view) !== "");

/** What an empty list or grid says. */
export function emptyViewOf(
  view: CollectionNode,
): ElementNode<"List.EmptyView"> | ElementNode<"Grid.EmptyView"> | undefined {
  if (!showsEmptyView(view)) return undefined;
  return child(view, "List.EmptyView") ?? child(view, "Grid.EmptyView");
}
