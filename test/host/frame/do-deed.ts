import { isCollection, itemId } from "../command/collection";
import { chooseItem, searchText, typeSearch, visibleItems } from "../command/collection-state";
import { chooseInDropdown, dropdownOf } from "../command/dropdown-state";
import { findAll, isOfType } from "../command/elements";
import { fieldsOf, focusedField, moveFocus, typeInto } from "../command/form-state";
import { WrongValueError } from "../command/host-error";
import { loadMore } from "../command/pagination";
import type { RunningCommand } from "../command/running-command";
import { alternateOf, type RunningMenuBar } from "../command/running-menu-bar";
import { panelOf, tagsOf, viewOf, type ViewNode } from "../command/screen";
import { tellSearch } from "../command/search";
import type { Deed } from "./deed";
import { idOf } from "./identity";
import { itemIds } from "./item-ids";
import { pressKey } from "./keys";
import { doMessageDeed, openLink } from "./press";
import { rebase } from "./rebase";

/**
 * Does what a person did on the page, as far as it still means something. An error of the command is kept, as ever. What
 * is the server's to do does nothing here.
 */
export function doDeed(command: RunningCommand, deed: Deed): void {
  command.tryAct(() => perform(command, deed));
}

/** Chooses an item of the menu bar: with ⌥ or the right button its alternate, where it has one. */
export function doMenuDeed(command: RunningMenuBar, { id, isAlternate }: Typed<"menuBar">): void {
  const { menu } = command;
  const [item] = [...(menu ? itemIds(menu) : [])].find(([, itemId]) => itemId === id) ?? [];
  if (!item) return;
  const alternate = isAlternate ? alternateOf(item) : undefined;
  command.tryAct(() => command.choose(alternate ?? item, isAlternate && !alternate ? "right-click" : "left-click"));
}

type Typed<T extends Deed["type"]> = Extract<Deed, { type: T }>;
type ScreenDeed = Extract<Deed, { screen: string }>;

function perform(command: RunningCommand, deed: Deed): void {
  if ("screen" in deed) {
    performOnScreen(command, deed);
    return;
  }
  switch (deed.type) {
    case "key":
      pressKey(command, deed);
      break;
    case "toast":
    case "alert":
      doMessageDeed(command, deed);
      break;
    case "open":
      openLink(deed.target);
      break;
    case "menuBar":
    case "menuBarOpen":
    case "restart":
    case "openWindow":
    case "closeWindow":
    case "appearance":
      break;
  }
}

function performOnScreen(command: RunningCommand, deed: ScreenDeed): void {
  const screen =
    command.screens.find((candidate) => idOf(candidate) === deed.screen) ??
    // Typed before the page drew the screen that came: it means, as keys do, what is on top when its turn comes.
    (deed.type === "search" && deed.was !== undefined ? command.screens.at(-1) : undefined);
  const view = screen && viewOf(screen);
  if (!view) return;
  // What was typed is not lost when something came over it meanwhile.
  if (deed.type === "search") search(view, deed);
  else if (deed.type === "field") fill(view, deed);
  else if (screen === command.screens.at(-1) && !command.host.alert) performOnTop(command, view, deed);
}

function performOnTop(
  command: RunningCommand,
  view: ViewNode,
  deed: Exclude<ScreenDeed, { type: "search" | "field" }>,
): void {
  switch (deed.type) {
    case "select":
      select(view, deed.id);
      break;
    case "loadMore":
      if (isCollection(view)) loadMore(view);
      break;
    case "dropdown":
      chooseValue(view, deed.value);
      break;
    case "dropdownSearch":
      searchDropdown(view, deed.text);
      break;
    case "focus":
      focus(view, deed.id);
      break;
    case "tag":
      pressTag(command, view, deed.id);
      break;
    case "action": {
      const entry = entryOf(view, deed.id);
      if (entry) command.press(entry.node);
      break;
    }
    case "submenuSearch": {
      const node = entryOf(view, deed.id)?.node;
      if (node && isOfType(node, "ActionPanel.Submenu")) tellSearch(node, deed.text);
      break;
    }
  }
}

function search(view: ViewNode, { text, was }: Typed<"search">): void {
  if (!isCollection(view)) return;
  typeSearch(view, was === undefined ? text : rebase(searchText(view), was, text));
}

function select(view: ViewNode, id: string): void {
  if (!isCollection(view)) return;
  const item = visibleItems(view).find((candidate) => itemId(candidate) === id);
  if (item) chooseItem(view, item);
}

function chooseValue(view: ViewNode, value: string): void {
  const dropdown = isCollection(view) ? dropdownOf(view) : undefined;
  const item = dropdown && findAll(dropdown, "List.Dropdown.Item").find(({ props }) => props.value === value);
  if (item) chooseInDropdown(dropdown, item);
}

/** The text typed into the drop-down that is open: that of the search bar, or the field with the focus. */
function searchDropdown(view: ViewNode, text: string): void {
  const dropdown = isCollection(view) ? dropdownOf(view) : isOfType(view, "Form") ? focusedField(view) : undefined;
  if (dropdown?.type === "List.Dropdown" || dropdown?.type === "Form.Dropdown") {
    tellSearch(dropdown, text);
  }
}

function fill(view: ViewNode, { id, value }: Typed<"field">): void {
  const field = fieldOf(view, id);
  if (!field) return;
  const isDate = isOfType(field, "Form.DatePicker") && typeof value === "string";
  try {
    typeInto(field, isDate ? dateOf(value) : value);
  } catch (error) {
    // The choice is gone by now. Whatever else is thrown comes from the command.
    if (!(error instanceof WrongValueError)) throw error;
  }
}

function dateOf(iso: string): Date | null {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : date;
}

function focus(view: ViewNode, id: string): void {
  const field = fieldOf(view, id);
  if (field && isOfType(view, "Form")) moveFocus(view, field);
}

const fieldOf = (view: ViewNode, id: string) =>
  isOfType(view, "Form") ? fieldsOf(view).find(({ props }) => props.id === id) : undefined;

function pressTag(command: RunningCommand, view: ViewNode, id: string): void {
  const tag = tagsOf(view).find((candidate) => idOf(candidate) === id);
  command.watch(tag?.props.onAction?.());
}

const entryOf = (view: ViewNode, id: string) => panelOf(view).find(({ node }) => idOf(node) === id);
