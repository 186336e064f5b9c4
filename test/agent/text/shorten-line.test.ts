import { describe, expect, it } from "vitest";
import { shortenLine } from "../../../src/agent/text/shorten-line";

describe("shortenLine", () => {
  it("puts text on one line and never cuts a character in two", () => {
    expect(shortenLine("a\n b\tc", 10)).toBe("a b c");
    expect(shortenLine("👍👍👍👍", 3)).toBe("👍👍…");
  });
});
