import { announceCalls } from "./announce-calls";
import type { CallRow } from "../history/calls";
import type { ChatChange } from "../chat/chat";
import type { RunEnd } from "../chat/event-channel";
import { runCalls, type ExecutorContext } from "./executor";
import { addUsage, messageText, toolUses, type AssistantMessage, type TokenUsage } from "../history/messages";
import { nextSeq, noticeRow, rowBase, touched } from "../chat/new-rows";
import { lastMessage, nextStep } from "./next-step";
import {
  closingNotice,
  CONTEXT_FULL,
  EMPTY_ANSWER,
  EMPTY_ANSWER_CUT_OFF,
  failureNotice,
  REFUSED,
  REFUSED_AFTER_TOOLS,
  type Notice,
} from "../notices";
import { projectHistory } from "../wire/project-history";
import type { AssistantTurn, Provider } from "../ports/provider";
import { StreamingAnswer } from "./streaming-answer";
import { streamTurn } from "./turn";

/** What a run works with: what calls need, and a provider made from the current settings. */
export type RunContext = ExecutorContext & {
  requestId: string;
  /** Throws `ProviderError` where none is set up. */
  provider: () => Provider;
};

/**
 * Carries a request on, step by step, until it ends or has to wait for the person. Whatever fails ends as a notice in the
 * chat: a run never throws. The stop signal ends it between any two steps; the caller settles what was left open.
 */
export async function driveRun(context: RunContext): Promise<RunEnd> {
  try {
    for (;;) {
      if (context.signal.aborted) return { type: "stopped" };
      const end = await takeStep(context);
      if (end !== undefined) return end;
    }
  } catch (error) {
    return context.signal.aborted ? { type: "stopped" } : endWith(context, { type: "failed" }, failureNotice(error));
  }
}

async function takeStep(context: RunContext): Promise<RunEnd | undefined> {
  const step = nextStep(context.session.chat, context.limits);
  switch (step.type) {
    case "ask_model":
      return requestTurn(context);
    case "run_calls":
      await runCalls(context, step.calls);
      return undefined;
    case "await_approval":
      return { type: "awaiting_approval", callIds: step.calls.map(({ id }) => id) };
    case "answer":
      return { type: "answered" };
    case "cut_off":
    case "budget_reached":
      return endWith(context, { type: step.type }, closingNotice(step, context.limits));
    case "context_full":
      return endWith(context, { type: "failed" }, closingNotice(step, context.limits));
  }
}

/** Streams one turn and appends it. Gives an end only where the turn cannot be appended. */
async function requestTurn(context: RunContext): Promise<RunEnd | undefined> {
  const { session, signal } = context;
  // The request may leave the machine only when everything it holds is stored.
  await session.commit();
  if (signal.aborted) return { type: "stopped" };
  const provider = context.provider();
  const { chat } = session;
  const request = {
    systemPrompt: chat.frozen?.systemPrompt ?? "",
    tools: chat.frozen?.tools ?? [],
    messages: projectHistory(chat, provider.id),
  };
  const answer = new StreamingAnswer(context, provider.model);
  const outcome = await streamTurn(provider, request, signal, (delta) => answer.take(delta));
  session.setComing(undefined);
  switch (outcome.type) {
    case "stopped":
      await appendStopped(context, provider, answer);
      return { type: "stopped" };
    case "failed":
      answer.end("interrupted");
      return endWith(context, { type: "failed" }, failureNotice(outcome.error));
    case "complete":
      return appendTurn(context, provider, answer, outcome.turn);
  }
}

async function appendTurn(
  context: RunContext,
  provider: Provider,
  answer: StreamingAnswer,
  turn: AssistantTurn,
): Promise<RunEnd | undefined> {
  if (turn.stopReason.type === "refusal") return refuse(context, answer);
  const isEmpty = messageText(turn).trim() === "" && toolUses(turn).length === 0;
  if (isEmpty) {
    answer.discard();
    const isCutOff = turn.stopReason.type === "max_tokens";
    if (turn.stopReason.type === "context_window_exceeded") return endWith(context, { type: "failed" }, CONTEXT_FULL);
    return endWith(context, { type: "failed" }, isCutOff ? EMPTY_ANSWER_CUT_OFF : EMPTY_ANSWER);
  }
  const message = assistantMessage(context, provider, turn);
  const calls = announceCalls(message, {
    chat: context.session.chat,
    registry: context.registry,
    limits: context.limits,
    newId: context.newId,
    now: context.now().getTime(),
  });
  const usage = requestUsage(context, turn);
  answer.end("complete", { model: turn.model, ...(usage && { usage }) });
  await context.session.commit({ type: "message", message }, ...callChanges(context, calls), touched(context));
  return undefined;
}

/** Partial output of a refusal is discarded. A request that only holds the question is not sent again with follow-ups. */
async function refuse(context: RunContext, answer: StreamingAnswer): Promise<RunEnd> {
  const { session, newId } = context;
  answer.discard();
  const last = lastMessage(session.chat);
  if (last?.role !== "user") return endWith(context, { type: "refused" }, REFUSED_AFTER_TOOLS);
  session.record({ type: "mark", mark: { id: newId(), type: "refused", messageId: last.id } });
  return endWith(context, { type: "refused" }, REFUSED);
}

/** What had arrived when the person stopped is kept as text: half a call or half a thought would be worth nothing. */
async function appendStopped(context: RunContext, provider: Provider, answer: StreamingAnswer) {
  const { text } = answer;
  answer.end("stopped");
  if (text.trim() === "") return;
  const message = assistantMessage(context, provider, {
    content: [{ type: "text", text }],
    stopReason: { type: "other", value: "stopped" },
    model: provider.model,
  });
  await context.session.commit({ type: "message", message }, touched(context));
}

function assistantMessage(context: RunContext, provider: Provider, turn: AssistantTurn): AssistantMessage {
  return {
    id: context.newId(),
    seq: nextSeq(context.session.chat.messages),
    requestId: context.requestId,
    createdAt: context.now().getTime(),
    role: "assistant",
    content: turn.content,
    provider: provider.id,
    recipientKey: provider.recipientKey,
    model: turn.model,
    stopReason: turn.stopReason,
    ...(turn.usage && { usage: turn.usage }),
  };
}

/** The tokens of the request's turns so far, this one included; undefined where the provider tells nothing. */
function requestUsage({ session, requestId }: RunContext, turn: AssistantTurn): TokenUsage | undefined {
  const earlier = session.chat.messages.flatMap((message) =>
    message.role === "assistant" && message.requestId === requestId ? [message.usage] : [],
  );
  return [...earlier, turn.usage].reduce((sum, usage) => (sum && usage ? addUsage(sum, usage) : (sum ?? usage)));
}

function callChanges(context: RunContext, calls: readonly CallRow[]): ChatChange[] {
  return calls.flatMap((call, index): ChatChange[] => [
    { type: "call", call },
    { type: "row", row: { ...rowBase(context, index), type: "call", callId: call.id } },
  ]);
}

/** Adds a closing notice and stores it. That it cannot be stored is only news where storing was not the trouble. */
async function endWith(context: RunContext, end: RunEnd, notice: Notice): Promise<RunEnd> {
  const { session } = context;
  try {
    await session.commit(noticeRow(context, notice), touched(context));
  } catch (error) {
    const trouble = failureNotice(error);
    if (notice.text !== trouble.text) session.record(noticeRow(context, trouble));
  }
  return end;
}
