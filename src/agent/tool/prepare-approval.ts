import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { changedFields, valueOf, type ApprovalForm, type Edits, type PendingApproval } from "./approval";
import { canonicalJson, type JsonObject } from "../text/json";
import type { AskingTool, PreparedCall, ToolContext } from "./tool";

/** Prepares a call and makes what waits for the person's word. Throws what the tool's `prepare` throws. */
export async function prepareApproval(
  tool: AskingTool,
  input: JsonObject,
  context: ToolContext,
): Promise<PendingApproval> {
  const prepared = await tool.prepare(input, context);
  return { form: prepared.form, input, digest: digestOf(tool, prepared) };
}

/** What the person's word for a form comes to when the call is about to run. */
export type Confirmed =
  | { type: "run"; prepared: PreparedCall<JsonObject>; isEdited: boolean }
  /** Something that the form showed is not so any more: the person must see it again. */
  | { type: "show_again"; approval: PendingApproval }
  /** The edited values do not fit the tool's parameters; `message` is for the model. */
  | { type: "invalid_edits"; message: string };

/**
 * Checks an approved form again, right before the call runs: prepared once more, everything must come out as it was
 * shown, and with edited values the new form must hold every value exactly as the person left it, and no other warning.
 * Its title and message may follow the edits. Throws what `prepare` throws.
 */
export async function confirmApproval(
  tool: AskingTool,
  approval: PendingApproval,
  edits: Edits,
  context: ToolContext,
): Promise<Confirmed> {
  const prepared = await tool.prepare(approval.input, context);
  const digest = digestOf(tool, prepared);
  if (digest !== approval.digest) return showAgain(prepared.form, approval.input, digest, edits);

  const changes = changedFields(approval.form, edits);
  if (Object.keys(changes).length === 0) return { type: "run", prepared, isEdited: false };

  const parsed = tool.parse(tool.applyEdits(changes, approval.input));
  if (!parsed.ok) return { type: "invalid_edits", message: parsed.message };
  const edited = await tool.prepare(parsed.input, context);
  if (!isAsLeft(edited.form, approval.form, changes)) {
    return showAgain(edited.form, parsed.input, digestOf(tool, edited), {});
  }
  return { type: "run", prepared: edited, isEdited: true };
}

function showAgain(form: ApprovalForm, input: JsonObject, digest: string, edits: Edits): Confirmed {
  return { type: "show_again", approval: { form, input, digest, edits, shownAgain: true } };
}

function isAsLeft(form: ApprovalForm, shown: ApprovalForm, changes: Edits): boolean {
  const left = shown.fields.map((field) => ({ ...field, value: valueOf(field, changes) }));
  return form.warning === shown.warning && isDeepStrictEqual(form.fields, left);
}

function digestOf(tool: AskingTool, prepared: PreparedCall<JsonObject>): string {
  const shown = { ...prepared.form, fields: prepared.form.fields.map((field) => ({ ...field })) };
  const content = canonicalJson({
    tool: tool.name,
    input: prepared.input,
    secret: prepared.secret ?? null,
    target: prepared.target,
    form: { ...shown, warning: shown.warning ?? null },
  });
  return createHash("sha256").update(content).digest("hex");
}
