import type { ProviderEvent } from "../../agent/ports/provider";
import { ProviderError } from "../../agent/ports/provider-error";
import { sleep } from "./clock";
import { readEventStream, type ServerSentEvent } from "./event-stream";
import { hideKeys, keysIn, turnWithoutKeys, withoutKeys } from "./hide-keys";
import { isNetworkError } from "./network-error";
import { readBody } from "./read-body";
import { readRefusal } from "./read-refusal";
import { startRecovery, type TurnPlan, type TurnRecovery } from "./recovery";
import { retryWait } from "./retry";
import { send } from "./send";
import { createShownEvents } from "./shown-events";
import { StatusError } from "./status-error";
import type { Transport } from "./transport";
import type { TurnDecoder } from "./turn-decoder";
import type { TurnRequest } from "./turn-request";
import { startWatchdog } from "./watchdog";

/** No Content and Reset Content: a success, but nothing that answers as a model does says so. */
const NO_ANSWER = [204, 205];

/**
 * Streams one turn: sends what `plan` prepares and decodes the answer. What passes by itself is tried again, and a refused
 * request is sent again at once without what was refused; but never once something was shown. Throws `ProviderError`, or
 * the signal's reason. `return` ends the transfer at once, even while a read hangs.
 */
export function streamHttpTurn(
  plan: TurnPlan,
  transport: Transport,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent, void, undefined> {
  const closed = new AbortController();
  const generator = attempts(plan, transport, AbortSignal.any([signal, closed.signal]));
  const finish = generator.return.bind(generator);
  // A generator queues `return` behind a `next` that has not settled; ending the transfer settles it.
  generator.return = (value) => {
    closed.abort();
    return finish(value);
  };
  return generator;
}

async function* attempts(
  plan: TurnPlan,
  transport: Transport,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent, void, undefined> {
  signal.throwIfAborted();
  const recovery = await startRecovery(plan);
  signal.throwIfAborted();
  let mayHaveArrived = false;
  for (let retries = 0; ;) {
    const progress = { isShown: false };
    try {
      yield* attemptTurn(recovery, progress, transport, signal);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderError)) throw error;
      mayHaveArrived ||= error.mayHaveArrived;
      if (error instanceof StatusError && recovery.recover(error)) continue;
      const wait = progress.isShown ? undefined : retryWait(error, retries++);
      if (wait === undefined) throw finalError(error, mayHaveArrived, keysIn(recovery.request));
      await sleep(wait, transport.clock, signal);
    }
  }
}

/** The last attempt's error; an earlier attempt may have arrived where this one did not. */
function finalError(error: ProviderError, mayHaveArrived: boolean, keys: readonly string[]): ProviderError {
  const { detail, cause } = error;
  return withoutKeys(
    error.mayHaveArrived === mayHaveArrived ? error : new ProviderError(detail, { cause, mayHaveArrived }),
    keys,
  );
}

/** Sends the turn's request as it is by now, and decodes the answer. */
async function* attemptTurn(
  recovery: TurnRecovery,
  progress: { isShown: boolean },
  transport: Transport,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent, void, undefined> {
  const { request } = recovery;
  const { destination, headers } = request;
  const watchdog = startWatchdog(signal, transport.clock, destination);
  try {
    const accepting = { ...request, headers: { accept: "text/event-stream", ...headers } };
    const response = await send(accepting, transport.fetch, watchdog);
    const keys = keysIn(request);
    const body = hideKeys(readBody(response.body, watchdog, destination), keys);
    if (!response.ok || NO_ANSWER.includes(response.status))
      throw await readRefusal(response, body, request, transport.clock);
    // Nothing that the person sees, so the turn may still be tried again.
    yield* await recovery.accepted();
    for await (const event of decodeTurn(readEventStream(body, destination), request.createDecoder, keys, signal)) {
      progress.isShown = true;
      yield event;
    }
  } finally {
    watchdog.stop();
  }
}

async function* decodeTurn(
  batches: AsyncIterable<ServerSentEvent[]>,
  createDecoder: TurnRequest["createDecoder"],
  keys: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent, void, undefined> {
  const shown = createShownEvents(keys);
  const decoder = createDecoder(shown.emit);

  try {
    for await (const batch of batches) {
      try {
        pushAll(decoder, batch);
      } finally {
        // What came before an error in the same batch counts as shown, however the network cut the stream.
        for (const event of shown.take()) yield event;
      }
      signal.throwIfAborted();
      if (decoder.isFinished) break;
    }
  } catch (error) {
    // Some servers neither say that they are done nor close the connection properly; the turn is here all the same.
    if (signal.aborted) throw error;
    yield* shown.takeRest();
    if (!decoder.isWhole || !isNetworkError(error)) throw error;
  }

  yield* shown.takeRest();
  const turn = decoder.finish();
  yield* shown.takeRest();
  yield { type: "end", turn: turnWithoutKeys(turn, keys) };
}

function pushAll(decoder: TurnDecoder, batch: ServerSentEvent[]): void {
  for (const event of batch) {
    decoder.push(event);
    if (decoder.isFinished) return;
  }
}
