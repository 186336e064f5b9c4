import type { Chat } from "../chat/chat";
import type { CallRow } from "../history/calls";
import type { StopReason, ToolUseBlock } from "../history/messages";
import type { Limits } from "../limits";
import { canonicalJson, type JsonObject } from "../text/json";
import { cutText } from "../text/truncation";
import { inlineValue } from "../text/untrusted-text";
import type { ToolAvailability } from "../tool/availability";
import type { PermissionKind } from "../tool/permission";
import type { ToolRegistry } from "../tool/registry";
import { asksFirst, type AskingTool, type ReviewedCall, type Tool, type UserRequest } from "../tool/tool";
import { modelMessage, ToolError, toolErrorSummary } from "../tool/tool-error";

/** Of a name that no tool has; models have been seen to write whole calls into it. */
const MAX_NAME_LENGTH = 100;
/** Of arguments that are no JSON, as they are given back to the model. */
const MAX_RAW_CHARACTERS = 2_000;

/** What a call is checked against. */
export type CheckContext = {
  chat: Chat;
  registry: ToolRegistry;
  limits: Limits;
  /** Tools that cannot be called now; one that is not in it can. */
  availability: ReadonlyMap<string, ToolAvailability>;
  request: UserRequest;
  /** The calls that the request has made so far, the earlier ones of this turn included. */
  calls: readonly CallRow[];
  /** How the turn that makes the call ended; a turn that is still going on has no end yet. */
  stopReason?: StopReason;
};

/** What every call has of its own, whatever the checks say. */
type CheckedRow = Pick<CallRow, "tool" | "risk" | "input" | "label">;

/** Why a call does not run: words for the model and for the status row, and what macOS would have to allow. */
type Refusal = { text: string; summary: string; permission?: PermissionKind };

/** A call that may go on, with the arguments and the risk that it goes on with, or one that is answered at once. */
export type Checked =
  ({ type: "run" } & CheckedRow & Pick<CallRow, "secret">) | ({ type: "refused" } & CheckedRow & Refusal);

/**
 * Checks a call before anything of it happens. First what holds for any call: the reply is complete, and the request has
 * calls left. Then what this one says, in an order in which each check can rely on the ones before it: the tool exists, the
 * arguments are JSON, the tool belongs to this chat, is turned on, is permitted, takes these arguments, has not just been
 * called with them, and has calls left. What passes is reviewed.
 */
export function checkCall(use: ToolUseBlock, context: CheckContext): Checked {
  const tool = context.registry.find(use.name);
  const name = tool?.name ?? inlineValue(use.name.slice(0, MAX_NAME_LENGTH));
  const refuse = (refusal: Refusal): Checked => ({
    type: "refused",
    tool: name,
    risk: tool?.risk ?? "read",
    input: use.input,
    label: tool?.title ?? name,
    ...refusal,
  });
  const atOnce = cutOff(context) ?? overBudget(context);
  if (atOnce !== undefined) return refuse(atOnce);
  if (tool === undefined) return refuse(unknownTool(name, context));
  const early = notJson(use, tool) ?? notOffered(tool, context) ?? notAvailable(tool, context);
  if (early !== undefined) return refuse(early);
  const parsed = tool.parse(use.input);
  if (!parsed.ok) return refuse(wrongArguments(parsed.message));
  const { input } = parsed;
  const late = repeated(tool, input, context) ?? overToolLimit(tool, context);
  if (late !== undefined) return refuse(late);
  const review = asksFirst(tool) ? reviewCall(tool, input, context.request) : { risk: tool.risk, input };
  return { type: "run", tool: name, label: tool.label(input), ...review };
}

/** No call of a reply that was cut off runs: the arguments of any of them may be incomplete (cline#13001). */
function cutOff({ stopReason }: CheckContext): Refusal | undefined {
  if (stopReason?.type !== "max_tokens" && stopReason?.type !== "context_window_exceeded") return undefined;
  return {
    text: "NOT run: your reply reached its length limit, so the arguments may be incomplete. Call again with shorter ones.",
    summary: "Not run: the reply was cut off",
  };
}

function overBudget({ calls, limits: { maxCallsPerRequest } }: CheckContext): Refusal | undefined {
  if (calls.length < maxCallsPerRequest) return undefined;
  const text =
    `NOT run: Orbit runs at most ${maxCallsPerRequest} tool calls for one request, and they are used up. ` +
    "Make no more of them for it: answer with the results that you have.";
  return { text, summary: "Not run: too many calls" };
}

function unknownTool(name: string, { registry, chat, availability }: CheckContext): Refusal {
  const usable = registry.tools.filter(
    (tool) => isOffered(tool, chat) && (availability.get(tool.name)?.type ?? "available") === "available",
  );
  const names = usable.map((tool) => tool.name).join(", ");
  return { text: `There is no tool "${name}". The tools are: ${names}.`, summary: "Unknown tool" };
}

/** The model gets back what it wrote: it cannot mend what it does not see. */
function notJson({ inputError, rawInput }: ToolUseBlock, tool: Tool): Refusal | undefined {
  if (inputError === undefined) return undefined;
  const written = canonicalJson({ INVALID_JSON: cutText(rawInput, MAX_RAW_CHARACTERS).text });
  const advice = `Call ${tool.name} again with one complete JSON object as its arguments.`;
  return { text: `NOT run: ${inputError} ${advice}\n${written}`, summary: "Called with wrong values" };
}

function notOffered(tool: Tool, { chat, availability }: CheckContext): Refusal | undefined {
  if (isOffered(tool, chat)) return undefined;
  const isOff = availability.get(tool.name)?.type === "disabled";
  const advice = isOff ? "The person has turned it off: do without it." : "It can be used in a new chat.";
  const text = `NOT run: ${tool.name} is not one of this chat's tools. ${advice}`;
  return { text, summary: "Not turned on in this chat" };
}

function notAvailable(tool: Tool, { availability }: CheckContext): Refusal | undefined {
  const state = availability.get(tool.name) ?? { type: "available" };
  switch (state.type) {
    case "available":
      return undefined;
    case "disabled": {
      const text = `NOT run: the person has turned ${tool.name} off. Do without it, or say what it is needed for.`;
      return { text, summary: "Turned off by you" };
    }
    case "permission_missing": {
      const error = new ToolError("permission_denied", "", { permission: state.permission });
      return {
        text: `NOT run. ${modelMessage(error)}`,
        summary: toolErrorSummary(error),
        permission: state.permission,
      };
    }
  }
}

function wrongArguments(message: string): Refusal {
  const text = `NOT run, the arguments are wrong. ${message} Call again with corrected ones.`;
  return { text, summary: "Called with wrong values" };
}

/** A model that makes the same call over and over goes round in a circle: one more result will not get it out. */
function repeated(tool: Tool, input: JsonObject, { calls, limits }: CheckContext): Refusal | undefined {
  if (tool.isRepeatable) return undefined;
  const same = calls.filter((call) => counts(call, tool) && canonicalJson(call.input) === canonicalJson(input)).length;
  if (same < limits.maxIdenticalCalls) return undefined;
  const text = `NOT run: you have made this very call ${times(same)} already. Go by those results, change the call, or answer.`;
  return { text, summary: "Not run: the same call again" };
}

function overToolLimit(tool: Tool, { calls }: CheckContext): Refusal | undefined {
  const most = tool.maxCallsPerRequest;
  if (most === undefined || calls.filter((call) => counts(call, tool)).length < most) return undefined;
  const text = `NOT run: ${tool.name} may be called ${times(most)} for one request.`;
  return { text, summary: `Not run: at most ${times(most)} for one request` };
}

/** Calls that were refused, and those that ended with a try of the request that was stopped, are not held against it. */
function counts({ tool, state }: CallRow, { name }: Tool): boolean {
  const isOut = state.type === "expired" || (state.type === "result" && !state.ran);
  return tool === name && !isOut;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

/** How much this call can change, going by what the person typed. */
export function reviewCall(tool: AskingTool, input: JsonObject, request: UserRequest): ReviewedCall {
  try {
    return tool.review(input, request);
  } catch {
    // Whatever is wrong with the review, the tool's own risk asks the person.
    return { risk: tool.risk, input };
  }
}

/** The tools are frozen with the first request: one that came later is for new chats. */
function isOffered(tool: Tool, chat: Chat): boolean {
  return chat.frozen === undefined || chat.frozen.tools.some(({ name }) => name === tool.name);
}
