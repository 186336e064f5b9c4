import { describe, expect, it } from "vitest";
import { modelText, withModel, type ModelPreferences } from "./model";

const MANIFEST: ModelPreferences = {
  provider: "automatic",
  anthropicModel: "claude-sonnet-5-5",
  openaiBaseUrl: "http://localhost:11434/v1",
  claudeCodeModel: "sonnet",
};
const SCRIPT = "http://127.0.0.1:4000";

describe("H1 the model", () => {
  it("is the script where a person has named none", () => {
    for (const preferences of [{}, MANIFEST, { ...MANIFEST, anthropicApiKey: "", openaiApiKey: "unused" }]) {
      expect(withModel(preferences, SCRIPT)).toEqual({
        ...preferences,
        provider: "openai",
        openaiBaseUrl: "http://127.0.0.1:4000/v1",
        openaiModel: "scripted-demo",
      });
      expect(modelText(preferences)).toMatch(/^Scripted model.*not an AI$/);
    }
  });

  it.each<[ModelPreferences, string]>([
    [{ anthropicApiKey: "key" }, "claude-sonnet-5-5 at the Anthropic API"],
    [{ anthropicBaseUrl: "http://lab" }, "claude-sonnet-5-5 at http://lab"],
    [{ anthropicApiKey: "key", openaiModel: "qwen3" }, "claude-sonnet-5-5 at the Anthropic API"],
    [{ openaiModel: "qwen3" }, "qwen3 at http://localhost:11434/v1"],
    [{ provider: "openai" }, "No model at http://localhost:11434/v1"],
    [{ provider: "anthropic" }, "claude-sonnet-5-5 at the Anthropic API"],
    [{ provider: "claude-code" }, "sonnet of the Claude subscription"],
  ])("is a real one with %j: %s", (set, text) => {
    const preferences = { ...MANIFEST, ...set };
    expect(withModel(preferences, SCRIPT)).toEqual(preferences);
    expect(modelText(preferences)).toBe(text);
  });
});
