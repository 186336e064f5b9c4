import type { ModelChoice } from "../agent/ports/provider";
import { passesByItself } from "../models/automatic";
import type { ProviderCheck } from "../models/open-models";
import type { Settings } from "../settings";
import { PROVIDER_IDS } from "./provider-titles";

/** What decides who answers new chats, as far as it is known by now. */
export type Standing = {
  /** What the person chose; without a choice the preferences say. */
  choice: ModelChoice | undefined;
  preferred: Settings["provider"];
  checks: readonly ProviderCheck[];
};

/** The model that new chats start with; undefined while it is not known, and where there is none. */
export function modelInUse({ choice, preferred, checks }: Standing): ModelChoice | undefined {
  if (choice !== undefined) return choice;
  for (const provider of preferred === "automatic" ? PROVIDER_IDS : [preferred]) {
    const state = checks.find((check) => check.provider === provider)?.state;
    // Automatic takes the first, so one of which nothing is known yet decides.
    if (state === undefined) return undefined;
    if (state.type === "ready") return { provider, model: state.model };
    if (isBusy(state)) return undefined;
  }
  return undefined;
}

/** Whether it is known that nobody can answer. Who has chosen a model knows how to choose another. */
export function needsSetUp({ choice, preferred, checks }: Standing): boolean {
  if (choice !== undefined) return false;
  const asked = checks.filter(({ provider }) => preferred === "automatic" || provider === preferred);
  const isKnown = asked.length === (preferred === "automatic" ? PROVIDER_IDS.length : 1);
  return isKnown && asked.every(({ state }) => state.type !== "ready" && !isBusy(state));
}

/** Automatic goes to nobody else because of that. */
function isBusy(state: ProviderCheck["state"]): boolean {
  return state.type === "failed" && passesByItself(state.detail);
}

/** Whether two choices are of the same model. */
export function isSameModel(one: ModelChoice | undefined, other: ModelChoice | undefined): boolean {
  return one?.provider === other?.provider && one?.model === other?.model;
}
