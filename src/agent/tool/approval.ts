import * as z from "zod";
import { jsonObjectSchema } from "../text/json";

/**
 * One line of the form. `id` is the argument's name; only `editable` ones can be changed before Run, and only `removable`
 * ones taken out. The value of a date is ISO 8601: `2026-03-01`, or `2026-03-01T09:30:00+01:00` with a time.
 */
export const approvalFieldSchema = z.object({
  id: z.string(),
  label: z.string(),
  value: z.string(),
  kind: z.enum(["text", "multiline", "date", "date_time"]),
  editable: z.boolean(),
  removable: z.literal(true).exactOptional(),
});

/** The form that the person sees before something changes. */
export const approvalFormSchema = z.object({
  title: z.string(),
  /** One sentence: what will happen. */
  message: z.string(),
  fields: z.array(approvalFieldSchema),
  warning: z.string().exactOptional(),
  confirmLabel: z.string(),
});

/** The fields that the person changed, by field id; null takes a removable one out. */
export const editsSchema = z.record(z.string(), z.string().nullable());

/**
 * What waits for the person's word. `digest` binds the form to the tool, the prepared arguments (private ones too) and
 * the state of the target, so that what runs is what was shown.
 */
export const pendingApprovalSchema = z.object({
  form: approvalFormSchema,
  /** The arguments that the form was made of, as the model gave them. */
  input: jsonObjectSchema,
  digest: z.string(),
  /** The values that the person has typed so far, where the form is shown again. */
  edits: editsSchema.exactOptional(),
  /** Set where the form is shown again because something it showed had changed. */
  shownAgain: z.boolean().exactOptional(),
});

/** See `editsSchema`. */
export type Edits = z.infer<typeof editsSchema>;
/** See `approvalFieldSchema`. */
export type ApprovalField = z.infer<typeof approvalFieldSchema>;
/** See `approvalFormSchema`. */
export type ApprovalForm = z.infer<typeof approvalFormSchema>;
/** See `pendingApprovalSchema`. */
export type PendingApproval = z.infer<typeof pendingApprovalSchema>;

/** The fields with the values that the person has typed so far: what Run would take if nothing more is changed. */
export function shownFields({ form, edits = {} }: PendingApproval): ApprovalField[] {
  const changes = changedFields(form, edits);
  return form.fields.map((field) => ({ ...field, value: valueOf(field, changes) }));
}

/**
 * The edits that change something. Only editable fields count: what a form showed as fixed stays fixed. A name that begins
 * with `_` is the tool's own, whatever its form says.
 */
export function changedFields({ fields }: ApprovalForm, edits: Edits): Edits {
  const changed = fields.flatMap(({ id, value, editable, removable }): [string, string | null][] => {
    const edit = Object.hasOwn(edits, id) ? edits[id] : undefined;
    if (edit === undefined || !editable || id.startsWith("_")) return [];
    if (edit === null) return removable === true && value !== "" ? [[id, null]] : [];
    return edit === value ? [] : [[id, edit]];
  });
  return Object.fromEntries(changed);
}

/** The value of a field after the changes; empty where it was taken out. */
export function valueOf({ id, value }: ApprovalField, changes: Edits): string {
  const change = changes[id];
  return change === undefined ? value : (change ?? "");
}
