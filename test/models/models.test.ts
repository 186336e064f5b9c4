import { describe, expect, it } from "vitest";
import type { ProviderId } from "../../src/agent/history/messages";
import type { ModelChoice } from "../../src/agent/ports/provider";
import { createModels } from "../../src/models/models";
import type { ProviderCheck, ProviderState } from "../../src/providers/provider-check";
import { parseSettings, type Settings } from "../../src/settings";
import { memoryMemory, type Remembered } from "../agent/support/memory-memory";

const KEY = "sk-ant-a-long-and-secret-key";
const CHOICE: ModelChoice = { provider: "openai", model: "chosen" };
const QWEN: ProviderState = { type: "ready", model: "qwen" };
const BAD_KEY: ProviderState = {
  type: "failed",
  detail: { type: "invalid_api_key", destination: { type: "anthropic_api" } },
};

/** A window on preferences that can change, and providers that stand as `states` says. */
function open({
  preferences = {},
  states = {},
  clock = { now: 0 },
  remembered = new Map(),
}: {
  preferences?: Record<string, string>;
  states?: Partial<Record<ProviderId, ProviderState>>;
  clock?: { now: number };
  remembered?: Remembered;
} = {}) {
  const asked: string[] = [];
  const current = { preferences };
  const settings = () => parseSettings(current.preferences);
  const check = (provider: ProviderId): Promise<ProviderCheck> => {
    asked.push(provider);
    const state = states[provider] ?? { type: "not_set_up" };
    return Promise.resolve({ provider, recipient: provider, state, models: [] });
  };
  const models = createModels({
    settings,
    memory: memoryMemory(clock, remembered),
    check: (provider: ProviderId, _settings: Settings, signal) => {
      signal.throwIfAborted();
      return check(provider);
    },
    now: () => clock.now,
  });
  const { signal } = new AbortController();
  return {
    models,
    asked,
    clock,
    remembered,
    states,
    set: (changed: Record<string, string>) => {
      current.preferences = changed;
    },
    /** Who a new chat is with. */
    wanted: async () => {
      const { provider, model } = await models.wanted(settings(), signal);
      return `${model} by ${provider}`;
    },
  };
}

describe("P7 who a new chat is with", () => {
  it.each<[Record<string, string>, string]>([
    [{ provider: "anthropic" }, "claude-sonnet-5-5 by anthropic"],
    [{ provider: "openai", openaiModel: "typed", anthropicApiKey: KEY }, "typed by openai"],
    [{ provider: "claude-code" }, "sonnet by claude-code"],
  ])("is whom the preferences name, without asking anybody: %j", async (preferences, expected) => {
    const { wanted, asked } = open({ preferences, states: { openai: QWEN } });
    expect([await wanted(), asked]).toEqual([expected, []]);
  });

  it("is with Automatic the first that works", async () => {
    const { wanted, asked } = open({ states: { anthropic: BAD_KEY, openai: QWEN } });
    expect([await wanted(), asked]).toEqual(["qwen by openai", ["anthropic", "claude-code", "openai"]]);
  });

  it("is a model that the server lists where the server is chosen and no model typed; nobody else is asked", async () => {
    const preferences = { provider: "openai", anthropicApiKey: KEY };
    const { wanted, asked } = open({ preferences, states: { openai: QWEN } });
    expect([await wanted(), asked]).toEqual(["qwen by openai", ["openai"]]);
  });

  it("is nobody where that server lists none", async () => {
    const openai: ProviderState = { type: "failed", detail: { type: "no_model" } };
    const { wanted } = open({ preferences: { provider: "openai" }, states: { openai } });
    const tried = [{ provider: "openai", why: { type: "no_model" } }];
    await expect(wanted()).rejects.toMatchObject({ detail: { type: "no_provider", tried } });
  });
});

describe("P7 what Automatic found", () => {
  it("is remembered for ten minutes, in every window", async () => {
    const first = open({ states: { openai: QWEN } });
    await first.wanted();
    first.clock.now = 599_999;
    const second = open({ clock: first.clock, remembered: first.remembered });
    expect([await second.wanted(), second.asked]).toEqual(["qwen by openai", []]);
    first.clock.now = 600_000;
    await expect(second.wanted()).rejects.toMatchObject({ detail: { type: "no_provider" } });
  });

  it.each<[string, Record<string, string>]>([
    ["a key", { anthropicApiKey: KEY }],
    ["an address", { openaiBaseUrl: "http://localhost:1234/v1" }],
    ["a key of the server", { openaiApiKey: "other" }],
    ["a provider", { provider: "openai" }],
  ])("is found out anew where the person sets %s", async (_, changed) => {
    const { wanted, set, asked } = open({ states: { openai: QWEN } });
    await wanted();
    set(changed);
    asked.length = 0;
    await wanted();
    expect(asked).toContain("openai");
  });

  it("is not found out anew for another effort", async () => {
    const { wanted, set, asked } = open({ states: { openai: QWEN } });
    await wanted();
    set({ effort: "high" });
    await wanted();
    expect(asked).toHaveLength(3);
  });

  it("is not remembered where nobody works, or where it only should work", async () => {
    const preferences = { anthropicApiKey: KEY };
    const nobody = open({ preferences, states: { anthropic: BAD_KEY } });
    await nobody.wanted().catch(() => undefined);
    const anthropic: ProviderState = { type: "failed", detail: { type: "overloaded" } };
    const busy = open({ preferences, states: { anthropic } });
    expect(await busy.wanted()).toBe("claude-sonnet-5-5 by anthropic");
    expect([nobody.remembered.size, busy.remembered.size]).toEqual([0, 0]);
  });

  it("is found out anew after it failed to answer, but not after another model did", async () => {
    const { models, wanted, asked } = open({ states: { openai: QWEN } });
    await wanted();
    await models.doubt({ provider: "anthropic", model: "qwen" });
    await models.doubt({ provider: "openai", model: "other" });
    await wanted();
    expect(asked).toHaveLength(3);
    await models.doubt({ provider: "openai", model: "qwen" });
    await wanted();
    expect(asked).toHaveLength(6);
  });

  it("keeps no key, address or hash of them alone", async () => {
    const preferences = { openaiApiKey: KEY, openaiBaseUrl: "https://llm.example/v1?token=secret" };
    const { models, wanted, remembered } = open({ preferences, states: { openai: QWEN } });
    await wanted();
    await models.choose(CHOICE);
    expect([...remembered.keys()]).toEqual(["model:found", "model:choice"]);
    expect(JSON.stringify([...remembered])).not.toMatch(/sk-ant|llm\.example|secret/);
    // Other settings with the same key have another hash.
    const hashOf = (entry: unknown) => /"settings":"(\w+)"/.exec(JSON.stringify(entry))?.[1];
    const other = open({ preferences: { openaiApiKey: KEY }, states: { openai: QWEN } });
    await other.wanted();
    expect(hashOf([...other.remembered])).not.toBe(hashOf([...remembered]));
  });
});

describe("P7 the model that the person chose", () => {
  it("is who new chats are with, for a year and in every window; the last choice counts", async () => {
    const first = open({ preferences: { anthropicApiKey: KEY } });
    const second = open({
      preferences: { anthropicApiKey: KEY },
      remembered: first.remembered,
      clock: first.clock,
    });
    await first.models.choose({ provider: "anthropic", model: "earlier" });
    await second.models.choose(CHOICE);
    expect([await first.wanted(), await first.models.choice(), first.asked]).toEqual(["chosen by openai", CHOICE, []]);
    first.clock.now = 364 * 86_400_000;
    expect(await first.models.choice()).toEqual(CHOICE);
    first.clock.now = 366 * 86_400_000;
    expect(await first.models.choice()).toBeUndefined();
  });

  it("goes before a provider that the preferences name", async () => {
    const { models, wanted } = open({ preferences: { provider: "anthropic", anthropicApiKey: KEY } });
    await models.choose(CHOICE);
    expect(await wanted()).toBe("chosen by openai");
  });

  it.each<[string, Record<string, string>]>([
    ["the provider", { provider: "anthropic" }],
    ["a model", { openaiModel: "typed later" }],
    ["the other model", { anthropicModel: "claude-opus-5-5" }],
    ["an address: the model is not meant for another server", { openaiBaseUrl: "https://llm.example/v1" }],
    ["the other address", { anthropicBaseUrl: "https://llm.example" }],
    ["the model of the subscription", { claudeCodeModel: "opus" }],
  ])("gives way to preferences in which %s was changed after it", async (_, changed) => {
    const { models, set } = open();
    await models.choose(CHOICE);
    set(changed);
    expect(await models.choice()).toBeUndefined();
  });

  it.each<[string, Record<string, string>]>([
    ["a renewed key", { anthropicApiKey: KEY }],
    ["another effort", { effort: "high" }],
    ["a window", { contextWindow: "32k" }],
  ])("holds after %s", async (_, changed) => {
    const { models, set } = open();
    await models.choose(CHOICE);
    set(changed);
    expect(await models.choice()).toEqual(CHOICE);
  });

  it("can be taken back", async () => {
    const { models, wanted } = open({ states: { openai: QWEN } });
    await models.choose(CHOICE);
    await models.choose(undefined);
    expect([await models.choice(), await wanted()]).toEqual([undefined, "qwen by openai"]);
  });

  it("is none where what is remembered makes no sense", async () => {
    const remembered: Remembered = new Map([["model:choice", { value: { provider: "nobody" }, until: 1 }]]);
    const { models } = open({ remembered });
    expect(await models.choice()).toBeUndefined();
  });
});

describe("P7 how every provider stands", () => {
  /** Checks that end when they are told to. */
  function held() {
    const checks = new Map<ProviderId, PromiseWithResolvers<ProviderCheck>>();
    const signals: AbortSignal[] = [];
    const models = createModels({
      settings: () => parseSettings({}),
      memory: memoryMemory({ now: 0 }),
      check: (provider, _settings, signal) => {
        signals.push(signal);
        const check = Promise.withResolvers<ProviderCheck>();
        checks.set(provider, check);
        signal.addEventListener("abort", () => check.reject(signal.reason));
        return check.promise;
      },
      now: () => 0,
    });
    const know = (provider: ProviderId) =>
      checks.get(provider)?.resolve({ provider, recipient: "", state: { type: "not_set_up" }, models: [] });
    return { models, know, signals };
  }

  it("is said of each as soon as it is known", async () => {
    const { models, know } = held();
    const checks = models.check(new AbortController().signal);
    const seen: ProviderId[] = [];
    const next = checks.next();
    for (const provider of ["openai", "claude-code", "anthropic"] as const) {
      know(provider);
      const { value } = await (provider === "openai" ? next : checks.next());
      if (value !== undefined) seen.push(value.provider);
    }
    expect([seen, (await checks.next()).done]).toEqual([["openai", "claude-code", "anthropic"], true]);
  });

  it("is said in one order of those known at once", async () => {
    const { models } = open();
    const seen: ProviderId[] = [];
    for await (const { provider } of models.check(new AbortController().signal)) seen.push(provider);
    expect(seen).toEqual(["anthropic", "claude-code", "openai"]);
  });

  it("is not found out any more after who asked has left, or has stopped it", async () => {
    const left = held();
    const checks = left.models.check(new AbortController().signal);
    const first = checks.next();
    left.know("openai");
    await first;
    await checks.return();
    expect(left.signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);

    const stop = new AbortController();
    const stopped = held().models.check(stop.signal).next();
    stop.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
  });
});
