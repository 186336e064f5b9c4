import { afterEach, describe, expect, it, vi } from "vitest";
import type { RouteMark } from "../src/agent/history/marks";
import { createProvider } from "../src/compose";
import { parseSettings } from "../src/settings";
import { memoryMemory } from "./agent/support/memory-memory";
import { ask, scriptedFetch } from "./providers/harness";

const CLAUDE: RouteMark = {
  id: "r",
  type: "route",
  provider: "anthropic",
  model: "claude-before",
  recipientKey: "anthropic@api.anthropic.com",
  recipient: "Claude",
};

const LOCAL: RouteMark = {
  id: "r",
  type: "route",
  provider: "openai",
  model: "qwen-before",
  recipientKey: "openai@localhost:11434",
  recipient: "the model on this Mac",
};

const made = (preferences: Record<string, string>, route?: RouteMark) => {
  const { recipientKey, model } = createProvider(parseSettings(preferences), memoryMemory({ now: 0 }), route);
  return `${model} by ${recipientKey}`;
};

describe("C12 the provider that the preferences make", () => {
  it.each([
    [{ anthropicApiKey: "k", openaiModel: "m" }, "claude-sonnet-5-5 by anthropic@api.anthropic.com"],
    [{ openaiModel: "m" }, "m by openai@localhost:11434"],
    [{ provider: "openai", anthropicApiKey: "k", openaiModel: "m" }, "m by openai@localhost:11434"],
  ])("is for a new chat the one they choose: %j", (preferences, expected) => {
    expect(made(preferences)).toBe(expected);
  });

  it.each([
    ["Automatic would take another now", { anthropicApiKey: "k", openaiModel: "m" }],
    ["another is chosen now", { provider: "anthropic", anthropicApiKey: "k", openaiModel: "m" }],
  ])("is for a chat that began with it the old one, when %s", (_, preferences) => {
    expect(made(preferences, LOCAL)).toBe("qwen-before by openai@localhost:11434");
  });

  it("keeps the model of the route, and takes the address from the preferences, for the core to compare", () => {
    expect(made({ anthropicApiKey: "k", anthropicModel: "claude-after" }, CLAUDE)).toBe(
      "claude-before by anthropic@api.anthropic.com",
    );
    expect(made({ anthropicBaseUrl: "https://llm.example" }, CLAUDE)).toBe("claude-before by anthropic@llm.example");
  });

  it.each([
    ["its key was removed", { openaiModel: "m" }, CLAUDE],
    ["its model was removed", { anthropicApiKey: "k" }, LOCAL],
  ])("is nobody when %s", (_, preferences, route) => {
    expect(() => made(preferences, route)).toThrow(
      expect.objectContaining({ detail: { type: "provider_gone", recipient: route.recipient } }),
    );
  });
});

describe("P4 what a server refuses", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is left out by the provider that the preferences make, from what is remembered", async () => {
    const { fetch, sent } = scriptedFetch(() => new Response("", { status: 401 }));
    vi.stubGlobal("fetch", fetch);
    const memory = memoryMemory({ now: 0 });
    await memory.put("learnt:anthropic@api.anthropic.com:claude-sonnet-5-5", { noOptional: true }, 1);
    for (const known of [memory, memoryMemory({ now: 0 })]) {
      await ask(createProvider(parseSettings({ anthropicApiKey: "k" }), known));
    }
    expect(sent.map(({ headers }) => headers.has("anthropic-beta"))).toEqual([false, true]);
  });
});
