import type { ProviderEvent } from "../../agent/ports/provider";
import { ProviderError, type Destination } from "../../agent/ports/provider-error";
import { sleep, type Clock } from "./clock";
import { readEventStream, type ServerSentEvent } from "./event-stream";
import { isPassing, networkError } from "./network-error";
import { readBody } from "./read-body";
import { StatusError } from "./status-error";
import type { Emit, TurnDecoder } from "./turn-decoder";
import { startWatchdog, type Watchdog } from "./watchdog";

/** The network and the time, as the turn uses them. */
export type Transport = { fetch: typeof fetch; clock: Clock };

/** One request for one turn, ready to send. */
export type TurnRequest = {
  url: URL;
  headers: Record<string, string>;
  body: string;
  model: string;
  destination: Destination;
  /** A key was sent, so that a refused one is told from a missing one. */
  hasKey: boolean;
  createDecoder: (emit: Emit) => TurnDecoder;
};

/** The waits before the second and the third attempt, where the server names none. */
const RETRY_WAITS_MS = [1_000, 3_000];
const MAX_RETRY_WAIT_MS = 20_000;

const MAX_ERROR_BODY_LENGTH = 64 * 1024;

/**
 * Streams one turn: sends what `prepare` makes, decodes the answer, and tries again what passes by itself, but never once
 * something was yielded. Throws `ProviderError`, or the signal's reason. `return` ends the transfer at once, even while a
 * read hangs.
 */
export function streamHttpTurn(
  prepare: () => TurnRequest,
  transport: Transport,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent, void, undefined> {
  const closed = new AbortController();
  const generator = attempts(prepare, transport, AbortSignal.any([signal, closed.signal]));
  const finish = generator.return.bind(generator);
  // A generator queues `return` behind a `next` that has not settled; ending the transfer settles it.
  generator.return = (value) => {
    closed.abort();
    return finish(value);
  };
  return generator;
}

async function* attempts(
  prepare: () => TurnRequest,
  transport: Transport,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent, void, undefined> {
  signal.throwIfAborted();
  const request = prepare();
  for (let attempt = 0; ; attempt++) {
    let yielded = false;
    try {
      for await (const event of attemptTurn(request, transport, signal)) {
        yielded = true;
        yield event;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      const wait = RETRY_WAITS_MS[attempt];
      if (yielded || wait === undefined || !isTransient(error)) throw error;
      const asked = error instanceof StatusError ? error.retryAfterMs : undefined;
      await sleep(Math.min(asked ?? wait, MAX_RETRY_WAIT_MS), transport.clock, signal);
    }
  }
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false;
  const { detail } = error;
  if (detail.type === "network") return isPassing(detail.failure);
  return ["rate_limited", "overloaded", "server"].includes(detail.type);
}

async function* attemptTurn(
  request: TurnRequest,
  transport: Transport,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent, void, undefined> {
  const watchdog = startWatchdog(signal, transport.clock, request.destination);
  try {
    const response = await send(request, transport, watchdog);
    const body = readBody(response.body, watchdog, request.destination);
    if (!response.ok) throw await statusError(response, body, request, transport.clock);
    yield* decodeTurn(readEventStream(body), request.createDecoder, signal);
  } finally {
    watchdog.stop();
  }
}

async function send(request: TurnRequest, transport: Transport, watchdog: Watchdog): Promise<Response> {
  try {
    watchdog.waiting();
    return await transport.fetch(request.url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream", ...request.headers },
      body: request.body,
      redirect: "manual",
      signal: watchdog.signal,
    });
  } catch (error) {
    watchdog.signal.throwIfAborted();
    throw networkError(error, request.destination);
  }
}

async function statusError(
  response: Response,
  body: AsyncIterable<string>,
  request: TurnRequest,
  clock: Clock,
): Promise<StatusError> {
  let text = "";
  try {
    for await (const part of body) {
      text += part;
      if (text.length >= MAX_ERROR_BODY_LENGTH) break;
    }
  } catch (error) {
    // The status says enough where the rest of its text never comes. The caller's stop still counts.
    if (!isNetworkError(error)) throw error;
  }
  const { status, headers } = response;
  const { model, destination, hasKey } = request;
  return new StatusError(
    { status, headers, body: text.slice(0, MAX_ERROR_BODY_LENGTH), model, destination, hasKey },
    clock.now(),
  );
}

async function* decodeTurn(
  batches: AsyncIterable<ServerSentEvent[]>,
  createDecoder: TurnRequest["createDecoder"],
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent, void, undefined> {
  const shown: ProviderEvent[] = [];
  const decoder = createDecoder((event) => {
    // What arrived together is shown together: twenty thousand deltas are then far fewer steps for everyone behind.
    const last = shown.at(-1);
    if (event.type === "text_delta" && last?.type === "text_delta") last.text += event.text;
    else shown.push(event.type === "text_delta" ? { ...event } : event);
  });

  try {
    for await (const batch of batches) {
      try {
        pushAll(decoder, batch);
      } finally {
        // What came before an error in the same batch counts as shown, however the network cut the stream.
        for (const event of shown.splice(0)) yield event;
      }
      signal.throwIfAborted();
      if (decoder.isFinished) break;
    }
  } catch (error) {
    // Some servers neither say that they are done nor close the connection properly; the turn is here all the same.
    if (signal.aborted || !decoder.isWhole || !isNetworkError(error)) throw error;
  }

  const turn = decoder.finish();
  for (const event of shown.splice(0)) yield event;
  yield { type: "end", turn };
}

function pushAll(decoder: TurnDecoder, batch: ServerSentEvent[]): void {
  for (const event of batch) {
    decoder.push(event);
    if (decoder.isFinished) return;
  }
}

function isNetworkError(error: unknown): boolean {
  return error instanceof ProviderError && error.detail.type === "network";
}
