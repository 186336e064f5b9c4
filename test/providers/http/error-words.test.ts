import { describe, expect, it } from "vitest";
import { refusalWords, streamErrorByWords, wordsOf } from "../../../src/providers/http/error-words";

describe("P5 the words of an error", () => {
  it.each<[string, string, string]>([
    ["of its JSON, in lower case", '{"error":{"message":"No Such Model","code":"x"}}', "no such model\nx"],
    ["of a text", "Not JSON", "not json"],
    ["of JSON without words", '{"a":1}', '{"a":1}'],
  ])("%s", (_what, body, words) => {
    expect(refusalWords(body)).toBe(words);
  });

  it("are never so many that the patterns they are held against take long", () => {
    const long = "thinking ".repeat(1_000_000);
    for (const words of [refusalWords(long), refusalWords(JSON.stringify({ error: long })), wordsOf({ error: long })]) {
      expect(words).toHaveLength(8_000);
    }
    expect(streamErrorByWords({ message: `prompt is too long ${long}` })).toEqual({ type: "context_too_long" });
  });

  it("do not hold what repeats the request", () => {
    expect(wordsOf({ error: { message: "Refused", input: "a secret", errors: [{ input: "another" }] } })).toBe(
      "refused",
    );
  });
});
