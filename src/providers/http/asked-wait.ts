import { textOf } from "./lenient";

/** A wait in milliseconds, read from a header: `now` is milliseconds since 1970. */
type Reader = (written: string, now: number) => number | undefined;

/** By how much a header is to be trusted: a wait, then when a limit that is used up starts anew. */
const RESETS = [
  "x-ratelimit-reset-requests",
  "x-ratelimit-reset-tokens",
  "anthropic-ratelimit-requests-reset",
  "anthropic-ratelimit-tokens-reset",
  "anthropic-ratelimit-input-tokens-reset",
  "anthropic-ratelimit-output-tokens-reset",
];

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * How long a server asks to wait, in milliseconds: `retry-after-ms`, `retry-after` in seconds or as a date, when its
 * limits start anew, or the words of its body. Undefined where it does not say.
 */
export function askedWait(headers: Headers, body: string, now: number): number | undefined {
  return (
    read(headers, "retry-after-ms", milliseconds, now) ??
    read(headers, "retry-after", (written, at) => seconds(written) ?? moment(written, at), now) ??
    resetWait(headers, now) ??
    waitInWords(body)
  );
}

/** The wait that an error's text names: "try again in 7.66s", or Gemini's `"retryDelay": "34s"`. */
export function waitInWords(text: string): number | undefined {
  const written = /(?:try again in|retry (?:after|in)|"retryDelay":\s*")\s*([\d.]+\s*[a-z]+(?:\d[\d.a-z]*)?)/i.exec(
    text,
  );
  return written?.[1] === undefined ? undefined : duration(written[1]);
}

/** Until every limit that is used up starts anew. One that is not does not say why the request was refused. */
function resetWait(headers: Headers, now: number): number | undefined {
  const waits = RESETS.flatMap((name) => {
    const left = headers.get(name.replace("reset", "remaining"));
    if (left !== null && left.trim() !== "0") return [];
    return read(headers, name, (written, at) => duration(written) ?? moment(written, at), now) ?? [];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function read(headers: Headers, name: string, reader: Reader, now: number): number | undefined {
  const written = textOf(headers.get(name)?.trim());
  const wait = written === undefined ? undefined : reader(written, now);
  return wait === undefined || !Number.isFinite(wait) ? undefined : Math.max(0, wait);
}

/** Number() alone would take "Infinity", "0x10" and "1e3" as well. */
function milliseconds(written: string): number | undefined {
  return /^-?\d+(?:\.\d+)?$/.test(written) ? Number(written) : undefined;
}

function seconds(written: string): number | undefined {
  const count = milliseconds(written);
  return count === undefined ? undefined : count * 1_000;
}

/** A date as HTTP or RFC 3339 write it. */
function moment(written: string, now: number): number | undefined {
  return /\d\d:\d\d:\d\d/.test(written) ? Date.parse(written) - now : undefined;
}

/** "250ms", "7.66s", "6m0s", "20 seconds". */
function duration(written: string): number | undefined {
  const short = written
    .toLowerCase()
    .replace(/\s+/g, "")
    .replace(/(\d)(d|h|m|s)(?:ays?|ours?|in(?:ute)?s?|ec(?:ond)?s?)(?![a-z])/g, "$1$2");
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[dhms]))+$/.test(short.replace(/[.,]$/, ""))) return undefined;
  return [...short.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)].reduce(
    (sum, [, count = "", unit = ""]) => sum + Number(count) * (UNIT_MS[unit] ?? 0),
    0,
  );
}
