import { describe, expect, it } from "vitest";
import { UNKNOWN_WINDOW } from "../../../src/agent/ports/provider";
import { anthropicWith } from "../harness";

const windowOf = (model: string, baseUrl?: string) =>
  anthropicWith([], { model, ...(baseUrl !== undefined && { baseUrl }) }).window(new AbortController().signal);

describe("C3 the window of a model of the Messages API", () => {
  it.each([
    ["claude-sonnet-5-5", 1_000_000],
    ["claude-opus-5", 1_000_000],
    ["claude-haiku-5-5", 1_000_000],
    ["claude-opus-4-6", 1_000_000],
    ["claude-sonnet-4-6-20260217", 1_000_000],
    ["claude-opus-4-5-20251101", 200_000],
    ["claude-sonnet-4-5", 200_000],
    ["claude-haiku-4-5-20251001", 200_000],
    ["claude-3-5-haiku-20241022", 200_000],
  ])("is known for %s", async (model, tokens) => {
    expect(await windowOf(model)).toEqual({ tokens, source: "known" });
  });

  it("is known by the model's name wherever it is served", async () => {
    expect(await windowOf("claude-sonnet-5-5", "https://gateway.example.com")).toMatchObject({ source: "known" });
  });

  it("is what the person set where the model is not known, and never in place of what is known", async () => {
    const windowSet = (model: string) =>
      anthropicWith([], { model, contextWindow: 64_000 }).window(new AbortController().signal);
    expect(await windowSet("glm-5")).toEqual({ tokens: 64_000, source: "preference" });
    expect(await windowSet("claude-sonnet-5-5")).toEqual({ tokens: 1_000_000, source: "known" });
  });

  it.each(["claude-sonnet-5-6", "claude-next", "claude-haiku-5-5-mini", "qwen3:8b", ""])(
    "is not guessed for %j",
    async (model) => {
      expect(await windowOf(model)).toEqual(UNKNOWN_WINDOW);
    },
  );
});
