import type { AssistantTurn, Provider, ProviderEvent, ProviderRequest } from "../ports/provider";
import { ProviderError } from "../ports/provider-error";

/** How a streamed turn ended. `text` is the visible text that had arrived when it did not complete. */
export type TurnOutcome =
  | { type: "complete"; turn: AssistantTurn }
  | { type: "stopped"; text: string }
  | { type: "failed"; error: unknown; text: string };

/** What a turn shows before it is complete. */
export type TurnDelta = Exclude<ProviderEvent, { type: "end" }>;

/**
 * Streams one assistant turn and owns what arrived if it does not complete. Every read is raced with the signal, so a
 * provider that hangs never holds the run (vercel/ai#15430); its cleanup is started but not waited for.
 */
export async function streamTurn(
  provider: Provider,
  request: ProviderRequest,
  signal: AbortSignal,
  onDelta: (delta: TurnDelta) => void,
): Promise<TurnOutcome> {
  let text = "";
  const controller = new AbortController();
  const stop = raceWith(signal);
  const events = provider.stream(request, controller.signal);
  try {
    for (;;) {
      const next = await stop.race(events.next());
      if (next === "aborted") return { type: "stopped", text };
      if (next.done === true) throw new ProviderError({ type: "incomplete_response" });
      if (next.value.type === "end") return { type: "complete", turn: next.value.turn };
      if (next.value.type === "text_delta") text += next.value.text;
      onDelta(next.value);
    }
  } catch (error) {
    return signal.aborted ? { type: "stopped", text } : { type: "failed", error, text };
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
