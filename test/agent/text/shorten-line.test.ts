import { describe, expect, it } from "vitest";
import { shortenLine } from "../../../src/agent/text/shorten-line";

describe("C9 shortenLine", () => {
  it("puts text on one line and never cuts a character in two", () => {
    expect(shortenLine("a\n b\tc", 10)).toBe("a b c");
    expect(shortenLine("👍👍👍👍", 3)).toBe("👍👍…");
    expect(shortenLine("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 2)).toBe("👩‍👩‍👧‍👦…");
    expect(shortenLine("👩‍👩‍👧‍👦".repeat(3), 3)).toBe("👩‍👩‍👧‍👦".repeat(3));
  });

  it("uses the room that there is, also in the middle of a word", () => {
    expect(shortenLine(`${"x".repeat(37)} word`, 41)).toBe(`${"x".repeat(37)} wo…`);
  });
});
