import { itemId, plainText } from "../command/collection";
import { isOfType, type ElementNode } from "../command/elements";
import { visibleGroups } from "../command/moves";
import { describeAccessory } from "./describe-accessory";
import { describeItemDetail } from "./describe-detail";
import { describeIcon } from "./describe-icon";
import { describeCollection, describeSection } from "./describe-search";
import type { Item, ListScreen } from "./frame";
import type { Look } from "./look";
import { optional } from "./optional";

type ItemNode = ElementNode<"List.Item">;

/** The rows that show, with what is above and beside them. */
export function describeList(
  list: ElementNode<"List">,
  look: Look,
): Omit<ListScreen, "key" | "navigationTitle" | "isLoading" | "panel"> {
  return {
    kind: "list",
    ...describeCollection(list, look),
    isShowingDetail: list.props.isShowingDetail ?? false,
    sections: visibleGroups(list).map((group, index) => ({
      ...describeSection(group, index),
      items: group.items.flatMap((item) => (isOfType(item, "List.Item") ? [describeItem(item, look)] : [])),
    })),
    ...optional("detail", describeItemDetail(list, look)),
  };
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
