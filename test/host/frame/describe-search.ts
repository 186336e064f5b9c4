import type { ElementNode } from "../command/elements";
import { dropdownOf, searchText } from "../command/list-state";
import { emptyViewOf, showsEmptyView } from "../command/screen";
import { describeDropdown } from "./describe-dropdown";
import { describeIcon } from "./describe-icon";
import type { EmptyView, SearchBar } from "./frame";
import type { Look } from "./look";
import { optional } from "./optional";

/** The bar with the input. */
export function describeSearchBar(list: ElementNode<"List">, look: Look): SearchBar {
  const dropdown = dropdownOf(list);
  return {
    text: searchText(list),
    placeholder: list.props.searchBarPlaceholder ?? "Search…",
    ...optional("dropdown", dropdown && describeDropdown(dropdown, look)),
  };
}

// What Raycast says where the command says nothing.
const NO_RESULTS: EmptyView = {
  icon: { kind: "symbol", name: "magnifying-glass-16" },
  title: "No Results",
  description: "",
};

/** What stands in place of the rows. */
export function describeEmptyView(list: ElementNode<"List">, look: Look): EmptyView | undefined {
  if (!showsEmptyView(list)) return undefined;
  const node = emptyViewOf(list);
  if (!node) return NO_RESULTS;
  const { title = "", description = "", icon } = node.props;
  return { ...optional("icon", describeIcon(icon, look)), title, description };
}
