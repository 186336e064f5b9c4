import { ActionStyle } from "../api/enums";
import { groupsOf, isOfType, type ElementNode, type HostNode } from "../command/elements";
import { entryKeys, panelNodeOf, placeKeys, type PlaceKeys, type ViewNode } from "../command/screen";
import { filters } from "../command/search";
import { describeIcon } from "./describe-icon";
import type { Panel, PanelEntry, PanelSection, Submenu } from "./frame";
import { idOf } from "./identity";
import type { Look } from "./look";
import { optional } from "./optional";

type EntryNode = ElementNode<"Action"> | ElementNode<"ActionPanel.Submenu">;

/** The actions for what is selected; undefined where there are none. */
export function describePanel(view: ViewNode, look: Look): Panel | undefined {
  const panel = panelNodeOf(view);
  if (!panel) return undefined;
  const sections = describeSections(panel, placeKeys(view), look);
  return sections.length === 0 ? undefined : { title: panel.props.title ?? "", sections };
}

/** The entries of a panel or submenu in sections. Those outside of any make sections of their own, without a title. */
const describeSections = (parent: HostNode, keys: PlaceKeys, look: Look): PanelSection[] =>
  groupsOf(parent, isSection, isEntry).map(({ section, items }) => ({
    title: section?.props.title ?? "",
    entries: items.map((entry) => describeEntry(entry, keys, look)),
  }));

const isSection = (node: HostNode): node is ElementNode<"ActionPanel.Section"> => isOfType(node, "ActionPanel.Section");

const isEntry = (node: HostNode): node is EntryNode =>
  isOfType(node, "Action") || isOfType(node, "ActionPanel.Submenu");

function describeEntry(node: EntryNode, keys: PlaceKeys, look: Look): PanelEntry {
  const { title, icon, autoFocus = false } = node.props;
  return {
    id: idOf(node),
    title,
    ...optional("icon", describeIcon(icon, look)),
    isDestructive: isOfType(node, "Action") && node.props.style === ActionStyle.Destructive,
    shortcuts: entryKeys(node, keys),
    isAutoFocused: autoFocus,
    ...(isOfType(node, "ActionPanel.Submenu") && { submenu: describeSubmenu(node, keys, look) }),
  };
}

function describeSubmenu(node: ElementNode<"ActionPanel.Submenu">, keys: PlaceKeys, look: Look): Submenu {
  const { isLoading = false, onSearchTextChange } = node.props;
  return {
    sections: describeSections(node, keys, look),
    isLoading,
    listensToSearch: onSearchTextChange !== undefined,
    filters: filters(node),
  };
}
