import { describe, expect, it } from "vitest";
import { createOpenAIProvider } from "../../../src/providers/openai/openai-provider";

describe("C2 the rule for ids of calls", () => {
  it.each([
    ["https://api.mistral.ai/v1", "any-model", "mistral"],
    ["https://openrouter.ai/api/v1", "acme/Mixtral-8x7B", "mistral"],
    ["http://localhost:11434/v1", "devstral:24b", "mistral"],
    ["http://localhost:11434/v1", "gpt-oss:20b", "openai"],
    ["https://mistral.ai.evil.example/v1", "gpt-oss:20b", "openai"],
    ["https://notmistral.ai/v1", "my-mistral", "openai"],
    ["no address", "", "openai"],
  ])("goes by the server and the model: %s, %s → %s", (baseUrl, model, rule) => {
    expect(createOpenAIProvider({ baseUrl, model }).toolIds).toBe(rule);
  });
});
