import type { Image } from "@raycast/api";
import { itemId, plainText } from "../command/collection";
import { isOfType, type ElementNode } from "../command/elements";
import { visibleGroups } from "../command/moves";
import { describeAccessory } from "./describe-accessory";
import { describeItemDetail } from "./describe-detail";
import { describeIcon } from "./describe-icon";
import { describeCollection, describeSection, splitTooltip } from "./describe-search";
import type { Item, ListScreen } from "./frame";
import type { Look } from "./look";
import { optional } from "./optional";

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

function describeItem(node: ElementNode<"List.Item">, look: Look): Item {
  const { title, subtitle, icon, accessories } = node.props;
  const picture = splitTooltip<Image.ImageLike | null | undefined>(icon);
  return {
    id: itemId(node),
    title: plainText(title),
    ...optional("titleTooltip", splitTooltip(title).tooltip),
    subtitle: plainText(subtitle),
    ...optional("subtitleTooltip", splitTooltip(subtitle).tooltip),
    ...optional("icon", describeIcon(picture.value, look)),
    ...optional("iconTooltip", picture.tooltip),
    accessories: (accessories ?? []).flatMap((accessory) => describeAccessory(accessory, look)),
  };
}
