import { createParser } from "eventsource-parser";
import { ProviderError } from "../../agent/ports/provider-error";

/** One server-sent event. */
export type ServerSentEvent = { event?: string | undefined; data: string };

/** The most that one event, or one body that is no event stream, may hold, in characters. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024;

/**
 * The events of a body, a batch for each piece of text that completes some. An event that the end of the body cuts off is
 * given too, since servers leave out the last blank line. A JSON body, from a server that does not stream, is one event.
 * Throws `invalid_base_url` where a web page came, `incomplete_response` where an event is too large.
 */
export async function* readEventStream(
  body: AsyncIterable<string>,
): AsyncGenerator<ServerSentEvent[], void, undefined> {
  let batch: ServerSentEvent[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ event, data }) => batch.push({ event, data }),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") throw tooLarge();
    },
  });
  let format: "unknown" | "events" | "json" = "unknown";
  const json: string[] = [];
  let length = 0;

  for await (const text of body) {
    if (format === "unknown") format = sniff(text);
    if (format === "json") {
      json.push(text);
      length += text.length;
      if (length > MAX_EVENT_LENGTH) throw tooLarge();
      continue;
    }
    parser.feed(text);
    if (batch.length === 0) continue;
    yield batch;
    batch = [];
  }

  if (format === "json") batch.push({ data: json.join("") });
  else parser.feed("\n\n");
  if (batch.length > 0) yield batch;
}

/** What a body is, from its first character that is not blank. No line of an event stream begins with "{" or "<". */
function sniff(text: string): "unknown" | "events" | "json" {
  const first = /[^\s\uFEFF]/.exec(text)?.[0];
  if (first === "<") throw new ProviderError({ type: "invalid_base_url" });
  if (first === "{") return "json";
  return first === undefined ? "unknown" : "events";
}

function tooLarge(): ProviderError {
  return new ProviderError({ type: "incomplete_response" }, { cause: "an event over 16 MiB" });
}
