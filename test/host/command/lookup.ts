import { plainText, type CollectionNode, type ItemNode } from "./collection";
import { visibleItems } from "./collection-state";
import { findAll, isOfType, type ElementNode, type FieldNode } from "./elements";
import { fieldsOf } from "./form-state";
import { HostError } from "./host-error";
import { entryForKey, panelOf, tagsOf, type PanelEntry, type ViewNode } from "./screen";
import { keysText, type KeyStroke } from "./key-signs";

// What a test names by the text that a person reads. Each throws where it is not, and says what is there instead.

/** What was looked for. */
export function found<T>(value: T | undefined, what: string, there: readonly string[]): T {
  if (value !== undefined) return value;
  throw new HostError(`There is no ${what} here, only: ${there.join(", ") || "nothing"}.`);
}

/** The row or cell with a title. */
export function itemTitled(view: CollectionNode, title: string): ItemNode {
  const items = visibleItems(view);
  const titles = items.map(({ props }) => plainText(props.title));
  return found(items[titles.indexOf(title)], `row "${title}"`, titles);
}

/** The item of a drop-down with a title. */
export function choiceTitled(dropdown: ElementNode<"List.Dropdown">, title: string) {
  const items = findAll(dropdown, "List.Dropdown.Item");
  const titles = items.map(({ props }) => props.title);
  return found(items[titles.indexOf(title)], `choice "${title}"`, titles);
}

/** The tag of the metadata with a text. */
export function tagWith(view: ViewNode, text: string): ElementNode<"Metadata.TagList.Item"> {
  const tags = tagsOf(view);
  const texts = tags.map(({ props }) => props.text ?? "");
  return found(tags[texts.indexOf(text)], `tag "${text}"`, texts);
}

/** The action with a title; without one, the first. */
export function entryTitled(panel: readonly PanelEntry[], title: string | undefined): PanelEntry {
  const entry = title === undefined ? panel[0] : panel.find(({ view }) => view.title === title);
  return found(entry, title === undefined ? "action" : `action "${title}"`, titlesOf(panel));
}

/** The action that has these keys. */
export const entryWithKeys = (view: ViewNode, stroke: KeyStroke): PanelEntry =>
  found(entryForKey(view, stroke), `action with ${keysText(stroke)}`, titlesOf(panelOf(view)));

/** The first action that submits the form. */
export function submittingEntry(panel: readonly PanelEntry[]): PanelEntry {
  const entry = panel.find(({ view }) => view.kind === "Action.SubmitForm");
  return found(entry, "Action.SubmitForm", titlesOf(panel));
}

/** The submenu with a title. */
export function submenuTitled(panel: readonly PanelEntry[], title: string): ElementNode<"ActionPanel.Submenu"> {
  const { node } = entryTitled(panel, title);
  if (isOfType(node, "ActionPanel.Submenu")) return node;
  throw new HostError(`"${title}" is no submenu.`);
}

/** The field with an id. */
export function fieldWithId(form: ElementNode<"Form">, id: string): FieldNode {
  const fields = fieldsOf(form);
  const ids = fields.map(({ props }) => props.id);
  return found(fields[ids.indexOf(id)], `field "${id}"`, ids);
}

const titlesOf = (panel: readonly PanelEntry[]) => panel.map(({ view }) => view.title);
