import type { Grid as Raycast } from "@raycast/api";
import { component } from "./component";
import { Dropdown } from "./dropdown";
import { GridFit, GridInset } from "./enums";
import { COLLECTION, EMPTY_VIEW } from "./shared-props";

/** The shape of the cells, of the whole grid or of one section. */
const SHAPE = { columns: "optional", aspectRatio: "optional", fit: "optional", inset: "optional" } as const;

/** Raycast's Grid with all its parts; itemSize, which columns replaced, is left out. */
export const Grid = Object.assign(
  component<Raycast.Props, "enableFiltering" | "itemSize">("Grid", {
    ...SHAPE,
    ...COLLECTION,
  }),
  {
    Inset: GridInset,
    Fit: GridFit,
    Item: component<Raycast.Item.Props>("Grid.Item", {
      id: "optional",
      content: "required",
      title: "optional",
      subtitle: "optional",
      keywords: "optional",
      accessory: "optional",
      quickLook: "optional",
      actions: "actions",
    }),
    Section: component<Raycast.Section.Props>("Grid.Section", {
      ...SHAPE,
      title: "optional",
      subtitle: "optional",
      children: "children",
    }),
    EmptyView: component<Raycast.EmptyView.Props>("Grid.EmptyView", EMPTY_VIEW),
    Dropdown,
  },
);
