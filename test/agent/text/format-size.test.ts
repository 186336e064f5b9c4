import { describe, expect, it } from "vitest";
import { formatSize } from "../../../src/agent/text/format-size";

describe("a size", () => {
  it.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    [999, "999 bytes"],
    [1_000, "1 KB"],
    [48_200, "48 KB"],
    [999_999, "1 MB"],
    [1_240_000, "1.2 MB"],
    [2_000_000_000, "2 GB"],
  ])("of %d bytes is %j", (bytes, words) => {
    expect(formatSize(bytes)).toBe(words);
  });
});
