import type { CallRow, CallState } from "../history/calls";
import type { ChatSession } from "../chat/chat-session";
import { runWithDeadline, type Settled } from "./deadline";
import type { Gate } from "./gate";
import { canonicalJson, type JsonObject } from "../text/json";
import type { Limits } from "../limits";
import { confirmApproval, prepareApproval } from "../tool/prepare-approval";
import type { ToolRegistry } from "../tool/registry";
import { RISKS } from "../tool/risk";
import { StoreError } from "../ports/store";
import {
  asksFirst,
  type AskingTool,
  type PreparedCall,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "../tool/tool";
import { ToolError, toolErrorSummary } from "../tool/tool-error";
import { MAX_TOOL_RESULT_CHARACTERS, truncate } from "../text/truncation";

/** What calls are run with. */
export type ExecutorContext = {
  session: ChatSession;
  registry: ToolRegistry;
  gate: Gate;
  limits: Limits;
  now: () => Date;
  newId: () => string;
  signal: AbortSignal;
};

type ApprovedState = Extract<CallState, { type: "approved" }>;
type Work = (toolContext: ToolContext) => Promise<ToolResult>;

/**
 * Takes calls as far as they go without the person: announced ones run or get their form, approved ones are checked again
 * and run. Resolves when each has a result, waits for a word, or the signal fired. Every step is stored as it happens.
 * Throws `StoreError` where a step could not be stored; nothing that changes something runs without its stored intent.
 */
export async function runCalls(context: ExecutorContext, calls: readonly CallRow[]): Promise<void> {
  const outcomes = await Promise.allSettled(calls.map((call) => runCall(context, call)));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

async function runCall(context: ExecutorContext, call: CallRow): Promise<void> {
  const tool = context.registry.find(call.tool);
  if (tool === undefined) {
    // The chat comes from a version of Orbit that had the tool.
    return put(context, call, notRun(context, `The tool ${call.tool} does not exist any more.`, "Not available"));
  }
  const leave = await enterGate(context, tool, call);
  if (leave === undefined) return;
  try {
    if (!asksFirst(tool)) {
      await start(context, call, tool, (toolContext) => tool.run(call.input, toolContext));
    } else if (call.state.type === "approved") {
      await runApproved(context, call, tool, call.state);
    } else {
      await askFirst(context, call, tool);
    }
  } finally {
    leave();
  }
}

/** Undefined where the person stopped the request while the call waited. */
function enterGate({ gate, signal }: ExecutorContext, tool: Tool, call: CallRow): Promise<(() => void) | undefined> {
  // Making a form only looks, so it shares the gate with the reads.
  const onlyLooks = !RISKS[tool.risk].changes || (asksFirst(tool) && call.state.type === "announced");
  return gate.enter(onlyLooks ? "shared" : "exclusive", signal).catch(() => undefined);
}

async function askFirst(context: ExecutorContext, call: CallRow, tool: AskingTool): Promise<void> {
  const prepared = await withDeadline(context, tool, (toolContext) => prepareApproval(tool, call.input, toolContext));
  switch (prepared.type) {
    case "done": {
      const since = time(context);
      return put(context, { ...call, askedAt: since }, { type: "awaiting_approval", since, approval: prepared.value });
    }
    case "stopped":
      return;
    case "failed":
    case "timed_out":
      return put(context, call, notPrepared(context, prepared, ""));
  }
}

async function runApproved(
  context: ExecutorContext,
  call: CallRow,
  tool: AskingTool,
  { approval, edits }: ApprovedState,
): Promise<void> {
  const confirmed = await withDeadline(context, tool, (toolContext) =>
    confirmApproval(tool, approval, edits, toolContext),
  );
  if (confirmed.type === "stopped") return;
  if (confirmed.type !== "done") {
    return put(context, call, notPrepared(context, confirmed, "The person said yes, but then the tool refused. "));
  }
  switch (confirmed.value.type) {
    case "show_again":
      return put(context, call, {
        type: "awaiting_approval",
        since: time(context),
        approval: confirmed.value.approval,
      });
    case "invalid_edits": {
      const text = `The person edited the values and said yes, but the values are not valid. ${confirmed.value.message}`;
      return put(context, call, notRun(context, text, "Not run: the edited values are not valid"));
    }
    case "run": {
      const { prepared, isEdited } = confirmed.value;
      const input = prepared.input;
      return start(context, { ...call, input }, tool, (toolContext) =>
        runPrepared(tool, prepared, isEdited, toolContext),
      );
    }
  }
}

async function runPrepared(
  tool: AskingTool,
  prepared: PreparedCall<JsonObject>,
  isEdited: boolean,
  context: ToolContext,
): Promise<ToolResult> {
  const result = await tool.run(prepared, context);
  if (!isEdited) return result;
  const edited = `The person edited the values before saying yes. What ran: ${canonicalJson(prepared.input)}`;
  // Last, because long values are cut off at the end, and whether it worked must not be.
  return { ...result, text: `${result.text}\n\n${edited}` };
}

/** Stores the intent where the call can change something, runs it, and stores how it ended. */
async function start(context: ExecutorContext, call: CallRow, tool: Tool, work: Work): Promise<void> {
  const started = { ...call, startedAt: time(context) };
  if (RISKS[tool.risk].changes) {
    await storeIntent(context, started);
  } else {
    context.session.record({ type: "call", call: started });
  }
  await put(context, started, endState(context, tool, await withDeadline(context, tool, work)));
}

async function storeIntent(context: ExecutorContext, call: CallRow): Promise<void> {
  try {
    await put(context, call, { type: "intent", at: time(context), by: context.newId() });
  } catch (error) {
    const detail = error instanceof StoreError ? error.detail : undefined;
    const isElsewhere = detail?.type === "call_moved" && detail.callId === call.id;
    if (!isElsewhere) {
      const state = notRun(context, "Orbit could not store what it was about to do.", "Not run: could not be saved");
      context.session.record({ type: "call", call: { ...call, state } });
    }
    throw error;
  }
}

function withDeadline<Value>(
  { limits, signal }: ExecutorContext,
  tool: Tool,
  work: (toolContext: ToolContext) => Promise<Value>,
): Promise<Settled<Value>> {
  // A tool can ask for more time than the loop gives, never for less.
  const deadlineMs = Math.max(limits.toolDeadlineMs, tool.deadlineMs ?? 0);
  return runWithDeadline((toolSignal) => work({ signal: toolSignal }), deadlineMs, signal);
}

function endState(context: ExecutorContext, tool: Tool, settled: Settled<ToolResult>): CallState {
  const at = time(context);
  const { changes } = RISKS[tool.risk];
  const failed = (text: string, summary: string): CallState => ({
    type: "result",
    at,
    text: truncate(text, MAX_TOOL_RESULT_CHARACTERS),
    isError: true,
    ran: true,
    summary,
  });
  switch (settled.type) {
    case "done": {
      const { text, summary = "Completed", card } = settled.value;
      const content = truncate(text.trim() === "" ? "(The tool returned no text.)" : text, MAX_TOOL_RESULT_CHARACTERS);
      return { type: "result", at, text: content, isError: false, ran: true, summary, ...(card && { card }) };
    }
    case "timed_out":
      return changes
        ? { type: "unknown", at, reason: "timed_out" }
        : failed("This took too long and was ended. Ask for less: a narrower search, fewer results.", "Took too long");
    case "stopped":
      return changes ? { type: "unknown", at, reason: "stopped" } : failed("The person stopped this call.", "Stopped");
    case "failed":
      if (settled.error instanceof ToolError) {
        // A tool that stopped waiting for an app does not know what the app did.
        if (changes && settled.error.type === "timed_out") return { type: "unknown", at, reason: "timed_out" };
        return failed(settled.error.message, toolErrorSummary(settled.error));
      }
      return changes
        ? { type: "unknown", at, reason: "failed" }
        : failed("The tool failed for no reason it knows. Try another way, or tell the person.", "Did not work");
  }
}

/** A form could not be made, so nothing runs. */
function notPrepared(
  context: ExecutorContext,
  settled: { type: "failed"; error: unknown } | { type: "timed_out" },
  before: string,
): CallState {
  if (settled.type === "timed_out") {
    return notRun(context, `${before}Checking the values took too long.`, "Not run: checking took too long");
  }
  if (settled.error instanceof ToolError) {
    return notRun(context, before + settled.error.message, `Not run: ${lowerFirst(toolErrorSummary(settled.error))}`);
  }
  return notRun(context, `${before}Checking the values failed.`, "Not run: checking failed");
}

function notRun(context: ExecutorContext, text: string, summary: string): CallState {
  return { type: "result", at: time(context), text: `NOT run. ${text}`, isError: true, ran: false, summary };
}

function put({ session }: ExecutorContext, call: CallRow, state: CallState): Promise<void> {
  return session.commit({ type: "call", call: { ...call, state } });
}

function time({ now }: ExecutorContext): number {
  return now().getTime();
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
