import type { Color, List } from "@raycast/api";
import { itemId, plainText, type CollectionNode, type ItemNode } from "./collection";
import { selectedItem } from "./collection-state";
import { isOfType, type ElementNode } from "./elements";
import { visibleGroups } from "./moves";

/** A row or cell as a person reads it. */
interface AnyItemView {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  /** The title of its section; empty outside of sections. */
  readonly section: string;
  readonly isSelected: boolean;
}

/** A row of a list as a person reads it. */
export interface ItemView extends AnyItemView {
  /** The texts of its accessories; dates in ISO form. */
  readonly accessories: readonly string[];
  /** The row itself, for what is not text, such as its icon. */
  readonly props: ElementNode<"List.Item">["props"];
}

/** A cell of a grid as a person reads it. */
export interface CellView extends AnyItemView {
  /** The cell itself, for what is not text: its content. */
  readonly props: ElementNode<"Grid.Item">["props"];
}

/** The rows of a list that show, in reading order. */
export const itemViews = (list: ElementNode<"List">): ItemView[] =>
  anyViews(list).flatMap(([item, view]) => {
    if (!isOfType(item, "List.Item")) return [];
    const accessories = (item.props.accessories ?? []).map(accessoryText).filter((text) => text !== "");
    return [{ ...view, accessories, props: item.props }];
  });

/** The cells of a grid that show, in reading order. */
export const cellViews = (grid: ElementNode<"Grid">): CellView[] =>
  anyViews(grid).flatMap(([item, view]) => (isOfType(item, "Grid.Item") ? [{ ...view, props: item.props }] : []));

function anyViews(view: CollectionNode): (readonly [ItemNode, AnyItemView])[] {
  const selected = selectedItem(view);
  return visibleGroups(view).flatMap(({ section, items }) =>
    items.map((item) => {
      const { title, subtitle } = item.props;
      const texts = { id: itemId(item), title: plainText(title), subtitle: plainText(subtitle) };
      return [item, { ...texts, section: section?.props.title ?? "", isSelected: item === selected }] as const;
    }),
  );
}

type Content = string | Date | null | undefined;

/** What an accessory says, in either of the forms that it may have. */
export function accessoryContent(accessory: List.Item.Accessory): {
  readonly value?: Content;
  readonly color?: Color.ColorLike | null | undefined;
} {
  const given = "tag" in accessory ? accessory.tag : "date" in accessory ? accessory.date : textOf(accessory);
  return given != null && typeof given === "object" && !(given instanceof Date) ? given : { value: given };
}

const textOf = (accessory: List.Item.Accessory) => ("text" in accessory ? accessory.text : undefined);

function accessoryText(accessory: List.Item.Accessory): string {
  const { value } = accessoryContent(accessory);
  return value instanceof Date ? value.toISOString() : (value ?? "");
}
