import { groupsOf, isOfType, type ElementNode, type HostNode } from "../command/elements";
import { fieldValue } from "../command/form-state";
import { dropdownValue } from "../command/dropdown-state";
import { filters } from "../command/search";
import { describeIcon } from "./describe-icon";
import type { Choice, ChoiceSection, Dropdown } from "./frame";
import type { Look } from "./look";
import { optional } from "./optional";

/** The drop-down of a search bar. */
export const describeDropdown = (node: ElementNode<"List.Dropdown">, look: Look): Dropdown => ({
  tooltip: node.props.tooltip,
  value: dropdownValue(node) ?? "",
  ...describeParts(node, look),
});

/** The drop-down of a form. */
export const describeDropdownField = (node: ElementNode<"Form.Dropdown">, look: Look): Dropdown => ({
  tooltip: "",
  value: String(fieldValue(node) ?? ""),
  ...describeParts(node, look),
});

function describeParts(node: ElementNode<"List.Dropdown"> | ElementNode<"Form.Dropdown">, look: Look) {
  const { placeholder = "", isLoading = false, onSearchTextChange } = node.props;
  return {
    placeholder,
    isLoading,
    sections: describeSections(node, look),
    listensToSearch: onSearchTextChange !== undefined,
    filters: filters(node),
  };
}

type ItemNode = ElementNode<"List.Dropdown.Item"> | ElementNode<"Form.Dropdown.Item">;

const isItem = (node: HostNode): node is ItemNode =>
  isOfType(node, "List.Dropdown.Item") || isOfType(node, "Form.Dropdown.Item");

type SectionNode = ElementNode<"List.Dropdown.Section"> | ElementNode<"Form.Dropdown.Section">;

const isSection = (node: HostNode): node is SectionNode =>
  isOfType(node, "List.Dropdown.Section") || isOfType(node, "Form.Dropdown.Section");

/** The items in sections. Those outside of any make sections of their own, without a title. */
const describeSections = (dropdown: HostNode, look: Look): ChoiceSection[] =>
  groupsOf(dropdown, isSection, isItem).map(({ section, items }) => ({
    title: section?.props.title ?? "",
    choices: items.map(({ props }) => describeChoice(props, look)),
  }));

/** What can be chosen in a drop-down or a tag picker. */
export const describeChoice = (
  { value, title, icon, keywords = [] }: ElementNode<"List.Dropdown.Item">["props"],
  look: Look,
): Choice => ({ value, title, ...optional("icon", describeIcon(icon, look)), keywords });
