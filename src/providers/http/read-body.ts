import type { Destination } from "../../agent/ports/provider-error";
import { brokenBody } from "./network-error";
import type { Watchdog } from "./watchdog";

/**
 * The text of a response body, as it arrives. Multi-byte characters may be split anywhere; a byte order mark is kept for
 * the reader of the format. Throws a `network` error where the connection breaks, or the watchdog's reason; leaving the
 * loop ends the transfer.
 */
export async function* readBody(
  body: ReadableStream<Uint8Array> | null,
  watchdog: Watchdog,
  destination: Destination,
): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // Cancelling settles a read that hangs, whatever made the body. It rejects where the body failed already: said below.
  const cancel = () => void reader.cancel().catch(() => undefined);
  watchdog.signal.addEventListener("abort", cancel);
  try {
    for (;;) {
      // Also one that fired before anybody listened here.
      watchdog.signal.throwIfAborted();
      watchdog.waiting();
      const { done, value } = await readChunk(reader, watchdog, destination);
      watchdog.received();
      watchdog.signal.throwIfAborted();
      if (done) break;
      const text = decoder.decode(value, { stream: true });
      if (text !== "") yield text;
    }
    const rest = decoder.decode();
    if (rest !== "") yield rest;
  } finally {
    watchdog.signal.removeEventListener("abort", cancel);
    cancel();
  }
}

async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  watchdog: Watchdog,
  destination: Destination,
): Promise<{ done: boolean; value?: Uint8Array | undefined }> {
  try {
    return await reader.read();
  } catch (error) {
    watchdog.signal.throwIfAborted();
    throw brokenBody(error, destination);
  }
}
