import type { MenuBarExtra as Raycast } from "@raycast/api";
import { component } from "./component";
import { SECTION } from "./shared-props";

/** Raycast's MenuBarExtra, which is the root of a menu-bar command. */
export const MenuBarExtra = Object.assign(
  component<Raycast.Props>("MenuBarExtra", {
    isLoading: "optional",
    title: "optional",
    tooltip: "optional",
    icon: "optional",
    children: "children",
  }),
  {
    Item: component<Raycast.Item.Props>("MenuBarExtra.Item", {
      title: "required",
      subtitle: "optional",
      icon: "optional",
      tooltip: "optional",
      shortcut: "optional",
      onAction: "optional",
      alternate: "alternate",
    }),
    Section: component<Raycast.Section.Props>("MenuBarExtra.Section", SECTION),
    Submenu: component<Raycast.Submenu.Props>("MenuBarExtra.Submenu", {
      title: "required",
      icon: "optional",
      children: "children",
    }),
    Separator: component<object>("MenuBarExtra.Separator", {}),
  },
);
