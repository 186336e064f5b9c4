import * as z from "zod";
import { providerIdSchema, type ProviderId } from "../agent/history/messages";
import type { Memory } from "../agent/ports/memory";
import type { ModelChoice } from "../agent/ports/provider";
import { firstThatWorks, type CheckProvider } from "./automatic";
import { candidatesOf, namedModel, namesOf, reachOf } from "./named-models";
import type { ProviderCheck } from "../providers/provider-check";
import type { Settings } from "../settings";

/** Which model new chats begin with. A chat that has begun stays with its own, whatever becomes of this. */
export type Models = {
  /** How every provider stands, each as soon as it is known. */
  check(signal: AbortSignal): AsyncGenerator<ProviderCheck, void, undefined>;
  /** The model that the person chose; undefined where the preferences decide, also because they were changed since. */
  choice(): Promise<ModelChoice | undefined>;
  /** Takes a choice, or leaves it to the preferences again. */
  choose(choice: ModelChoice | undefined): Promise<void>;
};

/** The same for what makes the providers of chats. */
export type ModelSource = Models & {
  /** The model of a new chat. Throws `ProviderError` where there is none, and the signal's reason soon after it fires. */
  wanted(settings: Settings, signal: AbortSignal): Promise<ModelChoice>;
  /** A model failed to answer: where it is the one that was found lately, who works is found out anew. */
  doubt(model: ModelChoice): Promise<void>;
};

type Dependencies = {
  /** The settings of the moment. */
  settings: () => Settings;
  memory: Pick<Memory, "get" | "put">;
  check: (provider: ProviderId, settings: Settings, signal: AbortSignal) => Promise<ProviderCheck>;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** The providers in the order in which Automatic tries them. */
export const PROVIDER_IDS: readonly ProviderId[] = ["anthropic", "claude-code", "openai"];

/** The model that Automatic found, and the one that the person chose. */
type Remembered = "found" | "choice";

const KEYS: Record<Remembered, string> = { found: "model:found", choice: "model:choice" };

const LASTS_MS: Record<Remembered, number> = { found: 10 * 60_000, choice: 365 * 24 * 60 * 60_000 };

const rememberedSchema = z.object({ provider: providerIdSchema, model: z.string(), settings: z.string() });

/** The models on their settings and memory. */
export function createModels({ settings, memory, check, now }: Dependencies): ModelSource {
  const recall = async (what: Remembered, settingsPrint: string): Promise<ModelChoice | undefined> => {
    const { data } = rememberedSchema.safeParse(await memory.get(KEYS[what]));
    if (data?.settings !== settingsPrint) return undefined;
    return { provider: data.provider, model: data.model };
  };
  const remember = (what: Remembered, settingsPrint: string, choice: ModelChoice): Promise<void> =>
    memory.put(KEYS[what], { ...choice, settings: settingsPrint }, now() + LASTS_MS[what]);
  const forget = (what: Remembered): Promise<void> => memory.put(KEYS[what], null, 0);

  const find = async (current: Settings, signal: AbortSignal): Promise<ModelChoice> => {
    const reach = reachOf(current);
    const found = await recall("found", reach);
    if (found !== undefined) return found;
    const checkNow: CheckProvider = (provider, ended) => check(provider, current, ended);
    const { choice, isSure } = await firstThatWorks(candidatesOf(current), checkNow, signal);
    if (isSure) await remember("found", reach, choice);
    return choice;
  };

  return {
    check: (signal) => eachAsKnown((provider, ended) => check(provider, settings(), ended), signal),
    choice: () => recall("choice", namesOf(settings())),
    choose: (choice) => (choice === undefined ? forget("choice") : remember("choice", namesOf(settings()), choice)),
    wanted: async (current, signal) =>
      (await recall("choice", namesOf(current))) ?? namedModel(current) ?? (await find(current, signal)),
    doubt: async ({ provider, model }) => {
      const found = await recall("found", reachOf(settings()));
      if (found?.provider === provider && found.model === model) await forget("found");
    },
  };
}

/** Those known at once come in their order. */
async function* eachAsKnown(check: CheckProvider, signal: AbortSignal): AsyncGenerator<ProviderCheck, void, undefined> {
  const left = new AbortController();
  const until = AbortSignal.any([signal, left.signal]);
  const pending = new Map(PROVIDER_IDS.map((provider) => [provider, check(provider, until)]));
  try {
    while (pending.size > 0) {
      const known = await Promise.race(pending.values());
      pending.delete(known.provider);
      yield known;
    }
  } finally {
    left.abort();
  }
}
