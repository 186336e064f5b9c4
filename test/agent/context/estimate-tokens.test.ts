import { describe, expect, it } from "vitest";
import { messageTokens, textTokens, toolTokens } from "../../../src/agent/context/estimate-tokens";
import type { ContentBlock } from "../../../src/agent/history/messages";
import type { Host } from "../../../src/agent/ports/host";
import { createRegistry } from "../../../src/compose";

const tokensOf = (...content: ContentBlock[]) => messageTokens([{ role: "user", content }]);

const host: Host = {
  preferences: () => ({}),
  supportFolder: "/Users/someone/support",
  homeFolder: "/Users/someone",
  open: () => Promise.resolve(),
  trash: () => Promise.resolve(),
  now: () => new Date(0),
  newId: () => "id",
};

describe("C3 the estimate of tokens", () => {
  it("takes three bytes of UTF-8 for one: a character of Chinese, three letters of English", () => {
    expect(textTokens("")).toBe(0);
    expect(textTokens("abc")).toBe(1);
    expect(textTokens("abcd")).toBe(2);
    expect(textTokens("語語")).toBe(2);
    expect(textTokens("🙂")).toBe(2);
  });

  it("counts every kind of block", () => {
    const text = "x".repeat(300);
    expect(tokensOf({ type: "text", text })).toBe(108);
    expect(tokensOf({ type: "thinking", text, signature: "not counted" })).toBe(108);
    expect(tokensOf({ type: "redacted_thinking", data: text })).toBe(108);
    expect(tokensOf({ type: "tool_result", toolUseId: "a", content: text, isError: false })).toBe(108);
    expect(tokensOf({ type: "tool_use", id: "a", name: "abc", input: { a: text }, rawInput: "" })).toBe(112);
    expect(tokensOf({ type: "opaque", value: text })).toBe(109);
    expect(tokensOf({ type: "image", mediaType: "image/png", data: "A".repeat(9_000_000) })).toBe(1_600);
  });

  it.each([
    [1, 1, 9],
    [750, 1, 9],
    [751, 1, 10],
    [1_000, 750, 1_008],
    [1_092, 1_092, 1_598],
    [4_032, 3_024, 1_608],
    [8_000, 8_000, 1_608],
  ])("P9 counts an image by its pixels, as servers do: %i × %i", (width, height, tokens) => {
    const image = { mediaType: "image/png", file: "0f".repeat(32), bytes: 3_000_000, width, height } as const;
    expect(tokensOf({ type: "image_file", ...image })).toBe(tokens);
  });

  it("finds that Orbit's own tools take up less than a quarter of an unknown window", () => {
    const tools = createRegistry(host).definitions;
    expect(tools.length).toBeGreaterThan(5);
    expect(toolTokens(tools)).toBeGreaterThan(500);
    expect(toolTokens(tools)).toBeLessThan(32_000 / 4);
  });
});
