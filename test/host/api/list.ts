import type { List as Raycast } from "@raycast/api";
import { component } from "./component";
import { Metadata } from "./metadata";

const ItemDetail = Object.assign(
  component<Raycast.Item.Detail.Props>("List.Item.Detail", {
    isLoading: "optional",
    markdown: "optional",
    metadata: "metadata",
  }),
  { Metadata },
);

const Item = Object.assign(
  component<Raycast.Item.Props, "accessoryIcon" | "accessoryTitle">("List.Item", {
    id: "optional",
    title: "required",
    subtitle: "optional",
    keywords: "optional",
    icon: "optional",
    accessories: "optional",
    actions: "actions",
    detail: "detail",
    quickLook: "optional",
  }),
  { Detail: ItemDetail },
);

const Dropdown = Object.assign(
  component<Raycast.Dropdown.Props>("List.Dropdown", {
    id: "optional",
    tooltip: "required",
    placeholder: "optional",
    storeValue: "optional",
    value: "optional",
    defaultValue: "optional",
    filtering: "optional",
    isLoading: "optional",
    throttle: "optional",
    onSearchTextChange: "optional",
    onChange: "optional",
    children: "children",
  }),
  {
    Item: component<Raycast.Dropdown.Item.Props>("List.Dropdown.Item", {
      value: "required",
      title: "required",
      icon: "optional",
      keywords: "optional",
    }),
    Section: component<Raycast.Dropdown.Section.Props>("List.Dropdown.Section", {
      title: "optional",
      children: "children",
    }),
  },
);

/** Raycast's List with all its parts. */
export const List = Object.assign(
  component<Raycast.Props, "enableFiltering">("List", {
    actions: "actions",
    children: "children",
    navigationTitle: "optional",
    isLoading: "optional",
    isShowingDetail: "optional",
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
    Item,
    Section: component<Raycast.Section.Props, "id">("List.Section", {
      title: "optional",
      subtitle: "optional",
      children: "children",
    }),
    EmptyView: component<Raycast.EmptyView.Props>("List.EmptyView", {
      icon: "optional",
      title: "optional",
      description: "optional",
      actions: "actions",
    }),
    Dropdown,
  },
);
