import { describe, expect, it } from "vitest";
import { isListedAs, isSameModel } from "../../../src/providers/http/model-names";

describe("P6 the name of a model", () => {
  it.each([
    ["qwen3", "qwen3:latest"],
    ["qwen3:latest", "qwen3"],
    ["hf.co/someone/qwen3", "hf.co/someone/qwen3:latest"],
    ["localhost:5000/qwen3", "localhost:5000/qwen3:latest"],
    ["models/gemini-2.5-flash", "gemini-2.5-flash"],
    ["gpt-4.1", "gpt-4.1"],
  ])("%s is also %s", (one, other) => {
    expect(isSameModel(one, other)).toBe(true);
    expect(isListedAs(one, other)).toBe(true);
  });

  it.each([
    ["qwen3:8b", "qwen3"],
    ["qwen3", "qwen3:8b"],
    ["qwen3", "qwen"],
    ["Qwen3", "qwen3"],
  ])("%s is not %s", (one, other) => {
    expect(isSameModel(one, other)).toBe(false);
  });

  it("stands for the variants that a server does not list", () => {
    expect(isListedAs("openai/gpt-5.2", "openai/gpt-5.2:nitro")).toBe(true);
    expect(isListedAs("qwen3:latest", "qwen3:8b")).toBe(false);
    expect(isListedAs("openai/gpt-5", "openai/gpt-5.2:nitro")).toBe(false);
  });
});
