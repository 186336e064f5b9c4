import type { ActionPanel as Raycast } from "@raycast/api";
import { component } from "./component";
import { SECTION } from "./shared-props";

/** Raycast's ActionPanel; its deprecated member Item is left out. */
export const ActionPanel = Object.assign(component<Raycast.Props>("ActionPanel", SECTION), {
  Section: component<Raycast.Section.Props>("ActionPanel.Section", SECTION),
  Submenu: component<Raycast.Submenu.Props, "id">("ActionPanel.Submenu", {
    title: "required",
    icon: "optional",
    shortcut: "optional",
    autoFocus: "optional",
    filtering: "optional",
    isLoading: "optional",
    throttle: "optional",
    onSearchTextChange: "optional",
    onOpen: "optional",
    children: "children",
  }),
});
