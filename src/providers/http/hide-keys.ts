import { inspect } from "node:util";
import * as z from "zod";
import { contentBlockSchema } from "../../agent/history/messages";
import type { AssistantTurn } from "../../agent/ports/provider";
import { ProviderError } from "../../agent/ports/provider-error";

const HIDDEN = "[key]";

/** Shorter ones are words that local servers want in place of a key (ollama, lm-studio): answers may hold them. */
const MIN_SECRET_LENGTH = 16;

/** Shorter ones would only tear other words. */
const MIN_KEY_LENGTH = 4;

/** What gateways call a key in the query of their addresses. */
const KEY_PARAMETER =
  /^(?:x-)?(?:(?:api|access|auth|subscription)[-_]?)?(?:key|token|secret|code|sig|signature|password)$/i;

/** The keys that a request carries, in a header or in the query of an address that was pasted with it. */
export function keysIn({ headers, url }: { headers: Readonly<Record<string, string>>; url: URL }): string[] {
  const inHeader = headers["x-api-key"] ?? headers.authorization?.replace(/^Bearer /, "");
  const inQuery = [...url.searchParams].flatMap(([name, value]) => (KEY_PARAMETER.test(name) ? [value] : []));
  return inHeader === undefined ? inQuery : [inHeader, ...inQuery];
}

/** Takes keys out of text that comes in pieces. A piece that ends within one waits for the next. */
export type KeyFilter = {
  /** What can go on of the text so far. */
  push(text: string): string;
  /** What is still held back, which then is no key. */
  rest(): string;
};

/**
 * A server or proxy that repeats what it got must not bring the keys that were sent with the request into an answer, and
 * so into the stored chat.
 */
export function createKeyFilter(keys: readonly string[]): KeyFilter {
  const spellings = secretSpellings(keys);
  let held = "";
  return {
    push(text) {
      const whole = replaceAny(held + text, spellings);
      const end = whole.length - beginningAtEnd(whole, spellings);
      held = whole.slice(end);
      return whole.slice(0, end);
    },
    rest() {
      const rest = held;
      held = "";
      return rest;
    },
  };
}

/** A body without the keys. */
export async function* hideKeys(
  texts: AsyncIterable<string>,
  keys: readonly string[],
): AsyncGenerator<string, void, undefined> {
  const filter = createKeyFilter(keys);
  for await (const text of texts) {
    const passed = filter.push(text);
    if (passed !== "") yield passed;
  }
  const rest = filter.rest();
  if (rest !== "") yield rest;
}

/** A turn without the keys, which its blocks hold where the pieces of a stream cut one in two. */
export function turnWithoutKeys(turn: AssistantTurn, keys: readonly string[]): AssistantTurn {
  const spellings = secretSpellings(keys);
  if (spellings.length === 0) return turn;
  const written = JSON.stringify(turn.content);
  if (!spellings.some((spelling) => written.includes(inJson(spelling)))) return turn;
  const content: unknown = JSON.parse(written, (_key, value: unknown) =>
    typeof value === "string" ? replaceAny(value, spellings) : value,
  );
  return { ...turn, content: z.array(contentBlockSchema).parse(content) };
}

/** The same error without the keys in its cause, as it leaves the transport. */
export function withoutKeys(error: ProviderError, keys: readonly string[]): ProviderError {
  const spellings = keys.filter((key) => key.length >= MIN_KEY_LENGTH).flatMap(spellingsOf);
  if (spellings.length === 0 || error.cause === undefined) return error;
  const said = typeof error.cause === "string" ? error.cause : inspect(error.cause, { depth: 10 });
  const cause = replaceAny(said, spellings);
  if (cause === said) return error;
  return new ProviderError(error.detail, { cause, mayHaveArrived: error.mayHaveArrived });
}

function secretSpellings(keys: readonly string[]): string[] {
  return keys.filter((key) => key.length >= MIN_SECRET_LENGTH).flatMap(spellingsOf);
}

/** How a key may be written: as it is, in a URL, in JSON, and encoded as basic authentication does. */
function spellingsOf(key: string): string[] {
  const base64 = Buffer.from(key).toString("base64").replace(/=+$/, "");
  return [...new Set([key, encodeURIComponent(key), inJson(key), base64])];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function replaceAny(text: string, spellings: readonly string[]): string {
  return spellings.reduce((rest, spelling) => rest.replaceAll(spelling, HIDDEN), text);
}

/** How many characters at the end may be the beginning of a key. */
function beginningAtEnd(text: string, spellings: readonly string[]): number {
  // Nearly every piece ends so, and no key does.
  if (text.endsWith("\n")) return 0;
  const lengths = spellings.map((spelling) => {
    let length = Math.min(spelling.length - 1, text.length);
    while (length > 0 && !text.endsWith(spelling.slice(0, length))) length -= 1;
    return length;
  });
  return Math.max(0, ...lengths);
}
