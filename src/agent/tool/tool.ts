import type { ApprovalForm, Edits } from "./approval";
import type { Disclosure } from "./disclosure";
import type { PermissionKind } from "./permission";
import type { ResultCard } from "./result-card";
import type { AskedQuestion } from "../history/calls";
import type { JsonObject, JsonValue } from "../text/json";
import { RISKS, type AskingRisk, type Risk } from "./risk";

/** The area that a tool belongs to. */
export type ToolCategory =
  "orbit" | "files" | "mail" | "notes" | "calendar" | "reminders" | "contacts" | "photos" | "apps" | "system";

/** What a call gets besides its arguments. */
export type ToolContext = {
  /** Fires when the person stops the request or the deadline passes. */
  signal: AbortSignal;
  /** What `review` kept for the call; in `prepare` only. */
  secret?: JsonObject;
};

/** What a tool answers. */
export type ToolResult = {
  /** Compact text for the model, already cut to the tool's own limits. */
  text: string;
  /** One line for the status row: "Found 3 files"; "Completed" or "Failed" where absent. */
  summary?: string;
  card?: ResultCard;
  /** The tool reports a failure that still has something to show. */
  isError?: true;
  /** What of the person's the text holds. */
  disclosures?: Disclosure[];
};

/** What the person typed in the message that started the request: no chips, no results; empty after a relaunch. */
export type UserRequest = { text: string };

/** How one call is treated after a look at what the person typed. `secret` goes into `prepare` and survives edits. */
export type ReviewedCall = { risk: Risk; input: JsonObject; secret?: JsonObject };

/**
 * A call that is ready for the person's word. `input` holds the completed, checked arguments, `secret` what the tool
 * keeps for itself (the model cannot pass it, the form cannot change it), `target` the state of what will change: a
 * file's identity, size and time. All of it is in the digest that binds the form to what runs.
 */
export type PreparedCall<Input> = {
  input: Input;
  secret?: JsonObject;
  target: JsonValue;
  form: ApprovalForm;
};

/** Arguments that passed the schema, or what the model did wrong, in words for the model. */
export type ParsedInput = { ok: true; input: JsonObject } | { ok: false; message: string };

/**
 * A tool as the core uses it, made by `defineTool`. Arguments come in as JSON and are parsed inside: a tool's code never
 * sees unchecked ones. `prepare` and `run` throw `ToolError` for what the tool expects to go wrong.
 */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: ToolCategory;
  /** Counts up when arguments or results change their meaning. */
  readonly version: number;
  /** What the tool cannot work without. */
  readonly requiredPermissions: readonly PermissionKind[];
  /** Calls of tools with the same queue (one app) never overlap. */
  readonly queue: string | undefined;
  /** True where the same call may well have another result a moment later. */
  readonly isRepeatable: boolean;
  /** Sentences for the system prompt's rules where the tool is offered. */
  readonly promptRules: readonly string[];
  readonly deadlineMs: number | undefined;
  readonly maxCallsPerRequest: number | undefined;
  /** JSON Schema for the model. */
  readonly inputSchema: JsonObject;
  /** Mends what a model plausibly meant, then checks. */
  parse(input: JsonObject): ParsedInput;
  /** What the status row says while the call runs. */
  label(input: JsonObject): string;
} & (
  | {
      readonly risk: Exclude<Risk, AskingRisk>;
      run(input: JsonObject, context: ToolContext): Promise<ToolResult>;
    }
  | {
      readonly risk: "read";
      /** What the person is asked. Nothing runs: their answer is the call's result. */
      question(input: JsonObject): AskedQuestion;
    }
  | {
      readonly risk: AskingRisk;
      /** Decides how much this one call can change, knowing only what the person typed. It may lower the risk. */
      review(input: JsonObject, request: UserRequest): ReviewedCall;
      /** The arguments with the person's edits, not yet checked; an edit of null takes its argument out. */
      applyEdits(edits: Edits, input: JsonObject): JsonObject;
      prepare(input: JsonObject, context: ToolContext): Promise<PreparedCall<JsonObject>>;
      run(prepared: PreparedCall<JsonObject>, context: ToolContext): Promise<ToolResult>;
    }
);

/** A tool that asks the person first. */
export type AskingTool = Extract<Tool, { risk: AskingRisk }>;

/** A tool that only asks the person something. */
export type QuestionTool = Extract<Tool, { question: unknown }>;

/** True for a tool that needs the person's word, by the table of risks. */
export function asksFirst(tool: Tool): tool is AskingTool {
  return RISKS[tool.risk].asks;
}
