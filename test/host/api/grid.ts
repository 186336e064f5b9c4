import type { Grid as Raycast } from "@raycast/api";
import { component } from "./component";
import { Dropdown } from "./dropdown";
import { GridFit, GridInset } from "./enums";

/** The shape of the cells, of the whole grid or of one section. */
const SHAPE = { columns: "optional", aspectRatio: "optional", fit: "optional", inset: "optional" } as const;

/** Raycast's Grid with all its parts; itemSize, which columns replaced, is left out. */
export const Grid = Object.assign(
  component<Raycast.Props, "enableFiltering" | "itemSize">("Grid", {
    ...SHAPE,
    actions: "actions",
    children: "children",
    navigationTitle: "optional",
    isLoading: "optional",
    filtering: "optional",
    throttle: "optional",
    pagination: "optional",
    searchText: "optional",
    searchBarPlaceholder: "optional",
    searchBarAccessory: "dropdown",
    selectedItemId: "optional",
    onSearchTextChange: "optional",
    onSelectionChange: "optional",
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
    EmptyView: component<Raycast.EmptyView.Props>("Grid.EmptyView", {
      icon: "optional",
      title: "optional",
      description: "optional",
      actions: "actions",
    }),
    Dropdown,
  },
);
