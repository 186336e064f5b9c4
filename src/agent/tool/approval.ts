import * as z from "zod";
import { jsonObjectSchema } from "../text/json";

/** One line of the form. `id` is the argument's name; only `editable` ones can be changed before Run. */
export const approvalFieldSchema = z.object({
  id: z.string(),
  label: z.string(),
  value: z.string(),
  kind: z.enum(["text", "multiline"]),
  editable: z.boolean(),
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
  edits: z.record(z.string(), z.string()).exactOptional(),
  /** Set where the form is shown again because something it showed had changed. */
  shownAgain: z.boolean().exactOptional(),
});

/** The changed fields of an approved form, by field id. */
export type Edits = Record<string, string>;

/** The fields with the values that the person has typed so far: what Run would take if nothing more is changed. */
export function shownFields({ form, edits = {} }: PendingApproval): ApprovalField[] {
  const changes = changedFields(form, edits);
  return form.fields.map((field) => ({ ...field, value: changes[field.id] ?? field.value }));
}

/** The edits that change something. Only editable fields count: what a form showed as fixed stays fixed. */
export function changedFields({ fields }: ApprovalForm, edits: Edits): Edits {
  const changed = fields.flatMap(({ id, value, editable }): [string, string][] => {
    const edit = Object.hasOwn(edits, id) ? edits[id] : undefined;
    return editable && edit !== undefined && edit !== value ? [[id, edit]] : [];
  });
  return Object.fromEntries(changed);
}
/** See `approvalFieldSchema`. */
export type ApprovalField = z.infer<typeof approvalFieldSchema>;
/** See `approvalFormSchema`. */
export type ApprovalForm = z.infer<typeof approvalFormSchema>;
/** See `pendingApprovalSchema`. */
export type PendingApproval = z.infer<typeof pendingApprovalSchema>;
