import { ProviderError } from "../../agent/ports/provider-error";
import { canonicalJson, type JsonObject } from "../../agent/text/json";
import { noApiAt } from "./address";
import type { Connection } from "./connection";
import { hideKeys, keysIn } from "./hide-keys";
import { parseLenient } from "./lenient";
import { readBody } from "./read-body";
import { readRefusal } from "./read-refusal";
import { send } from "./send";
import type { Transport } from "./transport";
import { startWatchdog } from "./watchdog";

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** A question about a server or its models. */
export type JsonQuestion = {
  url: URL;
  /** Posted; without one the answer is only got. */
  body?: JsonObject;
  /** The model that it is about, for the words of a refusal. */
  model?: string;
  /** For the whole answer. */
  timeoutMs: number;
};

/**
 * Asks a server for JSON that is no turn, once. Throws `ProviderError`, as a turn would, or the signal's reason as soon as
 * it fires, whatever hangs then.
 */
export async function askJson(
  { url, body, model = "", timeoutMs }: JsonQuestion,
  { destination, headers, hasKey }: Pick<Connection, "destination" | "headers" | "hasKey">,
  { fetch, clock }: Transport,
  signal: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted();
  const watchdog = startWatchdog(signal, clock, destination, { idleMs: timeoutMs, totalMs: timeoutMs });
  const request = {
    url,
    destination,
    headers: { accept: "application/json", ...headers },
    ...(body !== undefined && { body: canonicalJson(body) }),
  };
  try {
    const response = await send(request, fetch, watchdog);
    const texts = hideKeys(readBody(response.body, watchdog, destination), keysIn(request));
    if (!response.ok) throw await readRefusal(response, texts, { model, destination, hasKey }, clock);
    const answer = parseLenient(await wholeText(texts));
    // A web page, or nothing: whatever listens there, no API does.
    if (answer === undefined) throw new ProviderError(noApiAt(destination));
    return answer;
  } finally {
    watchdog.stop();
  }
}

async function wholeText(texts: AsyncIterable<string>): Promise<string> {
  let whole = "";
  let bytes = 0;
  for await (const text of texts) {
    bytes += Buffer.byteLength(text);
    if (bytes > MAX_BODY_BYTES) throw new ProviderError({ type: "incomplete_response" });
    whole += text;
  }
  return whole;
}
