import type { List as Raycast } from "@raycast/api";
import { component } from "./component";
import { Dropdown } from "./dropdown";
import { Metadata } from "./metadata";
import { COLLECTION, EMPTY_VIEW } from "./shared-props";

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

/** Raycast's List with all its parts. */
export const List = Object.assign(
  component<Raycast.Props, "enableFiltering">("List", {
    ...COLLECTION,
    isShowingDetail: "optional",
  }),
  {
    Item,
    Section: component<Raycast.Section.Props, "id">("List.Section", {
      title: "optional",
      subtitle: "optional",
      children: "children",
    }),
    EmptyView: component<Raycast.EmptyView.Props>("List.EmptyView", EMPTY_VIEW),
    Dropdown,
  },
);
