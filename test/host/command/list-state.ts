import { child, findAll, type ElementNode } from "./elements";

type ListNode = ElementNode<"List">;
type ItemNode = ElementNode<"List.Item">;

/** What the person did to a list. Raycast keeps it, not the command. */
interface ListState {
  /** What stands in the search bar, as long as the command does not say. */
  typed: string;
  /** The row that the person or the command chose. Without one, the first row is selected, whichever that is. */
  chosen?: string;
  /** Where the selection was, for when its row goes. */
  index: number;
  /** The value of selectedItemId that has been obeyed; it moves the selection once, not for ever. */
  obeyed?: string;
  /** What onSelectionChange was told last. */
  told?: string | null;
}

const states = new WeakMap<ListNode, ListState>();
const generatedIds = new WeakMap<ItemNode, string>();
let generated = 0;

function stateOf(list: ListNode): ListState {
  const state = states.get(list) ?? { typed: "", index: 0 };
  states.set(list, state);
  return state;
}

/** The row's own id, or one that stays with it. */
export function itemId(item: ItemNode): string {
  if (item.props.id !== undefined) return item.props.id;
  const id = generatedIds.get(item) ?? `row-${++generated}`;
  generatedIds.set(item, id);
  return id;
}

/** An id that two rows of a list have, where there is one. Raycast then mixes the rows up. */
export function repeatedId(list: ListNode): string | undefined {
  const ids = findAll(list, "List.Item").map(itemId);
  const once = new Set(ids);
  return once.size === ids.length ? undefined : ids.find((id, index) => ids.indexOf(id) !== index);
}

/** A title or subtitle as text, whichever of its two forms it has. */
export const plainText = (text: string | { value?: string | null } | undefined): string =>
  typeof text === "object" ? (text.value ?? "") : (text ?? "");

/** What stands in the search bar. */
export const searchText = (list: ListNode): string => list.props.searchText ?? stateOf(list).typed;

/** The rows that show: all, or those that match the search text where Raycast filters. */
export function visibleItems(list: ListNode): ItemNode[] {
  const items = findAll(list, "List.Item");
  return filters(list) ? items.filter((item) => matches(item, searchText(list))) : items;
}

// Raycast filters by itself unless the command listens to the search text or says that it does not want it.
function filters({ props }: ListNode): boolean {
  return props.filtering !== undefined ? props.filtering !== false : !props.onSearchTextChange;
}

function matches(item: ItemNode, query: string): boolean {
  const text = [plainText(item.props.title), ...(item.props.keywords ?? [])].join("\n").toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The selected row: the chosen one while it shows, else the first. */
export function selectedItem(list: ListNode): ItemNode | undefined {
  const items = visibleItems(list);
  const { chosen } = stateOf(list);
  return items.find((item) => itemId(item) === chosen) ?? items[0];
}

/** The person moves the selection to a row. */
export function chooseItem(list: ListNode, item: ItemNode): void {
  stateOf(list).chosen = itemId(item);
}

/** The person types into the search bar. A filtered list goes back to its first row. */
export function typeSearch(list: ListNode, text: string): void {
  const state = stateOf(list);
  state.typed = text;
  if (filters(list)) delete state.chosen;
  list.props.onSearchTextChange?.(text);
}

/**
 * Moves the selection as Raycast does after the rows changed: to selectedItemId when the command gave a new one and the
 * row is there; to the row that took the place of the chosen one when that went; else nowhere.
 * @returns what onSelectionChange is to be called with; undefined where the selection is still the same
 */
export function settleSelection(list: ListNode): string | null | undefined {
  const state = stateOf(list);
  const ids = visibleItems(list).map(itemId);
  const { selectedItemId } = list.props;
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

/** The drop-down beside the search bar. */
export function dropdownOf(list: ListNode): ElementNode<"List.Dropdown"> | undefined {
  const slot = child(list, "dropdown");
  return slot && child(slot, "List.Dropdown");
}

const chosenValues = new WeakMap<ElementNode<"List.Dropdown">, string>();

/** The drop-down's value: the command's, else the person's choice, else the default, else its first item. */
export const dropdownValue = (dropdown: ElementNode<"List.Dropdown">): string | undefined =>
  dropdown.props.value ??
  chosenValues.get(dropdown) ??
  dropdown.props.defaultValue ??
  findAll(dropdown, "List.Dropdown.Item")[0]?.props.value;

/** The person chooses an item of the drop-down. */
export function chooseInDropdown(
  dropdown: ElementNode<"List.Dropdown">,
  item: ElementNode<"List.Dropdown.Item">,
): void {
  chosenValues.set(dropdown, item.props.value);
  dropdown.props.onChange?.(item.props.value);
}
