import { createParser } from "eventsource-parser";
import { ProviderError, type Destination } from "../../agent/ports/provider-error";
import { noApiAt } from "./address";
import { member, parseLenient } from "./lenient";

/** One server-sent event. */
export type ServerSentEvent = { event?: string | undefined; data: string };

/** The last word of a stream. It stands alone: an answer may well begin with the same characters. */
export function isDone(data: string): boolean {
  return data.trim() === "[DONE]";
}

/** The most that one event, or one body that is no event stream, may hold, in characters. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024;

/** The most that a whole stream may hold: several times the longest answers, whose every word comes in 300 characters. */
const MAX_STREAM_LENGTH = 128 * 1024 * 1024;

/** As much as tells plain text from an event stream without events. */
const MAX_BEGINNING_LENGTH = 1024;

/**
 * The events of a body, a batch for each piece of text that completes some. An event that the end of the body cuts off is
 * given too, since servers leave out the last blank line. A JSON body, from a server that does not stream, is one event;
 * of an array each item is one. Throws `invalid_base_url`, naming `destination`, where something else came (a web page,
 * plain text, other JSON or lines of it), `incomplete_response` where an event, or all of them, is too large.
 */
export async function* readEventStream(
  body: AsyncIterable<string>,
  destination?: Destination,
): AsyncGenerator<ServerSentEvent[], void, undefined> {
  let batch: ServerSentEvent[] = [];
  let events = 0;
  let beginning = "";
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ event, data }) => {
      events++;
      batch.push({ event, data });
    },
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") throw tooLarge("an event over 16 MiB");
    },
  });
  let format: Format | "unknown" = "unknown";
  const json: string[] = [];
  let length = 0;

  for await (const text of body) {
    if (format === "unknown") format = sniff(text);
    if (format === "page") throw notAnApi(destination);
    length += text.length;
    if (format === "json") {
      json.push(text);
      if (length > MAX_EVENT_LENGTH) throw tooLarge("an event over 16 MiB");
      continue;
    }
    if (length > MAX_STREAM_LENGTH) throw tooLarge("a stream over 128 MiB");
    if (events === 0 && beginning.length < MAX_BEGINNING_LENGTH) beginning += text;
    parser.feed(text);
    if (batch.length === 0) continue;
    yield batch;
    batch = [];
  }

  if (format === "json") batch = wholeAnswer(json.join(""), destination);
  else parser.feed("\n\n");
  if (batch.length > 0) yield batch;
  if (events === 0 && isPlainText(beginning)) throw notAnApi(destination);
}

type Format = "events" | "json" | "page";

/** What a body is, from its first character that is not blank. No line of an event stream begins with "{", "[" or "<". */
function sniff(text: string): Format | "unknown" {
  switch (/[^\s\uFEFF]/.exec(text)?.[0]) {
    case undefined:
      return "unknown";
    case "<":
      return "page";
    case "{":
    case "[":
      return "json";
    default:
      return "events";
  }
}

/** True where not a line is one of an event stream, not even one that was cut off within its name. */
function isPlainText(text: string): boolean {
  const lines = text.trim().split(/\r\n|\r|\n/);
  const isCutOff =
    lines.length === 1 && ["data:", "event:", "id:", "retry:"].some((name) => name.startsWith(text.trim()));
  return !isCutOff && !lines.some((line) => /^(?:(?:data|event|id|retry)(?::|$)|:)/.test(line));
}

/** What an answer as JSON has, or an error in its place, in both formats. */
const OF_AN_ANSWER = ["choices", "content", "error", "type"];

/** A body of JSON as events. Lines of it are the native format of a server whose other address is the one to use. */
function wholeAnswer(text: string, destination: Destination | undefined): ServerSentEvent[] {
  const [firstLine = "", ...lines] = text.trim().split("\n");
  const isLines = lines.length > 0 && /^\{.*\}\s*$/.test(firstLine) && parseLenient(firstLine) !== undefined;
  const value = parseLenient(text);
  // What is cut off may have been an answer.
  const isOther =
    value !== undefined && !Array.isArray(value) && OF_AN_ANSWER.every((name) => member(value, name) === undefined);
  if (isLines || isOther) throw notAnApi(destination);
  return Array.isArray(value) ? value.map((item) => ({ data: JSON.stringify(item) })) : [{ data: text }];
}

function notAnApi(destination: Destination | undefined): ProviderError {
  return new ProviderError(destination === undefined ? { type: "invalid_base_url" } : noApiAt(destination));
}

function tooLarge(cause: string): ProviderError {
  return new ProviderError({ type: "incomplete_response" }, { cause });
}
