import type { CollectionNode } from "./collection";
import { findAll, inSlot, type ElementNode } from "./elements";
import { currentHost } from "./host";

type DropdownNode = ElementNode<"List.Dropdown">;

const chosenValues = new WeakMap<DropdownNode, string>();

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

/** Takes up the choice of an earlier launch, as soon as the drop-down offers it. The command is told, as in Raycast. */
export function restoreDropdown(view: CollectionNode): void {
  const dropdown = dropdownOf(view);
  if (!dropdown?.props.storeValue || chosenValues.has(dropdown)) return;
  const stored = currentHost().world.storedValues.get(keyOf(dropdown));
  const item = findAll(dropdown, "List.Dropdown.Item").find(({ props }) => props.value === stored);
  if (item) choose(dropdown, item.props.value);
}

const keyOf = ({ type, props }: DropdownNode): string =>
  [currentHost().world.commandName, type, props.id ?? ""].join("/");
