import type { Form } from "@raycast/api";
import { child, findAll, inSlot, isOfType, type ElementNode, type FieldNode, type HostNode } from "./elements";
import { fieldValue } from "./form-state";
import { isCollection, plainText } from "./collection";
import { emptyViewOf, selectedItem } from "./collection-state";
import { isPressed, shortcutSigns, type KeyStroke } from "./key-signs";

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
  return panel ? entriesOf(panel, placeKeys(view), "", "") : [];
}

function entriesOf(parent: HostNode, places: PlaceKeys, section: string, submenu: string): PanelEntry[] {
  return parent.children.flatMap((node): PanelEntry[] => {
    if (isOfType(node, "ActionPanel.Section")) return entriesOf(node, places, node.props.title ?? "", submenu);
    if (!isOfType(node, "Action") && !isOfType(node, "ActionPanel.Submenu")) return [];
    const { title } = node.props;
    const shortcut = entryKeys(node, places)
      .map((keys) => keys.join(""))
      .join(" ");
    const common = { title, shortcut, section, submenu };
    if (isOfType(node, "Action")) {
      const { kind, style = "regular" } = node.props;
      return [{ node, view: { ...common, kind, style } }];
    }
    const own: PanelEntry = { node, view: { ...common, kind: node.type, style: "regular" } };
    return [own, ...entriesOf(node, places, section, title)];
  });
}

/** The keys that entries have by their place. */
export type PlaceKeys = ReadonlyMap<HostNode, readonly string[]>;

/**
 * The keys that entries of the panel have by their place: Return the first and ⌘Return the second; in a form, where
 * Return is a key of the fields, the first has ⌘Return.
 */
export function placeKeys(view: ViewNode): PlaceKeys {
  const panel = panelNodeOf(view);
  const entries = (panel?.children ?? []).flatMap((node) =>
    isOfType(node, "ActionPanel.Section") ? node.children : [node],
  );
  const keys = isOfType(view, "Form") ? [["⌘", "↵"]] : [["↵"], ["⌘", "↵"]];
  return new Map(keys.flatMap((signs, index) => (entries[index] ? [[entries[index], signs] as const] : [])));
}

/** All keys of an entry as a Mac writes them: those of its place, and its own. */
export function entryKeys(node: PanelEntry["node"], places: PlaceKeys): (readonly string[])[] {
  return [places.get(node) ?? [], shortcutSigns(node.props.shortcut)].filter((keys) => keys.length > 0);
}

/** The entry that a key chooses: the one that has it by its place, else by its shortcut, also within a submenu. */
export function entryForKey(view: ViewNode, stroke: KeyStroke): PanelEntry | undefined {
  const entries = panelOf(view);
  const places = placeKeys(view);
  return (
    entries.find(({ node }) => isPressed(places.get(node) ?? [], stroke)) ??
    entries.find(({ node }) => isPressed(shortcutSigns(node.props.shortcut), stroke))
  );
}

/** The Markdown beside the selected row, or of a detail view; empty without any. */
export function markdownOf(view: ViewNode): string {
  if (isOfType(view, "Detail")) return view.props.markdown ?? "";
  return (isOfType(view, "List") && detailOf(view)?.props.markdown) || "";
}

/** What stands beside the selected row. */
export function detailOf(list: ElementNode<"List">): ElementNode<"List.Item.Detail"> | undefined {
  const item = list.props.isShowingDetail ? selectedItem(list) : undefined;
  return item && inSlot(item, "detail", "List.Item.Detail");
}

/** The metadata beside the selected row, or of a detail view, as elements. */
export function metadataNodesOf(view: ViewNode): readonly HostNode[] {
  const owner = isOfType(view, "List") ? detailOf(view) : view;
  return (owner && inSlot(owner, "metadata", "Metadata"))?.children ?? [];
}

/** The tags of that metadata. */
export const tagsOf = (view: ViewNode): ElementNode<"Metadata.TagList.Item">[] =>
  metadataNodesOf(view).flatMap((node) => findAll(node, "Metadata.TagList.Item"));

/** That metadata as text. */
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
