import type * as z from "zod";
import { jsonObjectSchema, type JsonObject } from "../text/json";
import { normaliseInput } from "./normalise-input";
import type { Edits } from "./approval";
import type { AskedQuestion } from "../history/calls";
import type { PermissionKind } from "./permission";
import { RISKS, type AskingRisk, type Risk } from "./risk";
import type {
  ParsedInput,
  PreparedCall,
  ReviewedCall,
  Tool,
  ToolCategory,
  ToolContext,
  ToolResult,
  UserRequest,
} from "./tool";
import { describeProblems, toolInputSchema } from "./tool-schema";

type ToolSpecBase<Schema extends z.ZodObject> = {
  /** English snake_case. */
  name: string;
  /** Short name for people: "Search Files". */
  title: string;
  /** Tells the model what the tool does, when to call it and what it does not do. */
  description: string;
  /** The one source of the argument types, the JSON Schema for the model and the messages about wrong arguments. */
  parameters: Schema;
  category: ToolCategory;
  /** Counts up when arguments or results change their meaning; 1 where absent. */
  version?: number;
  /** What the tool cannot work without. */
  requiredPermissions?: readonly PermissionKind[];
  /** Calls of tools with the same queue (one app) never overlap. */
  queue?: string;
  /** The same call may well have another result a moment later, so it may be repeated. */
  isRepeatable?: true;
  /** Sentences for the system prompt's rules where the tool is offered. */
  promptRules?: readonly string[];
  /** How long `run` may take, milliseconds, where the loop's own deadline is too short. */
  deadlineMs?: number;
  /** How often one request may call the tool, where the loop's budget is too much. */
  maxCallsPerRequest?: number;
  /** What the status row says while the call runs: "Searching files…". */
  label(input: z.infer<Schema>): string;
};

/** A tool that runs at once. */
type RunningToolSpec<Schema extends z.ZodObject> = ToolSpecBase<Schema> & {
  risk: Exclude<Risk, AskingRisk>;
  run(input: z.infer<Schema>, context: ToolContext): Promise<ToolResult>;
};

/** A tool whose result is what the person answers. */
type QuestionToolSpec<Schema extends z.ZodObject> = ToolSpecBase<Schema> & {
  risk: "read";
  question(input: z.infer<Schema>): AskedQuestion;
};

/** A tool that asks first: `prepare` checks and completes the arguments and makes the form, `run` does what it showed. */
type AskingToolSpec<Schema extends z.ZodObject> = ToolSpecBase<Schema> & {
  risk: AskingRisk;
  /** Where one call may deserve a lower risk, judged only by what the person typed. */
  review?(input: z.infer<Schema>, request: UserRequest): Omit<ReviewedCall, "input">;
  /** Where an edited text must be read (a list of addresses), or edits are not taken at all. */
  applyEdits?(edits: Edits, input: JsonObject): JsonObject;
  prepare(input: z.infer<Schema>, context: ToolContext): Promise<PreparedCall<z.infer<Schema>>>;
  run(prepared: PreparedCall<z.infer<Schema>>, context: ToolContext): Promise<ToolResult>;
};

type ToolSpec<Schema extends z.ZodObject> = RunningToolSpec<Schema> | AskingToolSpec<Schema> | QuestionToolSpec<Schema>;

/**
 * Makes a tool. The parameters are a plain `z.object` without transforms: what is parsed is JSON and parses to itself, so
 * that a prepared call can be stored and run later. Throws where the schema uses a keyword that models do not get, or a name
 * with `_` in front.
 */
export function defineTool<Schema extends z.ZodObject>(spec: ToolSpec<Schema>): Tool {
  const { parameters } = spec;
  const inputSchema = toolInputSchema(parameters);
  const base = {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    category: spec.category,
    version: spec.version ?? 1,
    requiredPermissions: spec.requiredPermissions ?? [],
    queue: spec.queue,
    isRepeatable: spec.isRepeatable ?? false,
    promptRules: spec.promptRules ?? [],
    deadlineMs: spec.deadlineMs,
    maxCallsPerRequest: spec.maxCallsPerRequest,
    inputSchema,
    parse: (input: JsonObject): ParsedInput => {
      const mended = normaliseInput(input, inputSchema);
      const parsed = parameters.safeParse(mended, { reportInput: true });
      const message = describeProblems(mended, inputSchema, parsed.error?.issues);
      return parsed.success && message === "" ? { ok: true, input: asJson(parsed.data) } : { ok: false, message };
    },
    label: (input: JsonObject) => spec.label(parameters.parse(input)),
  };
  if (asksFirst(spec)) {
    return {
      ...base,
      risk: spec.risk,
      review: (input, request) => ({
        ...(spec.review?.(parameters.parse(input), request) ?? { risk: spec.risk }),
        input,
      }),
      applyEdits: (edits, input) => spec.applyEdits?.(edits, input) ?? mergeEdits(edits, input),
      prepare: async (input, context) => {
        const prepared = await spec.prepare(parameters.parse(input), context);
        return { ...prepared, input: asJson(prepared.input) };
      },
      run: (prepared, context) => spec.run({ ...prepared, input: parameters.parse(prepared.input) }, context),
    };
  }
  if ("question" in spec) {
    return { ...base, risk: spec.risk, question: (input) => spec.question(parameters.parse(input)) };
  }
  return { ...base, risk: spec.risk, run: (input, context) => spec.run(parameters.parse(input), context) };
}

function mergeEdits(edits: Edits, input: JsonObject): JsonObject {
  const edited = Object.entries({ ...input, ...edits }).filter(([name]) => edits[name] !== null);
  return Object.fromEntries(edited);
}

/** Optional arguments may stand there as undefined, for which JSON has no word: they are left out. */
function asJson(input: unknown): JsonObject {
  return jsonObjectSchema.parse(JSON.parse(JSON.stringify(input)));
}

function asksFirst<Schema extends z.ZodObject>(spec: ToolSpec<Schema>): spec is AskingToolSpec<Schema> {
  return RISKS[spec.risk].asks;
}
