import { findAll, isField, type ElementNode, type FieldNode, type FormValues, type HostNode } from "./elements";
import type { Form } from "@raycast/api";
import { isInRange } from "./date-range";
import { currentHost } from "./host";
import { WrongValueError } from "./host-error";

/** What a person typed into a field, and when it was last given the focus. Raycast keeps it, not the command. */
interface FieldState {
  typed?: Form.Value;
  /** The person changed it since the form was submitted last. */
  isTouched?: boolean;
  focusedAt: number;
}

const states = new WeakMap<FieldNode, FieldState>();
let focusCount = 0;

function stateOf(field: FieldNode): FieldState {
  const state = states.get(field) ?? { focusedAt: 0 };
  states.set(field, state);
  return state;
}

/** The fields of a form in reading order. */
export const fieldsOf = (form: ElementNode<"Form">): FieldNode[] => form.children.filter(isField);

/** The value that a field shows: the command's, else what was typed, else the default, else its kind's empty value. */
export function fieldValue(field: FieldNode): Form.Value {
  const { value, defaultValue } = field.props;
  if (value !== undefined) return value;
  const { typed } = stateOf(field);
  // A date that was taken away is null, and not the default again.
  return typed !== undefined ? typed : (defaultValue ?? emptyValue(field));
}

function emptyValue(field: FieldNode): Form.Value {
  switch (field.type) {
    case "Form.TextField":
    case "Form.PasswordField":
    case "Form.TextArea":
      return "";
    case "Form.Checkbox":
      return false;
    case "Form.DatePicker":
      return null;
    case "Form.Dropdown":
      return findAll(field, "Form.Dropdown.Item")[0]?.props.value ?? "";
    case "Form.TagPicker":
    case "Form.FilePicker":
      return [];
  }
}

/** The values of fields under their ids, as Action.SubmitForm gets them. */
export const formValues = (fields: readonly FieldNode[]): FormValues =>
  Object.fromEntries(fields.map((field) => [field.props.id, fieldValue(field)]));

/** A person gives a field a value; see putInto. */
export function typeInto(field: FieldNode, value: Form.Value): void {
  putInto(field, value);
  stateOf(field).isTouched = true;
}

/** Whether the person changed the field since the form was submitted last. */
export const isTouched = (field: FieldNode): boolean => stateOf(field).isTouched ?? false;

/** The form was submitted: what the person changed so far is dealt with. */
export function untouch(field: FieldNode): void {
  delete stateOf(field).isTouched;
}

/**
 * A field gets a value, a person's or that of an earlier launch.
 * @throws WrongValueError for a value that the field's kind cannot hold, or that it does not offer
 */
export function putInto(field: FieldNode, value: Form.Value): void {
  const wrong = () => new WrongValueError(`<${field.type}> "${field.props.id}" cannot hold ${JSON.stringify(value)}.`);
  switch (field.type) {
    case "Form.TextField":
    case "Form.PasswordField":
    case "Form.TextArea":
      if (typeof value !== "string") throw wrong();
      change(field, value, field.props.onChange);
      break;
    case "Form.Dropdown":
      if (typeof value !== "string" || !offers(field, "Form.Dropdown.Item", value)) throw wrong();
      change(field, value, field.props.onChange);
      break;
    case "Form.Checkbox":
      if (typeof value !== "boolean") throw wrong();
      change(field, value, field.props.onChange);
      break;
    case "Form.DatePicker":
      if (!isDate(value) || (value && !isInRange(value, field.props))) throw wrong();
      change(field, value, field.props.onChange);
      break;
    case "Form.TagPicker":
      if (!isTexts(value) || !value.every((tag) => offers(field, "Form.TagPicker.Item", tag))) throw wrong();
      change(field, value, field.props.onChange);
      break;
    case "Form.FilePicker":
      if (!isTexts(value)) throw wrong();
      change(field, value, field.props.onChange);
      break;
  }
}

const isTexts = (value: Form.Value): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");

const isDate = (value: Form.Value): value is Date | null => value === null || value instanceof Date;

const offers = (field: HostNode, type: "Form.Dropdown.Item" | "Form.TagPicker.Item", value: string): boolean =>
  findAll(field, type).some((item) => item.props.value === value);

function change<T extends Form.Value>(field: FieldNode, value: T, onChange: ((value: T) => void) | undefined): void {
  stateOf(field).typed = value;
  onChange?.(value);
}

/** The focus comes to a field, by the person or through its ref. */
export function focusField(field: FieldNode): void {
  stateOf(field).focusedAt = ++focusCount;
  currentHost().onChange();
  field.props.onFocus?.({ type: "focus", target: { id: field.props.id } });
}

/** The person moves the focus to a field, away from the one that has it. */
export function moveFocus(form: ElementNode<"Form">, field: FieldNode): void {
  const before = focusedField(form);
  if (before && before !== field) blurField(before);
  focusField(field);
}

/** The focus leaves a field; the command may then check what stands in it. */
export function blurField(field: FieldNode): void {
  stateOf(field).focusedAt = 0;
  notifyBlur(field);
}

function notifyBlur(field: FieldNode): void {
  const { id } = field.props;
  const value = fieldValue(field);
  switch (field.type) {
    case "Form.Checkbox":
      field.props.onBlur?.({ type: "blur", target: { id, ...(typeof value === "boolean" && { value }) } });
      break;
    case "Form.DatePicker":
      field.props.onBlur?.({ type: "blur", target: { id, ...(isDate(value) && { value }) } });
      break;
    case "Form.TagPicker":
    case "Form.FilePicker":
      field.props.onBlur?.({ type: "blur", target: { id, ...(isTexts(value) && { value }) } });
      break;
    case "Form.TextField":
    case "Form.PasswordField":
    case "Form.TextArea":
    case "Form.Dropdown":
      field.props.onBlur?.({ type: "blur", target: { id, ...(typeof value === "string" && { value }) } });
  }
}

/** Forgets what was typed, so that the default shows again. */
export function resetField(field: FieldNode): void {
  delete stateOf(field).typed;
  untouch(field);
  currentHost().onChange();
}

/** The field with the focus: the one that got it last, else the one that asks for it, else the first. */
export function focusedField(form: ElementNode<"Form">): FieldNode | undefined {
  const fields = fieldsOf(form);
  const [last] = fields.filter((field) => stateOf(field).focusedAt > 0).sort(byFocus);
  return last ?? fields.find((field) => field.props.autoFocus) ?? fields[0];
}

const byFocus = (a: FieldNode, b: FieldNode) => stateOf(b).focusedAt - stateOf(a).focusedAt;
