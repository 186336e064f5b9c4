import type { Color, Grid, Image } from "@raycast/api";
import { itemId, type ItemGroup } from "../command/collection";
import { isOfType, type ElementNode } from "../command/elements";
import { columnsOf, visibleGroups } from "../command/moves";
import { describeColour } from "./describe-colour";
import { describeIcon } from "./describe-icon";
import { describeCollection, describeSection, splitTooltip } from "./describe-search";
import type { GridItem, GridScreen, GridSection } from "./frame";
import type { Look } from "./look";
import { optional } from "./optional";

type GridNode = ElementNode<"Grid">;

/** The cells that show, with what is above them. */
export function describeGrid(
  grid: GridNode,
  look: Look,
): Omit<GridScreen, "key" | "navigationTitle" | "isLoading" | "panel"> {
  return {
    kind: "grid",
    ...describeCollection(grid, look),
    sections: visibleGroups(grid).map((group, index) => ({
      ...describeSection(group, index),
      ...shapeOf(grid, group),
      items: group.items.flatMap((item) => (isOfType(item, "Grid.Item") ? [describeItem(item, look)] : [])),
    })),
  };
}

const INSETS: Readonly<Record<`${Grid.Inset}`, GridSection["inset"]>> = {
  zero: "none",
  sm: "small",
  md: "medium",
  lg: "large",
};

/** The shape of the cells: the section's, else the grid's. */
function shapeOf(grid: GridNode, group: ItemGroup): Pick<GridSection, "columns" | "aspectRatio" | "fit" | "inset"> {
  const own = group.section && isOfType(group.section, "Grid.Section") ? group.section.props : undefined;
  const aspectRatio = own?.aspectRatio ?? grid.props.aspectRatio ?? "1";
  const fit = own?.fit ?? grid.props.fit ?? "contain";
  const inset = own?.inset ?? grid.props.inset ?? "zero";
  return { columns: columnsOf(grid, group), aspectRatio: ratioOf(aspectRatio), fit, inset: INSETS[inset] };
}

/** Such as 1.5 for "3/2". */
function ratioOf(text: string): number {
  const [width = 1, height = 1] = text.split("/").map(Number);
  return width / height;
}

function describeItem(node: ElementNode<"Grid.Item">, look: Look): GridItem {
  const { title = "", subtitle = "", content, accessory } = node.props;
  const { value, tooltip } = splitTooltip<Content>(content);
  const icon = describeIcon(accessory?.icon, look);
  return {
    id: itemId(node),
    title,
    subtitle,
    content: describeContent(value, look),
    ...optional("tooltip", tooltip),
    ...optional("accessory", icon && { icon, isTag: false, ...optional("tooltip", accessory?.tooltip) }),
  };
}

type Content = Image.ImageLike | { color: Color.ColorLike } | null | undefined;

function describeContent(content: Content, look: Look): GridItem["content"] {
  if (content != null && typeof content === "object" && "color" in content) {
    return { kind: "colour", colour: describeColour(content.color, look) ?? "transparent" };
  }
  return describeIcon(content, look) ?? { kind: "colour", colour: "transparent" };
}
