import { describe, expect, it } from "vitest";
import { lmStudioFacts, listedFacts, ollamaFacts } from "../../../src/providers/http/model-facts";

describe("P6 what a list tells of a model", () => {
  it.each<[string, object, object]>([
    [
      "OpenRouter",
      {
        supported_parameters: ["tools", "max_tokens"],
        architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] },
      },
      { canUseTools: true, canSee: true, isForChat: true },
    ],
    [
      "OpenRouter",
      {
        supported_parameters: ["max_tokens"],
        architecture: { input_modalities: ["text"], output_modalities: ["image"] },
      },
      { canUseTools: false, canSee: false, isForChat: false },
    ],
    [
      "Mistral",
      { capabilities: { completion_chat: true, function_calling: true, vision: false } },
      { canUseTools: true, canSee: false, isForChat: true },
    ],
    ["Mistral", { capabilities: { completion_chat: false } }, { isForChat: false }],
    ["the Anthropic API", { capabilities: { image_input: { supported: true } } }, { canSee: true }],
    ["Together", { type: "chat" }, {}],
    ["Together", { type: "rerank" }, { isForChat: false }],
    ["Ollama and OpenAI", { object: "model", owned_by: "library" }, {}],
    ["nobody in these types", { capabilities: { vision: "yes" }, supported_parameters: "tools", architecture: 1 }, {}],
    ["nobody in this one", { capabilities: ["vision"], type: null }, {}],
  ])("%s: %j", (_, entry, facts) => {
    expect(listedFacts(entry, "some-model")).toEqual(facts);
  });

  it.each([
    "text-embedding-3-large",
    "nomic-embed-text",
    "mxbai-embed-large:latest",
    "whisper-1",
    "tts-1-hd",
    "gpt-4o-mini-tts",
    "dall-e-3",
    "omni-moderation-latest",
    "gpt-4o-transcribe",
  ])("that %s answers no questions, by its name", (id) => {
    expect(listedFacts({}, id)).toEqual({ isForChat: false });
  });

  it.each(["gpt-4.1", "qwen3:8b", "settings-1", "batts-2", "deepseek-r1"])("and nothing of %s", (id) => {
    expect(listedFacts({}, id)).toEqual({});
  });
});

describe("P6 what Ollama tells of a model", () => {
  it.each<[string[], object]>([
    [["completion", "tools", "thinking"], { canUseTools: true, canSee: false }],
    [["completion", "vision"], { canUseTools: false, canSee: true }],
    [["embedding"], { canUseTools: false, canSee: false, isForChat: false }],
    [["completion", "embedding", "tools"], { canUseTools: true, canSee: false }],
  ])("%j", (capabilities, facts) => {
    expect(ollamaFacts({ capabilities })).toEqual(facts);
  });

  it.each([undefined, {}, { capabilities: { tools: true } }, [], "tools"])("nothing in %j", (answer) => {
    expect(ollamaFacts(answer)).toBeUndefined();
  });
});

describe("P6 what LM Studio tells of a model", () => {
  it.each<[object, object]>([
    [
      { type: "llm", capabilities: ["tool_use"] },
      { canUseTools: true, canSee: false },
    ],
    [{ type: "vlm" }, { canSee: true }],
    [{ type: "llm", capabilities: [] }, { canSee: false }],
    [{ type: "embeddings" }, { isForChat: false }],
    [{}, {}],
  ])("%j", (entry, facts) => {
    expect(lmStudioFacts(entry)).toEqual(facts);
  });
});
