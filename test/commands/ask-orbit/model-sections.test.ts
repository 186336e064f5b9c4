import { describe, expect, it } from "vitest";
import { modelSections } from "../../../src/commands/ask-orbit/model-sections";
import type { ProviderCheck } from "../../../src/models/open-models";

const server = (models: ProviderCheck["models"], model = "small"): ProviderCheck => ({
  provider: "openai",
  recipient: "this Mac",
  state: { type: "ready", model },
  models,
});

describe("P7 the models that the menu offers", () => {
  it("P7 are those that can use tools, or of which that is not known, in the order of providers and of their lists", () => {
    const anthropic: ProviderCheck = { ...server([{ id: "claude" }], "claude"), provider: "anthropic" };
    const models = [{ id: "small", canUseTools: true }, { id: "mute", canUseTools: false }, { id: "new" }];
    expect(modelSections([server(models), anthropic], [])).toEqual([
      { provider: "anthropic", models: ["claude"] },
      { provider: "openai", models: ["small", "new"] },
    ]);
  });

  it("P7 are 100 of each provider at most, and those that are in use whatever the list says", () => {
    const models = Array.from({ length: 500 }, (_, index) => ({ id: `model-${index}` }));
    const [section] = modelSections([server(models)], [{ provider: "openai", model: "model-499" }]);
    expect(section?.models).toHaveLength(102);
    expect(section?.models.slice(0, 3)).toEqual(["model-499", "small", "model-0"]);
    expect(section?.models.at(-1)).toBe("model-99");
  });

  it("P7 are not offered twice, and leave out a provider without any", () => {
    const failed: ProviderCheck = {
      ...server([]),
      state: { type: "failed", detail: { type: "no_provider", tried: [] } },
    };
    const used = { provider: "openai", model: "small" } as const;
    expect(modelSections([failed], [])).toEqual([]);
    expect(modelSections([failed], [used, used])).toEqual([{ provider: "openai", models: ["small"] }]);
    expect(modelSections([], [used])).toEqual([{ provider: "openai", models: ["small"] }]);
  });
});
