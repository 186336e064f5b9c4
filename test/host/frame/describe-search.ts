import { itemId, type CollectionNode, type ItemGroup } from "../command/collection";
import { emptyViewOf, searchText, selectedItem, showsEmptyView } from "../command/collection-state";
import { dropdownOf } from "../command/dropdown-state";
import { describeDropdown } from "./describe-dropdown";
import { describeIcon } from "./describe-icon";
import type { EmptyView, SearchBar, Section } from "./frame";
import { idOf } from "./identity";
import type { Look } from "./look";
import { optional } from "./optional";

/** What a list and a grid have in common besides their items. */
export function describeCollection(view: CollectionNode, look: Look) {
  const selected = selectedItem(view);
  return {
    searchBar: describeSearchBar(view, look),
    ...optional("selectedId", selected && itemId(selected)),
    ...optional("emptyView", describeEmptyView(view, look)),
    hasMore: view.props.pagination?.hasMore ?? false,
  };
}

/** The bar with the input. */
function describeSearchBar(view: CollectionNode, look: Look): SearchBar {
  const dropdown = dropdownOf(view);
  return {
    text: searchText(view),
    placeholder: view.props.searchBarPlaceholder ?? "Search…",
    ...optional("dropdown", dropdown && describeDropdown(dropdown, look)),
  };
}

interface Tooltipped<T> {
  readonly value?: T;
  readonly tooltip?: string | null | undefined;
}

/** A text or picture and its tooltip, whether the command gave both or the first alone. */
export const splitTooltip = <T>(given: T | Tooltipped<T>): Tooltipped<T> =>
  isTooltipped(given) ? given : { value: given };

const isTooltipped = <T>(given: T | Tooltipped<T>): given is Tooltipped<T> =>
  typeof given === "object" && given !== null && "value" in given;

/** The head of a group of items. One outside of sections has no title, and a key by its place. */
export const describeSection = ({ section }: ItemGroup, index: number): Omit<Section<never>, "items"> => ({
  key: section ? idOf(section) : `loose-${index}`,
  title: section?.props.title ?? "",
  subtitle: section?.props.subtitle ?? "",
});

// What Raycast says where the command says nothing.
const NO_RESULTS: EmptyView = {
  icon: { kind: "symbol", name: "magnifying-glass-16" },
  title: "No Results",
  description: "",
};

/** What stands in place of the items. */
function describeEmptyView(view: CollectionNode, look: Look): EmptyView | undefined {
  if (!showsEmptyView(view)) return undefined;
  const node = emptyViewOf(view);
  if (!node) return NO_RESULTS;
  const { title = "", description = "", icon } = node.props;
  return { ...optional("icon", describeIcon(icon, look)), title, description };
}
