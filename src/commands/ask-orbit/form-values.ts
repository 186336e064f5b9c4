import type { ApprovalField, Edits } from "../../agent/tool/approval";
import { dateFieldValue, dateOfField, isDateKind, type DateKind } from "../../agent/tool/date-field";

/** What Raycast gives for the fields of a form, by their ids. A date picker without a date gives null. */
export type FormValues = Record<string, string | Date | null>;

/** What the person left in a form: its values as edits, and the ids of fields that cannot be without a date. */
export type FilledForm = { edits: Edits; missing: string[] };

/** How a field is drawn. A date that cannot be read is text, or the person could not see it. */
export type FieldInput = { type: "text" | "multiline" } | { type: "date"; kind: DateKind; date: Date | undefined };

/** Which input a field gets, on the clock of the zone. */
export function inputOf({ kind, value }: ApprovalField, timeZone: string): FieldInput {
  if (!isDateKind(kind)) return { type: kind };
  const date = dateOfField(value, timeZone);
  return date === undefined && value !== "" ? { type: "text" } : { type: "date", kind, date };
}

/** Reads what the person left in the fields as they were shown. What they did not touch keeps its value to the letter. */
export function readForm(fields: readonly ApprovalField[], values: FormValues, timeZone: string): FilledForm {
  const edits: Edits = {};
  const missing: string[] = [];
  for (const field of fields) {
    const value = values[field.id];
    if (!field.editable || value === undefined) continue;
    const edit = editOf(field, value, timeZone);
    if (edit === undefined) missing.push(field.id);
    else edits[field.id] = edit;
  }
  return { edits, missing };
}

/** The value of one field; null where it is taken out, undefined where it may not be. */
function editOf(field: ApprovalField, value: string | Date | null, timeZone: string): string | null | undefined {
  const { removable, kind } = field;
  const isEmpty = value === null || value === "";
  if (isEmpty && removable === true) return null;
  if (value === null) return field.value === "" ? "" : undefined;
  if (typeof value === "string") return value;
  const dateKind = isDateKind(kind) ? kind : "date_time";
  const shown = dateOfField(field.value, timeZone);
  return shown !== undefined && isSame(shown, value, dateKind, timeZone)
    ? field.value
    : dateFieldValue(value, dateKind, timeZone);
}

/** As far as a date picker goes: it knows days, or minutes. */
function isSame(shown: Date, picked: Date, kind: DateKind, timeZone: string): boolean {
  const read = (date: Date) => dateFieldValue(date, kind, timeZone).slice(0, "2026-03-01T09:30".length);
  return read(shown) === read(picked);
}
