import type { ProviderId } from "../../agent/history/messages";
import type { ModelChoice } from "../../agent/ports/provider";
import type { ProviderCheck } from "../../models/open-models";
import { PROVIDER_IDS } from "../provider-titles";

/** The models of one provider that the drop-down offers. */
export type ModelSection = { provider: ProviderId; models: string[] };

/** A gateway can list hundreds: more than one looks through in a menu. Check Setup shows them all. */
const MOST_MODELS = 100;

/**
 * What the drop-down offers: of every provider the models that can use tools, where the server does not say otherwise.
 * `kept` are always there, whatever the lists say: a value that is not among the items would not show.
 */
export function modelSections(checks: readonly ProviderCheck[], kept: readonly ModelChoice[]): ModelSection[] {
  return PROVIDER_IDS.flatMap((provider) => {
    const check = checks.find((candidate) => candidate.provider === provider);
    const known = kept.filter((choice) => choice.provider === provider).map(({ model }) => model);
    if (check?.state.type === "ready") known.push(check.state.model);
    const listed = (check?.models ?? []).filter(({ canUseTools }) => canUseTools !== false).map(({ id }) => id);
    const shown = listed.slice(0, MOST_MODELS);
    const models = [...new Set([...known.filter((model) => !shown.includes(model)), ...shown])];
    return models.length === 0 ? [] : [{ provider, models }];
  });
}
