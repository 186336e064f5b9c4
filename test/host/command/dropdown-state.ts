import type { CollectionNode } from "./collection";
import { findAll, inSlot, type ElementNode } from "./elements";
import { currentHost } from "./host";

type DropdownNode = ElementNode<"List.Dropdown">;

const chosenValues = new WeakMap<DropdownNode, string>();

/** The drop-downs whose command knows what is chosen at first. */
const toldFirst = new WeakSet<DropdownNode>();

/** The drop-down beside the search bar. */
export const dropdownOf = (view: CollectionNode): DropdownNode | undefined => inSlot(view, "dropdown", "List.Dropdown");

/** The drop-down's value: the command's, else the person's choice, else the default, else its first item. */
export const dropdownValue = (dropdown: DropdownNode): string | undefined =>
  dropdown.props.value ??
  chosenValues.get(dropdown) ??
  dropdown.props.defaultValue ??
  findAll(dropdown, "List.Dropdown.Item")[0]?.props.value;

/** The person chooses an item of the drop-down. With storeValue, the choice is there again at the next launch. */
export function chooseInDropdown(dropdown: DropdownNode, item: ElementNode<"List.Dropdown.Item">): void {
  const { value } = item.props;
  if (dropdown.props.storeValue) currentHost().world.storedValues.set(keyOf(dropdown), value);
  choose(dropdown, value);
}

function choose(dropdown: DropdownNode, value: string): void {
  chosenValues.set(dropdown, value);
  dropdown.props.onChange?.(value);
}

/**
 * Takes up the choice of an earlier launch, as soon as the drop-down offers it, and tells the command what is chosen at
 * first: Raycast calls onChange for that too, whoever said the value (vicinaehq/vicinae#583).
 */
export function settleDropdown(view: CollectionNode): void {
  const dropdown = dropdownOf(view);
  if (!dropdown) return;
  const stored = storedItem(dropdown);
  const first = toldFirst.has(dropdown) ? undefined : dropdownValue(dropdown);
  if (stored) choose(dropdown, stored.props.value);
  else if (first !== undefined) dropdown.props.onChange?.(first);
  if (stored !== undefined || first !== undefined) toldFirst.add(dropdown);
}

function storedItem(dropdown: DropdownNode): ElementNode<"List.Dropdown.Item"> | undefined {
  if (!dropdown.props.storeValue || chosenValues.has(dropdown)) return undefined;
  const stored = currentHost().world.storedValues.get(keyOf(dropdown));
  return findAll(dropdown, "List.Dropdown.Item").find(({ props }) => props.value === stored);
}

const keyOf = ({ type, props }: DropdownNode): string =>
  [currentHost().world.commandName, type, props.id ?? ""].join("/");
