import { addUsage, messageText, toolUses, type TokenUsage } from "../history/messages";
import {
  CONTEXT_FULL,
  EMPTY_ANSWER,
  EMPTY_ANSWER_CUT_OFF,
  failureNotice,
  REFUSED,
  REFUSED_AFTER_TOOLS,
} from "../notices";
import {
  UNKNOWN_WINDOW,
  type AssistantTurn,
  type ContextWindow,
  type Provider,
  type ProviderDelta,
  type ProviderRequest,
  type RateLimitInfo,
} from "../ports/provider";
import { ProviderError } from "../ports/provider-error";
import { runWithDeadline } from "./deadline";
import { failed, STOPPED, type Ending } from "./ending";
import { ManagedTurn } from "./managed-turn";
import { holdBackImages, marked, withoutImages } from "./leave-out-images";
import { isTooLong, nextRequest, TOO_LONG, type Tried } from "./next-request";
import { lastMessage } from "./next-step";
import { leftNothing, noteOutcome, noteSent } from "./note-sent";
import { recordTurn } from "./record-turn";
import { chooseProvider } from "./route";
import type { RunContext } from "./run-context";
import { StreamingAnswer } from "./streaming-answer";
import { streamTurn, type TurnOutcome } from "./turn";
import { recordUsage, withResetTime } from "./usage-warnings";

/**
 * Asks the model for one turn and appends it. Gives an ending only where the turn cannot be appended. A request that the
 * server finds too long, or of which it refuses the images, is made anew and sent again.
 */
export async function requestTurn(context: RunContext, tried: Tried = {}): Promise<Ending | undefined> {
  const { session, signal, newId } = context;
  // The request may leave the machine only when everything it holds is stored.
  await session.commit();
  if (signal.aborted) return STOPPED;
  const { provider, route } = await chooseProvider(session.chat, context.provider, context.newId, signal);
  if (route !== undefined) await session.commit({ type: "mark", mark: route });
  /** Nobody was asked, or nobody who could answer, so the chat is not bound to anybody yet. */
  const unbind = () => {
    if (route !== undefined)
      session.record({ type: "mark", mark: { id: newId(), type: "not_sent", markId: route.id } });
  };
  context.contextWindow = await windowOf(provider, context);
  await holdBackImages(context, provider);
  const request = await nextRequest(context, provider, context.contextWindow, tried);
  if (context.signal.aborted || request === undefined) {
    unbind();
    return context.signal.aborted ? STOPPED : failed(failureNotice(tried.tooLong ?? TOO_LONG));
  }

  const answer = new StreamingAnswer(context, provider);
  const outcome = await streamAnswer(context, provider, request, answer);
  switch (outcome.type) {
    case "stopped":
      await appendStopped(context, provider, answer);
      return STOPPED;
    case "failed": {
      if (leftNothing(outcome.error) || isWrongAddress(outcome.error)) unbind();
      const isUnseen = answer.text === "";
      answer.end("interrupted");
      const next = isUnseen ? nextTry(context, provider, request, outcome.error, tried) : undefined;
      if (next !== undefined) return requestTurn(context, next);
      return failed(failureNotice(tried.guess?.guessedFrom ?? outcome.error, context.region()));
    }
    case "complete":
      if (tried.guess !== undefined) session.record(...marked(context, tried.guess.mark));
      if (tried.wasTooLong === undefined && isEmptyForLackOfRoom(outcome.turn)) {
        answer.discard();
        return requestTurn(context, { wasTooLong: true, tooLong: TOO_LONG });
      }
      return appendTurn(context, provider, answer, outcome.turn);
  }
}

/** What may help after a request was refused; undefined where nothing does, or has not helped. */
function nextTry(
  context: RunContext,
  provider: Provider,
  request: ProviderRequest,
  error: unknown,
  tried: Tried,
): Tried | undefined {
  if (tried.guess !== undefined) return undefined;
  const before: Tried = { ...tried };
  delete before.tooLong;
  const without = withoutImages(context, provider, request, error, tried.images === true);
  if (without === undefined) {
    return tried.wasTooLong === undefined && isTooLong(error)
      ? { ...before, wasTooLong: true, tooLong: error }
      : undefined;
  }
  const { mark, guessedFrom } = without;
  if (guessedFrom !== undefined) return { ...before, guess: { mark, guessedFrom } };
  context.session.record(...marked(context, mark));
  return { ...before, images: true };
}

/** A server that does not tell how much the model holds keeps nobody waiting, least of all one who stops. */
async function windowOf(provider: Provider, { limits, signal }: RunContext): Promise<ContextWindow> {
  const told = await runWithDeadline((ended) => provider.window(ended), limits.toolDeadlineMs, signal);
  return told.type === "done" ? told.value : UNKNOWN_WINDOW;
}

function isWrongAddress(error: unknown): boolean {
  return error instanceof ProviderError && error.detail.type === "invalid_base_url";
}

/** Streams the turn into the answer, and records whatever else the provider says meanwhile. */
async function streamAnswer(
  context: RunContext,
  provider: Provider,
  request: ProviderRequest,
  answer: StreamingAnswer,
): Promise<TurnOutcome> {
  const { session, now } = context;
  const managed = provider.runsTools ? new ManagedTurn(context, provider, answer) : undefined;
  const reports: RateLimitInfo[] = [];
  const take = (delta: ProviderDelta) => {
    switch (delta.type) {
      case "rate_limit":
        reports.push(delta.info);
        return;
      case "history_thinking_stripped":
        rejectThinking(context, provider);
        return;
      case "tool_call_started":
        managed?.announce(delta.id);
        answer.take(delta);
        return;
      case "text_delta":
      case "progress_note":
        answer.take(delta);
        return;
    }
  };
  const sent = noteSent(context, provider, request);
  const streamed = await streamTurn(provider, request, managed?.signal ?? context.signal, take, managed);
  session.setComing(undefined);
  const outcome = withResetTime((await managed?.end(streamed)) ?? streamed, reports, now());
  noteOutcome(context, provider, request, sent, outcome);
  await recordUsage(context, provider.recipient, reports, outcome);
  return outcome;
}

/** The reasoning so far stays out of every later request to this recipient; the history keeps it for others. */
function rejectThinking({ session, newId }: RunContext, { recipientKey }: Provider): void {
  const upToSeq = session.chat.messages.at(-1)?.seq ?? 0;
  session.record({ type: "mark", mark: { id: newId(), type: "thinking_rejected", recipientKey, upToSeq } });
}

async function appendTurn(
  context: RunContext,
  provider: Provider,
  answer: StreamingAnswer,
  turn: AssistantTurn,
): Promise<Ending | undefined> {
  if (turn.stopReason.type === "refusal") return refuse(context, answer);
  if (isEmpty(turn)) {
    answer.discard();
    const isCutOff = turn.stopReason.type === "max_tokens";
    if (turn.stopReason.type === "context_window_exceeded") return failed(CONTEXT_FULL);
    return failed(isCutOff ? EMPTY_ANSWER_CUT_OFF : EMPTY_ANSWER);
  }
  const usage = requestUsage(context, turn);
  answer.end("complete", { model: turn.model, ...(usage && { usage }) });
  await recordTurn(context, provider, turn);
  return undefined;
}

function isEmpty(turn: AssistantTurn): boolean {
  return messageText(turn).trim() === "" && toolUses(turn).length === 0;
}

function isEmptyForLackOfRoom(turn: AssistantTurn): boolean {
  return turn.stopReason.type === "context_window_exceeded" && isEmpty(turn);
}

/** Partial output of a refusal is discarded. A request that only holds the question is not sent again with follow-ups. */
function refuse({ session, newId }: RunContext, answer: StreamingAnswer): Ending {
  answer.discard();
  const last = lastMessage(session.chat);
  if (last?.role !== "user") return { end: { type: "refused" }, notice: REFUSED_AFTER_TOOLS };
  session.record({ type: "mark", mark: { id: newId(), type: "refused", messageId: last.id } });
  return { end: { type: "refused" }, notice: REFUSED };
}

/** What had arrived when the person stopped is kept as text: half a call or half a thought would be worth nothing. */
async function appendStopped(context: RunContext, provider: Provider, answer: StreamingAnswer): Promise<void> {
  const { text } = answer;
  answer.end("stopped");
  if (text.trim() === "") return;
  await recordTurn(context, provider, {
    content: [{ type: "text", text }],
    stopReason: { type: "other", value: "stopped" },
    model: provider.model,
  });
}

/** The tokens of the request's turns so far, this one included; undefined where the provider tells nothing. */
function requestUsage({ session, requestId }: RunContext, turn: AssistantTurn): TokenUsage | undefined {
  const earlier = session.chat.messages.flatMap((message) =>
    message.role === "assistant" && message.requestId === requestId ? [message.usage] : [],
  );
  return [...earlier, turn.usage].reduce((sum, usage) => (sum && usage ? addUsage(sum, usage) : (sum ?? usage)));
}
