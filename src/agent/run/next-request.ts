import { noticeRow } from "../chat/new-rows";
import { fitRequest } from "../context/fit-request";
import { loadImages } from "../images/load-images";
import { ProviderError } from "../ports/provider-error";
import type { ContextWindow, Provider, ProviderRequest } from "../ports/provider";
import type { WithoutImages } from "./leave-out-images";
import type { RunContext } from "./run-context";

/** What a request is refused with that Orbit or the model finds too long where no server said so. */
export const TOO_LONG = new ProviderError({ type: "context_too_long" });

/** What was tried of a turn already. */
export type Tried = {
  /** The server found the newest try too long, and said so. */
  tooLong?: ProviderError;
  /** It has found one too long: another cut would not help. */
  wasTooLong?: true;
  /** It refused images. */
  images?: true;
  /** It refused the request, and did not say why: the next try is without these images. */
  guess?: Required<WithoutImages>;
};

/**
 * The next request of a run, fitted into what the model holds, with its images. What a cut says is stored before the
 * request leaves. Undefined where it cannot be made to fit.
 */
export async function nextRequest(
  context: RunContext,
  provider: Provider,
  window: ContextWindow,
  { tooLong, guess }: Tried,
): Promise<ProviderRequest | undefined> {
  const { session, newId, images } = context;
  const { chat } = session;
  const wasRefused = tooLong !== undefined;
  const marks = guess === undefined ? chat.marks : [...chat.marks, guess.mark];
  const { messages, cut, notice, isTooLarge } = fitRequest({ ...chat, marks }, provider, window, wasRefused);
  if (notice !== undefined) session.record(noticeRow(context, notice));
  if (isTooLarge || (wasRefused && cut === undefined)) return undefined;
  if (cut !== undefined) await session.commit({ type: "mark", mark: { ...cut, id: newId() } });
  return {
    systemPrompt: chat.frozen?.systemPrompt ?? "",
    tools: chat.frozen?.tools ?? [],
    messages: await loadImages(messages, images),
  };
}

/** Whether a server found a request too long for the model, or for itself. */
export function isTooLong(error: unknown): error is ProviderError {
  if (!(error instanceof ProviderError)) return false;
  return error.detail.type === "context_too_long" || error.detail.type === "request_too_large";
}
