import { findAll, isOfType, type ElementNode } from "../command/elements";
import { itemId, plainText, selectedItem, visibleItems } from "../command/list-state";
import { describeAccessory } from "./describe-accessory";
import { describeItemDetail } from "./describe-detail";
import { describeIcon } from "./describe-icon";
import { describeEmptyView, describeSearchBar } from "./describe-search";
import type { Item, ListScreen, Section } from "./frame";
import { idOf } from "./identity";
import type { Look } from "./look";
import { optional } from "./optional";

type ListNode = ElementNode<"List">;
type ItemNode = ElementNode<"List.Item">;

/** The rows that show, with what is above and beside them. */
export function describeList(
  list: ListNode,
  look: Look,
): Omit<ListScreen, "key" | "navigationTitle" | "isLoading" | "panel"> {
  const selected = selectedItem(list);
  return {
    kind: "list",
    searchBar: describeSearchBar(list, look),
    isShowingDetail: list.props.isShowingDetail ?? false,
    sections: describeSections(list, look),
    ...optional("selectedId", selected && itemId(selected)),
    ...optional("detail", describeItemDetail(list, look)),
    ...optional("emptyView", describeEmptyView(list, look)),
    hasMore: list.props.pagination?.hasMore ?? false,
  };
}

function describeSections(list: ListNode, look: Look): Section<Item>[] {
  const shown = new Set(visibleItems(list));
  const sections: (Omit<Section<Item>, "items"> & { items: Item[] })[] = [];
  let loose: Item[] | undefined;
  for (const node of list.children) {
    if (isOfType(node, "List.Section")) {
      const { title = "", subtitle = "" } = node.props;
      const items = findAll(node, "List.Item").filter((item) => shown.has(item));
      sections.push({ key: idOf(node), title, subtitle, items: items.map((item) => describeItem(item, look)) });
      loose = undefined;
    } else if (isOfType(node, "List.Item") && shown.has(node)) {
      if (!loose) sections.push({ key: `loose-${sections.length}`, title: "", subtitle: "", items: (loose = []) });
      loose.push(describeItem(node, look));
    }
  }
  return sections.filter(({ items }) => items.length > 0);
}

function describeItem(node: ItemNode, look: Look): Item {
  const { title, subtitle, icon, accessories } = node.props;
  const { image, tooltip } = withTooltip(icon);
  return {
    id: itemId(node),
    title: plainText(title),
    ...optional("titleTooltip", tooltipOf(title)),
    subtitle: plainText(subtitle),
    ...optional("subtitleTooltip", tooltipOf(subtitle)),
    ...optional("icon", describeIcon(image, look)),
    ...optional("iconTooltip", tooltip),
    accessories: (accessories ?? []).flatMap((accessory) => describeAccessory(accessory, look)),
  };
}

const tooltipOf = (text: ItemNode["props"]["title"] | ItemNode["props"]["subtitle"]) =>
  typeof text === "object" ? text.tooltip : undefined;

const withTooltip = (icon: ItemNode["props"]["icon"]) =>
  typeof icon === "object" && "value" in icon
    ? { image: icon.value, tooltip: icon.tooltip }
    : { image: icon, tooltip: undefined };
