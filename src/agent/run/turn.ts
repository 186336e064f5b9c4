import type { AssistantTurn, Provider, ProviderDelta, ProviderRequest, ToolExecuting } from "../ports/provider";
import { ProviderError } from "../ports/provider-error";

/** How a streamed turn ended. */
export type TurnOutcome =
  { type: "complete"; turn: AssistantTurn } | { type: "stopped" } | { type: "failed"; error: unknown };

/**
 * Streams one assistant turn; what arrives before it is complete goes to `onDelta`, and `tools` to a provider that runs them
 * itself. Every read is raced with the signal, so a provider that hangs never holds the run (vercel/ai#15430); its cleanup is
 * started but not waited for.
 */
export async function streamTurn(
  provider: Provider,
  request: ProviderRequest,
  signal: AbortSignal,
  onDelta: (delta: ProviderDelta) => void,
  tools?: ToolExecuting,
): Promise<TurnOutcome> {
  const controller = new AbortController();
  const stop = raceWith(signal);
  const events = provider.stream(request, controller.signal, tools);
  try {
    for (;;) {
      const next = await stop.race(events.next());
      if (next === "aborted") return { type: "stopped" };
      if (next.done === true) throw new ProviderError({ type: "incomplete_response" });
      if (next.value.type === "end") return { type: "complete", turn: next.value.turn };
      onDelta(next.value);
    }
  } catch (error) {
    return signal.aborted ? { type: "stopped" } : { type: "failed", error };
  } finally {
    stop.forget();
    controller.abort();
    // A generator that hangs in `next` answers `return` only when that ends; nobody waits for it.
    events.return().catch(() => undefined);
  }
}

/**
 * Races promises with a signal, one after the other. A plain `Promise.race` against one lasting promise would hold on to
 * every event of the stream until its end (nodejs/node#17469).
 */
function raceWith(signal: AbortSignal) {
  let giveUp = () => {};
  const onAbort = () => giveUp();
  signal.addEventListener("abort", onAbort, { once: true });
  return {
    race: <Value>(promise: Promise<Value>): Promise<Value | "aborted"> =>
      new Promise((resolve, reject) => {
        giveUp = () => resolve("aborted");
        if (signal.aborted) giveUp();
        promise.then(resolve, reject);
      }),
    forget: () => signal.removeEventListener("abort", onAbort),
  };
}
