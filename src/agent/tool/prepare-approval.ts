import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  changedFields,
  valueOf,
  type ApprovalField,
  type ApprovalForm,
  type Edits,
  type PendingApproval,
} from "./approval";
import { canonicalJson, type JsonObject } from "../text/json";
import type { AskingTool, PreparedCall, ToolContext } from "./tool";
import { ToolError } from "./tool-error";

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
 * Its title and message may follow the edits. Throws what `prepare` throws for the values that the person approved.
 */
export async function confirmApproval(
  tool: AskingTool,
  approval: PendingApproval,
  edits: Edits,
  context: ToolContext,
): Promise<Confirmed> {
  const changes = changedFields(approval.form, edits);
  if (Object.keys(changes).length > 0) return confirmEdited(tool, approval, changes, context);
  const prepared = await tool.prepare(approval.input, context);
  const digest = digestOf(tool, prepared);
  if (digest !== approval.digest) return showAgain(prepared.form, approval.input, digest, edits);
  return { type: "run", prepared, isEdited: false };
}

async function confirmEdited(
  tool: AskingTool,
  approval: PendingApproval,
  changes: Edits,
  context: ToolContext,
): Promise<Confirmed> {
  const shown = await prepareShown(tool, approval.input, context);
  if (shown !== undefined) {
    const digest = digestOf(tool, shown);
    if (digest !== approval.digest) return showAgain(shown.form, approval.input, digest, changes);
  }
  const parsed = tool.parse(tool.applyEdits(changes, approval.input));
  if (!parsed.ok) return { type: "invalid_edits", message: parsed.message };
  const edited = await tool.prepare(parsed.input, context);
  if (shown === undefined || !isAsLeft(edited.form, approval.form, changes)) {
    return showAgain(edited.form, parsed.input, digestOf(tool, edited), {});
  }
  return { type: "run", prepared: edited, isEdited: true };
}

/**
 * The call as it was shown, before the edits. Undefined where it has become impossible meanwhile: the person may have
 * edited just what is wrong with it, but what their form stood for cannot be checked any more.
 */
async function prepareShown(tool: AskingTool, input: JsonObject, context: ToolContext) {
  try {
    return await tool.prepare(input, context);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function showAgain(form: ApprovalForm, input: JsonObject, digest: string, edits: Edits): Confirmed {
  return { type: "show_again", approval: { form, input, digest, edits, shownAgain: true } };
}

/** A field that was taken out may be empty in the new form, or gone from it. */
function isAsLeft(form: ApprovalForm, shown: ApprovalForm, changes: Edits): boolean {
  const left = shown.fields.map((field) => ({ ...field, value: valueOf(field, changes) }));
  const isOut = ({ id, value }: ApprovalField) => changes[id] === null && value === "";
  const kept = (fields: readonly ApprovalField[]) => fields.filter((field) => !isOut(field));
  return form.warning === shown.warning && isDeepStrictEqual(kept(form.fields), kept(left));
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
