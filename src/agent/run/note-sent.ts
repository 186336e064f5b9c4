import { sentMark } from "../chat/disclosure";
import { isSettled } from "../history/calls";
import type { SentMark } from "../history/marks";
import { imagesShown } from "../images/images-in";
import type { Provider, ProviderRequest } from "../ports/provider";
import { ProviderError } from "../ports/provider-error";
import type { RunContext } from "./run-context";
import type { TurnOutcome } from "./turn";

type NotingContext = Pick<RunContext, "session" | "requestId" | "newId">;

/**
 * Marks what the history holds as sent, just before a request with it is handed to the provider. The mark is saved while
 * the request is on its way: the window may close long before the first word comes. Where that fails, it goes with the
 * next save.
 */
export function noteSent(
  { session, requestId, newId }: NotingContext,
  provider: Provider,
  { messages }: Pick<ProviderRequest, "messages">,
): SentMark | undefined {
  const mark = sentMark(session.chat, provider, imagesShown(messages), { requestId, id: newId() });
  if (mark !== undefined) session.commit({ type: "mark", mark }).catch(() => undefined);
  return mark;
}

/**
 * Sets the account right when the turn is over: what certainly never left counts as waiting again, and a provider that
 * runs tools itself has had their results too.
 */
export function noteOutcome(
  context: NotingContext,
  provider: Provider,
  request: Pick<ProviderRequest, "messages">,
  sent: SentMark | undefined,
  outcome: TurnOutcome,
): void {
  if (outcome.type === "failed" && leftNothing(outcome.error)) {
    if (sent === undefined) return;
    context.session.record({ type: "mark", mark: { id: context.newId(), type: "not_sent", markId: sent.id } });
  } else if (provider.runsTools === true && [...context.session.chat.calls.values()].every(isSettled)) {
    // With a call that is still open, all of it waits for the next request: a mark would cover that call's result.
    noteSent(context, provider, request);
  }
}

/** True where a request failed before anything of it left this Mac. Whatever else happened, it counts as sent. */
export function leftNothing(error: unknown): boolean {
  return error instanceof ProviderError && !error.mayHaveArrived;
}
