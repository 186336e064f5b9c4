import type { List } from "@raycast/api";
import { component } from "./component";
import { CHOICE, DROPDOWN, SECTION } from "./shared-props";

/** The drop-down beside a search bar: List.Dropdown and Grid.Dropdown, which are one component. */
export const Dropdown = Object.assign(
  component<List.Dropdown.Props>("List.Dropdown", { ...DROPDOWN, id: "optional", tooltip: "required" }),
  {
    Item: component<List.Dropdown.Item.Props>("List.Dropdown.Item", CHOICE),
    Section: component<List.Dropdown.Section.Props>("List.Dropdown.Section", SECTION),
  },
);
