import type { Form, Toast, Keyboard } from "@raycast/api";
import { findAll, isOfType, type ElementNode, type FieldNode, type FormValues } from "./elements";
import { blurField, fieldsOf, focusedField, focusField, formValues, typeInto } from "./form-state";
import type { HostEvent, PendingAlert, ShownToast } from "./host";
import { HostError } from "./host-error";
import {
  chooseInDropdown,
  chooseItem,
  dropdownOf,
  dropdownValue,
  itemId,
  searchText,
  typeSearch,
  visibleItems,
} from "./list-state";
import type { RunningCommand } from "./running-command";
import {
  emptyViewOf,
  fieldView,
  itemViews,
  keysText,
  markdownOf,
  metadataOf,
  panelOf,
  type ActionView,
  type FieldView,
  type ItemView,
  type MetadataRow,
  type PanelEntry,
} from "./screen";

/** A launched command in the hands of a test: what a person sees, and what a person can do. */
export class Session {
  readonly #command: RunningCommand;

  constructor(command: RunningCommand) {
    this.#command = command;
  }

  // The screen as a whole

  /** The screens, the one on top last, as trees of elements: for whoever draws them. */
  get screens(): readonly ElementNode<"Screen">[] {
    return this.#command.screens;
  }
  /** What is on top. */
  get kind(): "List" | "Detail" | "Form" {
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
  /** What a person sees, as text. */
  text(): string {
    return this.#command.text();
  }
  /**
   * Waits until look gives something, and fails after ms with the screen's text. It looks again after every change of
   * the screen or of the world around it, never by the clock: what changes neither has to be waited for otherwise.
   */
  until<T>(look: () => T, ms = 4000): Promise<T> {
    return this.#command.until(look, ms);
  }
  /** Calls the listener after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    return this.#command.subscribe(listener);
  }
  /** Goes back to the view below; from the first view, out of the command. */
  back(): void {
    this.#command.act(() => this.#command.pop());
  }
  /** The window closes and the command ends. Throws an error of the command that no one has seen yet. */
  close(): void {
    this.#command.close();
  }

  // The list

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
  /** What an empty list says; undefined while there are rows. */
  get emptyView(): { readonly title: string; readonly description: string } | undefined {
    const props = emptyViewOf(this.#list)?.props;
    return props && { title: props.title ?? "", description: props.description ?? "" };
  }
  get searchText(): string {
    return searchText(this.#list);
  }
  get searchBarPlaceholder(): string {
    return this.#list.props.searchBarPlaceholder ?? "";
  }
  /** Puts text into the search bar, in place of what stands there. */
  type(text: string): void {
    this.#command.act(() => typeSearch(this.#list, text));
  }
  /** Moves the selection to the row with a title. */
  select(title: string): void {
    const { id } = this.item(title);
    this.#command.act(() => {
      const item = visibleItems(this.#list).find((candidate) => itemId(candidate) === id);
      if (item) chooseItem(this.#list, item);
    });
  }
  /** The value of the drop-down beside the search bar; undefined without one. */
  get dropdown(): string | undefined {
    const dropdown = dropdownOf(this.#list);
    return dropdown && dropdownValue(dropdown);
  }
  /** Chooses the item of the drop-down with a title. */
  choose(title: string): void {
    const dropdown = found(dropdownOf(this.#list), "drop-down", []);
    const items = findAll(dropdown, "List.Dropdown.Item");
    const item = found(
      items.find(({ props }) => props.title === title),
      `choice "${title}"`,
      items.map(({ props }) => props.title),
    );
    this.#command.act(() => chooseInDropdown(dropdown, item));
  }

  // Actions

  /** The actions for what is selected, in the panel's order. */
  get actions(): ActionView[] {
    return this.#panel.map(({ view }) => view);
  }
  /** Runs the action with a title; without one, the first. Opens a submenu. */
  press(title?: string): void {
    const panel = this.#panel;
    const entry = title === undefined ? panel[0] : panel.find(({ view }) => view.title === title);
    this.#run(found(entry, title === undefined ? "action" : `action "${title}"`, titles(panel)));
  }
  /** Runs the action that has these keys, such as ["cmd"] and "return" for the second one. */
  shortcut(modifiers: Keyboard.KeyModifier[], key: Keyboard.KeyEquivalent): void {
    const keys = keysText(modifiers, key);
    const entry = this.#panel.find(({ view }) => view.shortcut.split(" ").includes(keys));
    this.#run(found(entry, `action with ${keys}`, titles(this.#panel)));
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
    return formValues(this.#form);
  }
  /** Puts a value into a field, in place of what stands there. */
  fill(id: string, value: Form.Value): void {
    this.#command.act(() => typeInto(this.#field(id), value));
  }
  /** Moves the focus to a field, away from the one that has it. */
  focus(id: string): void {
    this.#command.act(() => {
      const before = focusedField(this.#form);
      if (before && before.props.id !== id) blurField(before);
      focusField(this.#field(id));
    });
  }
  /** Moves the focus away from a field. */
  blur(id: string): void {
    this.#command.act(() => blurField(this.#field(id)));
  }
  /** Runs the form's first submitting action. */
  submit(): void {
    const entry = this.#panel.find(({ view }) => view.kind === "Action.SubmitForm");
    this.#run(found(entry, "Action.SubmitForm", titles(this.#panel)));
  }

  // The world around the command

  /** All that left the command, in order. */
  get events(): readonly HostEvent[] {
    return this.#command.host.events;
  }
  /** The toast that shows. */
  get toast(): ShownToast | undefined {
    return this.#command.host.currentToast;
  }
  /** Every toast that was shown, oldest first. */
  get toasts(): readonly ShownToast[] {
    return this.#command.host.toasts;
  }
  /** Chooses an action of the toast that shows. */
  pressToast(title: string): void {
    const actions = [this.toast?.primaryAction, this.toast?.secondaryAction].filter((action) => action !== undefined);
    const action: Toast.ActionOptions = found(
      actions.find((candidate) => candidate.title === title),
      `toast action "${title}"`,
      actions.map((candidate) => candidate.title),
    );
    this.#command.act(() => this.toast?.run(action));
  }
  /** The alert that waits for an answer. */
  get alert(): PendingAlert["options"] | undefined {
    return this.#command.host.alert?.options;
  }
  /** Answers it: true for the primary action. */
  answerAlert(yes: boolean): void {
    const alert = found(this.#command.host.alert, "alert", []);
    this.#command.act(() => alert.answer(yes));
  }
  /** The text on the clipboard. */
  get clipboard(): string {
    return this.#command.host.clipboard;
  }

  get #view() {
    this.#command.guard();
    return this.#command.view;
  }
  get #list(): ElementNode<"List"> {
    const view = this.#view;
    if (!isOfType(view, "List")) throw new HostError(`A ${view.type} shows, not a List.`);
    return view;
  }
  get #form(): ElementNode<"Form"> {
    const view = this.#view;
    if (!isOfType(view, "Form")) throw new HostError(`A ${view.type} shows, not a Form.`);
    return view;
  }
  get #panel(): PanelEntry[] {
    return panelOf(this.#view);
  }
  #field(id: string): FieldNode {
    const fields = fieldsOf(this.#form);
    return found(
      fields.find(({ props }) => props.id === id),
      `field "${id}"`,
      fields.map(({ props }) => props.id),
    );
  }
  // A rejected promise of a handler ends the command in Raycast, so it fails the test here.
  #run({ node }: PanelEntry): void {
    this.#command.act(() => {
      const values = this.kind === "Form" ? this.values : {};
      const outcome = isOfType(node, "Action") ? node.props.run(values) : node.props.onOpen?.();
      Promise.resolve(outcome).catch((error: unknown) => this.#command.fail(error));
    });
  }
}

const titles = (panel: readonly PanelEntry[]) => panel.map(({ view }) => view.title);

function found<T>(value: T | undefined, what: string, there: readonly string[]): T {
  if (value !== undefined) return value;
  throw new HostError(`There is no ${what} here, only: ${there.join(", ") || "nothing"}.`);
}
