import { isDeepStrictEqual } from "node:util";
import type { ChatChange } from "../chat/chat";
import type { ChatSession } from "../chat/chat-session";
import { capResult } from "../context/result-budget";
import type { CallRow, CallState, StateOf } from "../history/calls";
import type { Limits } from "../limits";
import type { Memory } from "../ports/memory";
import { UNKNOWN_WINDOW, type ContextWindow } from "../ports/provider";
import { StoreError } from "../ports/store";
import { changedFields } from "../tool/approval";
import { rememberDenied } from "../tool/availability";
import { confirmApproval, prepareApproval } from "../tool/prepare-approval";
import type { ToolRegistry } from "../tool/registry";
import { RISKS } from "../tool/risk";
import {
  asksFirst,
  type AskingTool,
  type QuestionTool,
  type Tool,
  type ToolContext,
  type ToolResult,
  type UserRequest,
} from "../tool/tool";
import { ToolError } from "../tool/tool-error";
import { invalidEdits, notPrepared, notRun, outcomeOf } from "./call-outcome";
import { reviewCall } from "./check-call";
import { runWithDeadline, type Settled } from "./deadline";
import type { Gate } from "./gate";
import { permissionNotices } from "./permission-notice";

/** What calls are run with. */
export type ExecutorContext = {
  session: ChatSession;
  registry: ToolRegistry;
  gate: Gate;
  limits: Limits;
  memory: Pick<Memory, "put">;
  /** What the person typed, for tools that review their calls by it. */
  request: UserRequest;
  now: () => Date;
  newId: () => string;
  signal: AbortSignal;
  /** How much the model of the last request holds; absent before the first one of a run. */
  contextWindow?: ContextWindow;
};

type Work<Value> = (toolContext: ToolContext) => Promise<Value>;

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
    const text = `The tool ${call.tool} does not exist any more.`;
    return put(context, call, notRun(text, "Not available", time(context)));
  }
  if ("question" in tool) return ask(context, call, tool);
  // The word is stored before it is acted on, so that of two windows the first one counts.
  if (call.state.type === "approved") await context.session.commit();
  await runInGate(context, asksFirst(tool) ? reviewedAgain(context, call, tool) : call, tool);
}

/** A form is left out only for what the person typed just now; after a relaunch nobody knows that any more. */
function reviewedAgain({ request }: ExecutorContext, call: CallRow, tool: AskingTool): CallRow {
  const isLowered = call.state.type === "announced" && !RISKS[call.risk].asks;
  return isLowered ? { ...call, ...reviewCall(tool, call.input, request) } : call;
}

async function runInGate(context: ExecutorContext, call: CallRow, tool: Exclude<Tool, QuestionTool>): Promise<void> {
  const { gate, signal } = context;
  // Making a form only looks, so it shares the gate with the reads.
  const makesForm = RISKS[call.risk].asks && call.state.type === "announced";
  const kind = makesForm || !RISKS[call.risk].changes ? "shared" : "exclusive";
  // Stopped while it waited, the call is left as it is.
  const leave = await gate.enter(kind, signal, tool.queue).catch(() => undefined);
  if (leave === undefined) return;
  try {
    if (!asksFirst(tool)) await start(context, call, tool, (toolContext) => tool.run(call.input, toolContext));
    else if (call.state.type === "approved") await runApproved(context, call, tool, call.state);
    else if (makesForm) await showForm(context, call, tool);
    else await runUnasked(context, call, tool);
  } finally {
    leave();
  }
}

function ask(context: ExecutorContext, call: CallRow, tool: QuestionTool): Promise<void> {
  const since = time(context);
  return put(
    context,
    { ...call, askedAt: since },
    { type: "awaiting_answer", since, question: tool.question(call.input) },
  );
}

async function showForm(context: ExecutorContext, call: CallRow, tool: AskingTool): Promise<void> {
  const settled = await prepare(context, call, tool, (toolContext) => prepareApproval(tool, call.input, toolContext));
  if (settled.type === "stopped") return;
  if (settled.type !== "done") return refuse(context, call, settled, "none");
  const since = time(context);
  await put(context, { ...call, askedAt: since }, { type: "awaiting_approval", since, approval: settled.value });
}

/** The review found that this call needs no word. It is prepared all the same: `run` takes only what `prepare` made. */
async function runUnasked(context: ExecutorContext, call: CallRow, tool: AskingTool): Promise<void> {
  const settled = await prepare(context, call, tool, (toolContext) => tool.prepare(call.input, toolContext));
  if (settled.type === "stopped") return;
  if (settled.type !== "done") return refuse(context, call, settled, "none");
  await start(context, call, tool, (toolContext) => tool.run(settled.value, toolContext));
}

async function runApproved(
  context: ExecutorContext,
  call: CallRow,
  tool: AskingTool,
  { approval, edits, decision }: StateOf<"approved">,
): Promise<void> {
  const settled = await prepare(context, call, tool, (toolContext) =>
    confirmApproval(tool, approval, edits, toolContext),
  );
  if (settled.type === "stopped") return;
  if (settled.type !== "done") {
    const isEdited = Object.keys(changedFields(approval.form, edits)).length > 0;
    return refuse(context, call, settled, isEdited ? "edited" : "yes");
  }
  switch (settled.value.type) {
    case "show_again": {
      const after = decision === undefined ? {} : { after: decision };
      return put(context, call, {
        type: "awaiting_approval",
        since: time(context),
        approval: settled.value.approval,
        ...after,
      });
    }
    case "invalid_edits":
      return put(context, call, invalidEdits(settled.value.message, time(context)));
    case "run": {
      const { prepared } = settled.value;
      // A form that was shown again may hold what the person had edited before.
      const isEdited = settled.value.isEdited || !isDeepStrictEqual(approval.input, call.input);
      const approved = isEdited ? { ...call, editedInput: prepared.input } : call;
      return start(context, approved, tool, (toolContext) => tool.run(prepared, toolContext));
    }
  }
}

/** Stores the intent where the call can change something, runs it, and stores how it ended. */
async function start(context: ExecutorContext, call: CallRow, tool: Tool, work: Work<ToolResult>): Promise<void> {
  const started = { ...call, startedAt: time(context) };
  if (RISKS[call.risk].changes) await storeIntent(context, started);
  else context.session.record({ type: "call", call: started });
  const settled = await withDeadline(context, tool, work);
  const cap = (text: string) => capResult(context.session.chat, started, text, context.contextWindow ?? UNKNOWN_WINDOW);
  await putOutcome(context, started, settled, outcomeOf(started, settled, time(context), cap));
}

async function storeIntent(context: ExecutorContext, call: CallRow): Promise<void> {
  const decision = call.state.type === "approved" ? call.state.decision : undefined;
  const intent = { type: "intent" as const, at: time(context), by: context.newId() };
  try {
    await put(context, call, decision === undefined ? intent : { ...intent, decision });
  } catch (error) {
    const detail = error instanceof StoreError ? error.detail : undefined;
    const isElsewhere = detail?.type === "call_moved" && detail.callId === call.id;
    if (!isElsewhere) {
      const text = "Orbit could not store what it was about to do.";
      const state = notRun(text, "Not run: could not be saved", time(context));
      context.session.record({ type: "call", call: { ...call, state } });
    }
    throw error;
  }
}

/** `prepare` gets what the review kept for the call; nothing else does. */
function prepare<Value>(context: ExecutorContext, { secret }: CallRow, tool: Tool, work: Work<Value>) {
  return withDeadline(context, tool, (toolContext) => work(secret ? { ...toolContext, secret } : toolContext));
}

function withDeadline<Value>(
  { limits, signal }: ExecutorContext,
  tool: Tool,
  work: Work<Value>,
): Promise<Settled<Value>> {
  // A tool can ask for more time than the loop gives, never for less.
  const deadlineMs = Math.max(limits.toolDeadlineMs, tool.deadlineMs ?? 0);
  return runWithDeadline((toolSignal) => work({ signal: toolSignal }), deadlineMs, signal);
}

function refuse(
  context: ExecutorContext,
  call: CallRow,
  settled: Extract<Settled<never>, { type: "failed" | "timed_out" }>,
  word: "none" | "yes" | "edited",
): Promise<void> {
  return putOutcome(context, call, settled, notPrepared(settled, word, time(context)));
}

/** What macOS refused is said to the person, and remembered, so that it is not tried over and over. */
async function putOutcome(context: ExecutorContext, call: CallRow, settled: Settled<unknown>, state: CallState) {
  const error = settled.type === "failed" ? settled.error : undefined;
  const permission = error instanceof ToolError ? error.permission : undefined;
  if (permission === undefined) return put(context, call, state);
  await put(context, call, state, permissionNotices({ ...context, requestId: call.requestId }, [permission]));
  await rememberDenied(permission, context.memory, context.now());
}

function put({ session }: ExecutorContext, call: CallRow, state: CallState, more: ChatChange[] = []): Promise<void> {
  return session.commit({ type: "call", call: { ...call, state } }, ...more);
}

function time({ now }: ExecutorContext): number {
  return now().getTime();
}
