import { describe, expect, it } from "vitest";
import { parseSettings } from "../src/settings";

const DEFAULTS = {
  provider: "automatic",
  effort: "low",
  anthropic: { model: "claude-sonnet-5-5" },
  openai: { baseUrl: "http://localhost:11434/v1" },
  claudeCode: { model: "sonnet" },
};

describe("M1.2 parseSettings", () => {
  it("gives the defaults where nothing is set", () => {
    expect(parseSettings({})).toStrictEqual(DEFAULTS);
  });

  it.each([undefined, null, "text", 7, [], true])("takes %j for nothing set", (raw) => {
    expect(parseSettings(raw)).toStrictEqual(DEFAULTS);
  });

  it("gives every preference its place, trimmed", () => {
    const settings = parseSettings({
      provider: "openai",
      effort: "high",
      anthropicApiKey: " sk-ant-made-up \n",
      anthropicModel: " claude-opus-5 ",
      anthropicBaseUrl: " https://gateway.example.com ",
      openaiBaseUrl: " http://127.0.0.1:1234/v1 ",
      openaiModel: " qwen3:8b ",
      openaiApiKey: " sk-made-up ",
      contextWindow: " 32768 ",
      claudeCodeModel: " opus ",
      claudeCodePath: " ~/bin/claude ",
    });
    expect(settings).toStrictEqual({
      provider: "openai",
      effort: "high",
      anthropic: { apiKey: "sk-ant-made-up", model: "claude-opus-5", baseUrl: "https://gateway.example.com" },
      openai: { baseUrl: "http://127.0.0.1:1234/v1", model: "qwen3:8b", apiKey: "sk-made-up" },
      contextWindow: 32768,
      claudeCode: { model: "opus", path: "~/bin/claude" },
    });
  });

  it("takes blank text for not set, so that a cleared field has its default again", () => {
    const names = ["provider", "effort", "anthropicApiKey", "anthropicModel", "anthropicBaseUrl", "openaiBaseUrl"];
    names.push("openaiModel", "openaiApiKey", "contextWindow", "claudeCodeModel", "claudeCodePath");
    expect(parseSettings(Object.fromEntries(names.map((name) => [name, " \t"])))).toStrictEqual(DEFAULTS);
  });

  it("ignores what is no preference of Orbit's", () => {
    expect(parseSettings({ openAiModel: "misspelt", theme: "dark" })).toStrictEqual(DEFAULTS);
  });

  it("keeps a broken address, so that no question goes to another server than was meant", () => {
    const { anthropic, openai, problems } = parseSettings({ anthropicBaseUrl: "gateway", openaiBaseUrl: "localhost" });
    expect([anthropic.baseUrl, openai.baseUrl, problems]).toStrictEqual(["gateway", "localhost", undefined]);
  });
});

describe("M1.2 the context window", () => {
  it.each([
    ["32768", 32_768],
    ["32,768", 32_768],
    ["32 768", 32_768],
    ["1_000_000", 1_000_000],
    ["32k", 32_000],
    ["32 K", 32_000],
    ["200k", 200_000],
    ["1M", 1_000_000],
    ["1000", 1_000],
  ])("%s is %i tokens", (contextWindow, tokens) => {
    expect(parseSettings({ contextWindow })).toStrictEqual({ ...DEFAULTS, contextWindow: tokens });
  });

  it.each([
    "0",
    "-5",
    "32",
    "999",
    "3,2768",
    "32.5k",
    "1e5",
    "0x8000",
    "many",
    "32k tokens",
    "99999999999999999",
    "٣٢٠٠٠",
  ])("%s is set aside, and said", (contextWindow) => {
    expect(parseSettings({ contextWindow })).toStrictEqual({
      ...DEFAULTS,
      problems: ["Context Window is not used: it must be a number of tokens from 1,000 on, such as 32768 or 32k."],
    });
  });
});

describe("M1.2 values that make no sense", () => {
  it("an unknown provider falls back to Automatic, an unknown effort to Low, and the rest stays", () => {
    expect(parseSettings({ provider: "gemini", effort: "huge", openaiModel: "qwen3:8b" })).toStrictEqual({
      ...DEFAULTS,
      openai: { ...DEFAULTS.openai, model: "qwen3:8b" },
      problems: ["Provider is not one Orbit knows: Automatic is used.", "Effort is not one Orbit knows: Low is used."],
    });
  });

  it("a value of another type is set aside without telling what it was", () => {
    expect(parseSettings({ anthropicApiKey: 1234, anthropicModel: { secret: true } })).toStrictEqual({
      ...DEFAULTS,
      problems: [
        "Anthropic API Key is not text, so it is not used.",
        "Anthropic Model is not text, so claude-sonnet-5-5 is used.",
      ],
    });
  });
});
