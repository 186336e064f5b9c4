import { noticeRow } from "../chat/new-rows";
import { fitRequest } from "../context/fit-request";
import { ProviderError } from "../ports/provider-error";
import type { ContextWindow, Provider, ProviderRequest } from "../ports/provider";
import type { RunContext } from "./run-context";

/** What a request is refused with that Orbit or the model finds too long where no server said so. */
export const TOO_LONG = new ProviderError({ type: "context_too_long" });

/**
 * The next request of a run, fitted into what the model holds; `wasRefused` is for one that the server just found too
 * long. What a cut says is stored before the request leaves. Undefined where it cannot be made to fit.
 */
export async function nextRequest(
  context: RunContext,
  provider: Provider,
  window: ContextWindow,
  wasRefused: boolean,
): Promise<ProviderRequest | undefined> {
  const { session, newId } = context;
  const { chat } = session;
  const { messages, cut, notice, isTooLarge } = fitRequest(chat, provider, window, wasRefused);
  if (notice !== undefined) session.record(noticeRow(context, notice));
  if (isTooLarge || (wasRefused && cut === undefined)) return undefined;
  if (cut !== undefined) await session.commit({ type: "mark", mark: { ...cut, id: newId() } });
  return { systemPrompt: chat.frozen?.systemPrompt ?? "", tools: chat.frozen?.tools ?? [], messages };
}

/** Whether a server found a request too long for the model, or for itself. */
export function isTooLong(error: unknown): error is ProviderError {
  if (!(error instanceof ProviderError)) return false;
  return error.detail.type === "context_too_long" || error.detail.type === "request_too_large";
}
