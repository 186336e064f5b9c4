import { inspect } from "node:util";
import { ProviderError } from "../../agent/ports/provider-error";

const HIDDEN = "[key]";

/** Shorter ones are words that local servers want in place of a key (ollama, lm-studio): answers may hold them. */
const MIN_SECRET_LENGTH = 16;

/** Shorter ones would only tear other words. */
const MIN_KEY_LENGTH = 4;

/** The key that a request carries. */
export function keyIn(headers: Readonly<Record<string, string>>): string | undefined {
  return headers["x-api-key"] ?? headers.authorization?.replace(/^Bearer /, "");
}

/**
 * A body without the key that was sent with the request: a server or proxy that repeats what it got must not bring it into
 * an answer, and so into the stored chat. A piece that ends within the key waits for the next.
 */
export async function* hideKey(
  texts: AsyncIterable<string>,
  key: string | undefined,
): AsyncGenerator<string, void, undefined> {
  if (key === undefined || key.length < MIN_SECRET_LENGTH) {
    yield* texts;
    return;
  }
  const spellings = spellingsOf(key);
  let held = "";
  for await (const text of texts) {
    const whole = replaceAny(held + text, spellings);
    const end = whole.length - beginningAtEnd(whole, spellings);
    held = whole.slice(end);
    if (end > 0) yield whole.slice(0, end);
  }
  if (held !== "") yield held;
}

/** The same error without the key in its cause, as it leaves the transport. */
export function withoutKey(error: ProviderError, key: string | undefined): ProviderError {
  if (key === undefined || key.length < MIN_KEY_LENGTH || error.cause === undefined) return error;
  const said = typeof error.cause === "string" ? error.cause : inspect(error.cause, { depth: 10 });
  const cause = replaceAny(said, spellingsOf(key));
  if (cause === said) return error;
  return new ProviderError(error.detail, { cause, mayHaveArrived: error.mayHaveArrived });
}

/** How a key may be written: as it is, in a URL, in JSON, and encoded as basic authentication does. */
function spellingsOf(key: string): string[] {
  const base64 = Buffer.from(key).toString("base64").replace(/=+$/, "");
  return [...new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), base64])];
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
  return Math.max(...lengths);
}
