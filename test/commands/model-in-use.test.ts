import { describe, expect, it } from "vitest";
import type { ProviderErrorDetail } from "../../src/agent/ports/provider-error";
import { modelInUse, needsSetUp } from "../../src/commands/model-in-use";
import type { ProviderCheck } from "../../src/models/open-models";

const QWEN = { provider: "openai", model: "qwen3:8b" } as const;
const SERVER: ProviderCheck = {
  provider: "openai",
  recipient: "m",
  state: { type: "ready", model: "qwen3:8b" },
  models: [],
};
const failing = (provider: ProviderCheck["provider"], detail: ProviderErrorDetail): ProviderCheck => ({
  ...{ provider, recipient: "m", models: [] },
  state: { type: "failed", detail },
});
const SUBSCRIPTION = failing("claude-code", { type: "not_supported_yet", provider: "claude-code" });
const REFUSED = failing("anthropic", { type: "invalid_api_key", destination: { type: "anthropic_api" } });
const BUSY = failing("anthropic", { type: "overloaded" });

const standing = (...checks: ProviderCheck[]) => ({ choice: undefined, preferred: "automatic" as const, checks });

describe("P7 who answers new chats", () => {
  it("P7 is the next where one does not work, as Automatic takes it", () => {
    expect(modelInUse(standing(REFUSED, SUBSCRIPTION, SERVER))).toEqual(QWEN);
  });

  it("P7 is not said to be the next where one is only busy: Automatic stays with it", () => {
    expect(modelInUse(standing(BUSY, SUBSCRIPTION, SERVER))).toBeUndefined();
  });
});

describe("P7 whether a model is still to be set up", () => {
  const noServer = failing("openai", { type: "no_model" });

  it.each<[string, boolean, ProviderCheck[]]>([
    ["nobody works", true, [REFUSED, SUBSCRIPTION, noServer]],
    ["not everybody is known", false, [REFUSED, SUBSCRIPTION]],
    ["one works", false, [REFUSED, SUBSCRIPTION, SERVER]],
    ["one is only busy", false, [BUSY, SUBSCRIPTION, noServer]],
  ])("P7 where %s: %s", (_, expected, checks) => {
    expect(needsSetUp(standing(...checks))).toBe(expected);
  });
});
