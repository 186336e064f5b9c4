import type { Form } from "@raycast/api";
import { child, findAll, isOfType, type ElementNode, type FieldNode, type HostNode } from "./elements";
import { fieldValue } from "./form-state";
import { keysText } from "./key-signs";
import { isCollection, plainText } from "./collection";
import { emptyViewOf, selectedItem } from "./collection-state";

/** What a screen draws. */
export type ViewNode = ElementNode<"List"> | ElementNode<"Grid"> | ElementNode<"Detail"> | ElementNode<"Form">;

/** An action as the panel shows it; one of a submenu names it. */
export interface ActionView {
  readonly title: string;
  readonly kind: string;
  readonly style: string;
  /** Such as "⌘N"; the first is also "↵" and the second "⌘↵". Empty without one. */
  readonly shortcut: string;
  readonly section: string;
  readonly submenu: string;
}

/** An action with what it takes to run it. */
export interface PanelEntry {
  readonly view: ActionView;
  readonly node: ElementNode<"Action"> | ElementNode<"ActionPanel.Submenu">;
}

/** A field as a person reads it. */
export interface FieldView {
  readonly id: string;
  readonly kind: FieldNode["type"];
  readonly title: string;
  readonly value: Form.Value;
  readonly error: string | undefined;
  readonly info: string | undefined;
}

/** A line of the metadata. A separator has no title and no text. */
export interface MetadataRow {
  readonly title: string;
  readonly text: string;
}

/** The list, grid, detail or form of a screen; undefined while it draws nothing. */
export const viewOf = (screen: HostNode): ViewNode | undefined => screen.children.find(isView);

const isView = (node: HostNode): node is ViewNode =>
  isCollection(node) || isOfType(node, "Detail") || isOfType(node, "Form");

/** The panel that ⌘K would show: that of the selected row or the empty view, else that of the whole view. */
export function panelNodeOf(view: ViewNode): ElementNode<"ActionPanel"> | undefined {
  const owner = isCollection(view) ? (selectedItem(view) ?? emptyViewOf(view)) : view;
  const slot = (owner && child(owner, "actions")) ?? child(view, "actions");
  return slot && child(slot, "ActionPanel");
}

/** The actions of that panel, those of submenus included. */
export function panelOf(view: ViewNode): PanelEntry[] {
  const panel = panelNodeOf(view);
  return panel ? entriesOf(panel, "", "").map(withPlace(view)) : [];
}

function entriesOf(parent: HostNode, section: string, submenu: string): PanelEntry[] {
  return parent.children.flatMap((node): PanelEntry[] => {
    if (isOfType(node, "ActionPanel.Section")) return entriesOf(node, node.props.title ?? "", submenu);
    if (isOfType(node, "Action")) {
      const { title, kind, style = "regular", shortcut } = node.props;
      return [{ node, view: { title, kind, style, shortcut: shortcutText(shortcut), section, submenu } }];
    }
    if (!isOfType(node, "ActionPanel.Submenu")) return [];
    const { title, shortcut } = node.props;
    const kind = "ActionPanel.Submenu";
    const own = { title, kind, style: "regular", shortcut: shortcutText(shortcut), section, submenu };
    return [{ node, view: own }, ...entriesOf(node, section, title)];
  });
}

/**
 * The keys that entries of the panel have by their place: Return the first and ⌘Return the second; in a form, where
 * Return is a key of the fields, the first has ⌘Return.
 */
export function placeKeys(view: ViewNode): ReadonlyMap<HostNode, readonly string[]> {
  const panel = panelNodeOf(view);
  const entries = (panel?.children ?? []).flatMap((node) =>
    isOfType(node, "ActionPanel.Section") ? node.children : [node],
  );
  const keys = isOfType(view, "Form") ? [["⌘", "↵"]] : [["↵"], ["⌘", "↵"]];
  return new Map(keys.flatMap((signs, index) => (entries[index] ? [[entries[index], signs] as const] : [])));
}

function withPlace(view: ViewNode): (entry: PanelEntry) => PanelEntry {
  const keys = placeKeys(view);
  return (entry) => {
    const key = keys.get(entry.node);
    if (key === undefined) return entry;
    const shortcut = [key.join(""), entry.view.shortcut].filter((text) => text !== "").join(" ");
    return { ...entry, view: { ...entry.view, shortcut } };
  };
}

function shortcutText(shortcut: ElementNode<"Action">["props"]["shortcut"]): string {
  if (!shortcut) return "";
  const { modifiers, key } = "macOS" in shortcut ? shortcut.macOS : shortcut;
  return keysText(modifiers, key);
}

/** The Markdown beside the selected row, or of a detail view; empty without any. */
export function markdownOf(view: ViewNode): string {
  if (isOfType(view, "Detail")) return view.props.markdown ?? "";
  return (isOfType(view, "List") && detailOf(view)?.props.markdown) || "";
}

/** What stands beside the selected row. */
export function detailOf(list: ElementNode<"List">): ElementNode<"List.Item.Detail"> | undefined {
  const item = list.props.isShowingDetail ? selectedItem(list) : undefined;
  const slot = item && child(item, "detail");
  return slot && child(slot, "List.Item.Detail");
}

/** The metadata beside the selected row, or of a detail view, as elements. */
export function metadataNodesOf(view: ViewNode): readonly HostNode[] {
  const owner = isOfType(view, "List") ? detailOf(view) : view;
  const slot = owner && child(owner, "metadata");
  return (slot && child(slot, "Metadata"))?.children ?? [];
}

/** The same as text. */
export function metadataOf(view: ViewNode): MetadataRow[] {
  return metadataNodesOf(view).flatMap((node): MetadataRow[] => {
    if (isOfType(node, "Metadata.Label")) return [{ title: node.props.title, text: plainText(node.props.text) }];
    if (isOfType(node, "Metadata.Link")) return [{ title: node.props.title, text: node.props.text }];
    if (isOfType(node, "Metadata.Separator")) return [{ title: "", text: "" }];
    if (!isOfType(node, "Metadata.TagList")) return [];
    const tags = findAll(node, "Metadata.TagList.Item").map((tag) => tag.props.text ?? "");
    return [{ title: node.props.title, text: tags.join(", ") }];
  });
}

/** A field as a person reads it. */
export const fieldView = (field: FieldNode): FieldView => ({
  id: field.props.id,
  kind: field.type,
  title: field.props.title ?? "",
  value: fieldValue(field),
  error: field.props.error,
  info: field.props.info,
});
