import type { ElementNode, FieldNode, FormValues } from "./elements";
import { fieldsOf, fieldValue, formValues, isTouched, putInto, untouch } from "./form-state";
import { currentHost } from "./host";
import { WrongValueError } from "./host-error";

type FormNode = ElementNode<"Form">;

const restored = new WeakSet<FieldNode>();

/** Fields with storeValue take up what was submitted last, as soon as they can hold it. The command is told. */
export function restoreFields(form: FormNode): void {
  for (const field of fieldsOf(form)) {
    if (!field.props.storeValue || restored.has(field)) continue;
    const stored = currentHost().world.storedValues.get(keyOf(field));
    if (isTouched(field) || stored === undefined || tryRestore(field, stored)) restored.add(field);
  }
}

function tryRestore(field: FieldNode, stored: Parameters<typeof putInto>[1]): boolean {
  try {
    putInto(field, stored);
    return true;
  } catch (error) {
    // The choice is not offered, or not yet.
    if (error instanceof WrongValueError) return false;
    throw error;
  }
}

const keyOf = ({ type, props }: FieldNode): string => [currentHost().world.commandName, type, props.id].join("/");

/** The form is submitted: fields with storeValue keep what stands in them, and the draft is dropped. */
export function keepSubmitted(form: FormNode): void {
  const { storedValues, drafts, commandName } = currentHost().world;
  for (const field of fieldsOf(form)) {
    if (field.props.storeValue) storedValues.set(keyOf(field), fieldValue(field));
    untouch(field);
  }
  if (form.props.enableDrafts) drafts.delete(commandName);
}

/** The form is left: what the person typed since the last submission is kept for the next launch, passwords not. */
export function keepDraft(form: FormNode): void {
  if (!form.props.enableDrafts || !fieldsOf(form).some(isTouched)) return;
  const { drafts, commandName } = currentHost().world;
  drafts.set(commandName, withoutPasswords(form));
}

const withoutPasswords = (form: FormNode): FormValues =>
  formValues(fieldsOf(form).filter(({ type }) => type !== "Form.PasswordField"));
