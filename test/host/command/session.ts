import type { Form, Keyboard } from "@raycast/api";
import { isCollection, type CollectionNode } from "./collection";
import { chooseItem, emptyViewOf, searchText, typeSearch } from "./collection-state";
import { chooseInDropdown, dropdownOf, dropdownValue } from "./dropdown-state";
import { findAll, isOfType, type ElementNode, type FieldNode, type FormValues } from "./elements";
import { blurField, fieldsOf, focusedField, formValues, moveFocus, typeInto } from "./form-state";
import { HostError } from "./host-error";
import { HostedSession } from "./hosted-session";
import { cellViews, itemViews, type CellView, type ItemView } from "./item-view";
import {
  choiceTitled,
  entryTitled,
  entryWithKeys,
  fieldWithId,
  found,
  itemTitled,
  submenuTitled,
  submittingEntry,
  tagWith,
} from "./lookup";
import { moveSelection, type Move } from "./moves";
import { loadMore } from "./pagination";
import type { RunningCommand } from "./running-command";
import { tellSearch } from "./search";
import {
  fieldView,
  markdownOf,
  metadataOf,
  panelOf,
  type ActionView,
  type FieldView,
  type MetadataRow,
  type PanelEntry,
  type ViewNode,
} from "./screen";

/** A launched view command in the hands of a test: what a person sees, and what a person can do. */
export class Session extends HostedSession<RunningCommand> {
  // The screen as a whole

  /** The screens, the one on top last, as trees of elements: for whoever draws them. */
  get screens(): readonly ElementNode<"Screen">[] {
    return this.command.screens;
  }
  /** What is on top. */
  get kind(): ViewNode["type"] {
    return this.#view.type;
  }
  get navigationTitle(): string {
    return this.#view.props.navigationTitle ?? "";
  }
  get isLoading(): boolean {
    return this.#view.props.isLoading ?? false;
  }
  /** The Markdown beside the selected row, or of a detail view. */
  get markdown(): string {
    return markdownOf(this.#view);
  }
  /** The metadata beside the selected row, or of a detail view. */
  get metadata(): MetadataRow[] {
    return metadataOf(this.#view);
  }
  /** Goes back to the view below; from the first view, out of the command. */
  back(): void {
    this.command.act(() => this.command.pop());
  }

  /** Clicks a tag of the metadata. */
  pressTag(text: string): void {
    const tag = tagWith(this.#view, text);
    this.command.act(() => this.command.watch(tag.props.onAction?.()));
  }

  // The list or grid

  /** The rows that show, in reading order. */
  get items(): ItemView[] {
    return itemViews(this.#list);
  }
  /** The selected row; undefined in an empty list. */
  get selected(): ItemView | undefined {
    return this.items.find((item) => item.isSelected);
  }
  /** The row with a title. Throws where there is none. */
  item(title: string): ItemView {
    return found(
      this.items.find((item) => item.title === title),
      `row "${title}"`,
      this.items.map((item) => item.title),
    );
  }
  /** The cells of a grid that show, in reading order. */
  get cells(): CellView[] {
    return cellViews(this.#grid);
  }
  /** The selected cell; undefined in an empty grid. */
  get selectedCell(): CellView | undefined {
    return this.cells.find((cell) => cell.isSelected);
  }
  /** What an empty list or grid says; undefined while there are rows. */
  get emptyView(): { readonly title: string; readonly description: string } | undefined {
    const props = emptyViewOf(this.#collection)?.props;
    return props && { title: props.title ?? "", description: props.description ?? "" };
  }
  get searchText(): string {
    return searchText(this.#collection);
  }
  get searchBarPlaceholder(): string {
    return this.#collection.props.searchBarPlaceholder ?? "";
  }
  /** Puts text into the search bar, in place of what stands there. */
  type(text: string): void {
    this.command.act(() => typeSearch(this.#collection, text));
  }
  /** Moves the selection to the row or cell with a title. */
  select(title: string): void {
    const item = itemTitled(this.#collection, title);
    this.command.act(() => chooseItem(this.#collection, item));
  }
  /** Moves the selection by a key. */
  move(move: Move): void {
    this.command.act(() => moveSelection(this.#collection, move));
  }
  /** Scrolls to the end of the items. */
  loadMore(): void {
    this.command.act(() => loadMore(this.#collection));
  }
  /** The value of the drop-down beside the search bar; undefined without one. */
  get dropdown(): string | undefined {
    const dropdown = dropdownOf(this.#collection);
    return dropdown && dropdownValue(dropdown);
  }
  /** Chooses the item of the drop-down with a title. */
  choose(title: string): void {
    const dropdown = this.#dropdown;
    const item = choiceTitled(dropdown, title);
    this.command.act(() => chooseInDropdown(dropdown, item));
  }

  /** Types into the drop-down while it is open. */
  searchDropdown(text: string): void {
    this.command.act(() => tellSearch(this.#dropdown, text));
  }

  // Actions

  /** The actions for what is selected, in the panel's order. */
  get actions(): ActionView[] {
    return this.#panel.map(({ view }) => view);
  }
  /** Runs the action with a title; without one, the first. Opens a submenu. */
  press(title?: string): void {
    this.#run(entryTitled(this.#panel, title));
  }
  /** Runs the action that has these keys, such as ["cmd"] and "return" for the second one. */
  shortcut(modifiers: Keyboard.KeyModifier[], key: Keyboard.KeyEquivalent): void {
    this.#run(entryWithKeys(this.#view, { modifiers, key }));
  }

  /** Types into a submenu while it is open. */
  searchSubmenu(title: string, text: string): void {
    const submenu = submenuTitled(this.#panel, title);
    this.command.act(() => tellSearch(submenu, text));
  }

  // The form

  get fields(): FieldView[] {
    return fieldsOf(this.#form).map(fieldView);
  }
  /** The field with an id. Throws where there is none. */
  field(id: string): FieldView {
    return fieldView(this.#field(id));
  }
  /** The texts that are not fields, in reading order. */
  get descriptions(): string[] {
    return findAll(this.#form, "Form.Description").map(({ props }) => props.text);
  }
  /** The id of the field with the focus. */
  get focused(): string | undefined {
    return focusedField(this.#form)?.props.id;
  }
  get values(): FormValues {
    return formValues(fieldsOf(this.#form));
  }
  /** Puts a value into a field, in place of what stands there. */
  fill(id: string, value: Form.Value): void {
    this.command.act(() => typeInto(this.#field(id), value));
  }
  /** Moves the focus to a field, away from the one that has it. */
  focus(id: string): void {
    this.command.act(() => moveFocus(this.#form, this.#field(id)));
  }
  /** Moves the focus away from a field. */
  blur(id: string): void {
    this.command.act(() => blurField(this.#field(id)));
  }
  /** Runs the form's first submitting action. */
  submit(): void {
    this.#run(submittingEntry(this.#panel));
  }

  get #view(): ViewNode {
    this.command.guard();
    return this.command.view;
  }
  get #list(): ElementNode<"List"> {
    return this.#viewOf("List");
  }
  get #grid(): ElementNode<"Grid"> {
    return this.#viewOf("Grid");
  }
  get #collection(): CollectionNode {
    const view = this.#view;
    if (!isCollection(view)) throw new HostError(`A ${view.type} shows, not a List or Grid.`);
    return view;
  }
  get #dropdown(): ElementNode<"List.Dropdown"> {
    return found(dropdownOf(this.#collection), "drop-down", []);
  }
  get #form(): ElementNode<"Form"> {
    return this.#viewOf("Form");
  }
  #viewOf<T extends ViewNode["type"]>(type: T): Extract<ViewNode, { type: T }> {
    const view = this.#view;
    if (!isOfType(view, type)) throw new HostError(`A ${view.type} shows, not a ${type}.`);
    return view;
  }
  get #panel(): PanelEntry[] {
    return panelOf(this.#view);
  }
  #field(id: string): FieldNode {
    return fieldWithId(this.#form, id);
  }
  #run({ node }: PanelEntry): void {
    this.command.act(() => this.command.press(node));
  }
}
