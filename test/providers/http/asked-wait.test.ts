import { describe, expect, it } from "vitest";
import { askedWait, waitInWords } from "../../../src/providers/http/asked-wait";

const NOW = Date.UTC(2030, 0, 1, 12);
const later = (ms: number) => new Date(NOW + ms);

describe("P4 the wait that a server asks for, in every form", () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after": " 7 " }, 7_000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "-3" }, 0],
    [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
    [{ "retry-after-ms": "soon", "retry-after": "7" }, 7_000],
    [{ "retry-after": later(90_000).toUTCString() }, 90_000],
    [{ "retry-after": later(-90_000).toUTCString() }, 0],
    [{ "retry-after": later(90_000).toISOString() }, 90_000],
    [{ "x-ratelimit-reset-requests": "1s" }, 1_000],
    [{ "x-ratelimit-reset-requests": "250ms" }, 250],
    [{ "x-ratelimit-reset-tokens": "6m0s" }, 360_000],
    [{ "x-ratelimit-reset-tokens": "1h2m3.5s" }, 3_723_500],
    [{ "x-ratelimit-reset-tokens": "1d" }, 86_400_000],
    [{ "x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "4s" }, 4_000],
    [
      {
        "x-ratelimit-remaining-requests": "0",
        "x-ratelimit-reset-requests": "1s",
        "x-ratelimit-remaining-tokens": "12",
        "x-ratelimit-reset-tokens": "4s",
      },
      1_000,
    ],
    [{ "x-ratelimit-remaining-tokens": "12", "x-ratelimit-reset-tokens": "4s" }, undefined],
    [{ "anthropic-ratelimit-tokens-reset": later(5_000).toISOString() }, 5_000],
    [
      {
        "anthropic-ratelimit-requests-remaining": "49",
        "anthropic-ratelimit-requests-reset": later(60_000).toISOString(),
        "anthropic-ratelimit-input-tokens-remaining": "0",
        "anthropic-ratelimit-input-tokens-reset": later(8_000).toISOString(),
      },
      8_000,
    ],
    [{ "retry-after": "2", "x-ratelimit-reset-tokens": "4s" }, 2_000],
    [{}, undefined],
  ])("%j is %s ms", (headers, wait) => {
    expect(askedWait(new Headers(headers), "", NOW)).toBe(wait);
  });

  it.each([
    "Infinity",
    "-Infinity",
    "NaN",
    "0x10",
    "1e3",
    "tomorrow",
    " ",
    "",
    "9".repeat(400),
    "5 apples",
    "2030-13-45T99:99:99Z",
  ])("%j is none", (written) => {
    const headers = { "retry-after-ms": written, "retry-after": written, "x-ratelimit-reset-tokens": written };
    expect(askedWait(new Headers(headers), "", NOW)).toBeUndefined();
  });

  it.each([
    ["Rate limit reached for gpt-5 on tokens per min. Please try again in 7.66s. Visit …", 7_660],
    ["Please try again in 6m0s.", 360_000],
    ["Please try again in 850ms.", 850],
    ["Try again in 20 seconds", 20_000],
    ["Please retry in 34.07s", 34_070],
    ["Please retry after 2 minutes.", 120_000],
    ["Please retry after 1 second.", 1_000],
    ['{"error":{"details":[{"@type":"…RetryInfo","retryDelay": "34s"}]}}', 34_000],
    ["try again in a moment", undefined],
    ["try again in 7 apples", undefined],
    ["", undefined],
  ])("is in the words %j: %s ms", (text, wait) => {
    expect(waitInWords(text)).toBe(wait);
  });

  it("is that of a header before that of the words", () => {
    expect(askedWait(new Headers({ "retry-after": "2" }), "try again in 9s", NOW)).toBe(2_000);
    expect(askedWait(new Headers(), "try again in 9s", NOW)).toBe(9_000);
  });
});
