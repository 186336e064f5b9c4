import type { List } from "@raycast/api";
import { component } from "./component";

/** The drop-down beside a search bar: List.Dropdown and Grid.Dropdown, which are one component. */
export const Dropdown = Object.assign(
  component<List.Dropdown.Props>("List.Dropdown", {
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
    Item: component<List.Dropdown.Item.Props>("List.Dropdown.Item", {
      value: "required",
      title: "required",
      icon: "optional",
      keywords: "optional",
    }),
    Section: component<List.Dropdown.Section.Props>("List.Dropdown.Section", {
      title: "optional",
      children: "children",
    }),
  },
);
