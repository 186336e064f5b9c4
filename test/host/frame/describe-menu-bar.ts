import { isOfType, type ElementNode, type HostNode } from "../command/elements";
import type { RunningMenuBar } from "../command/running-menu-bar";
import { shortcutSigns } from "../command/key-signs";
import { describeIcon } from "./describe-icon";
import type { MenuBarEntry, MenuEntry, MenuSection } from "./frame";
import { idOf } from "./identity";
import { itemIds } from "./item-ids";
import type { Look } from "./look";
import { optional } from "./optional";

/** What a command has in the menu bar; undefined where it wants nothing there. */
export function describeMenuBar({ menu, host }: RunningMenuBar, look: Look): MenuBarEntry | undefined {
  if (!menu) return undefined;
  const { title = "", icon, tooltip = "", isLoading = false } = menu.props;
  return {
    command: host.world.commandName,
    title,
    ...optional("icon", describeIcon(icon, look)),
    tooltip,
    isLoading,
    sections: describeSections(menu, look, itemIds(menu)),
  };
}

/** The entries of a menu, in sections and between separators. */
function describeSections(parent: HostNode, look: Look, ids: ReturnType<typeof itemIds>): MenuSection[] {
  const sections: { title: string; entries: MenuEntry[] }[] = [];
  let open: MenuEntry[] | undefined;
  for (const node of parent.children) {
    if (isOfType(node, "MenuBarExtra.Section")) {
      const [first, ...others] = describeSections(node, look, ids);
      sections.push({ title: node.props.title ?? "", entries: [...(first?.entries ?? [])] });
      sections.push(...others.map(({ entries }) => ({ title: "", entries: [...entries] })));
      open = undefined;
    } else if (isOfType(node, "MenuBarExtra.Separator")) {
      open = undefined;
    } else if (isEntry(node)) {
      if (!open) sections.push({ title: "", entries: (open = []) });
      open.push(
        isOfType(node, "MenuBarExtra.Item")
          ? describeItem(node, look, ids.get(node) ?? "")
          : describeSubmenu(node, look, ids),
      );
    }
  }
  return sections.filter(({ entries }) => entries.length > 0);
}

const isEntry = (node: HostNode): node is ElementNode<"MenuBarExtra.Item"> | ElementNode<"MenuBarExtra.Submenu"> =>
  isOfType(node, "MenuBarExtra.Item") || isOfType(node, "MenuBarExtra.Submenu");

function describeItem(node: ElementNode<"MenuBarExtra.Item">, look: Look, id: string): MenuEntry {
  const { title, subtitle = "", icon, tooltip = "", shortcut, onAction } = node.props;
  return {
    id,
    title,
    subtitle,
    ...optional("icon", describeIcon(icon, look)),
    tooltip,
    shortcut: shortcutSigns(shortcut),
    isEnabled: onAction !== undefined,
  };
}

const describeSubmenu = (
  node: ElementNode<"MenuBarExtra.Submenu">,
  look: Look,
  ids: ReturnType<typeof itemIds>,
): MenuEntry => ({
  id: idOf(node),
  title: node.props.title,
  subtitle: "",
  ...optional("icon", describeIcon(node.props.icon, look)),
  tooltip: "",
  shortcut: [],
  isEnabled: true,
  submenu: describeSections(node, look, ids),
});
