import type { ProviderId } from "../../agent/history/messages";
import type { ModelChoice } from "../../agent/ports/provider";
import type { ModelInfo, ProviderCheck } from "../../models/open-models";
import { PROVIDER_IDS, PROVIDER_TITLES } from "../provider-titles";

/** One provider as the list shows it. Without a check it is being asked. */
export type ProviderSection = {
  provider: ProviderId;
  check: ProviderCheck | undefined;
  /** False where what is typed is not about the provider itself. */
  showsState: boolean;
  models: readonly ModelInfo[];
};

/** What is to be shown: `query` is what is typed, `most` how many models of each provider. */
type Wanted = {
  checks: readonly ProviderCheck[];
  inUse: ModelChoice | undefined;
  query: string;
  most: number;
};

/**
 * The providers, each with the models that fit what is typed. The one in use is there even where its server does not list
 * it. Raycast's own filter would only see the models that are drawn, and a gateway lists hundreds.
 */
export function providerSections({ checks, inUse, query, most }: Wanted): {
  sections: ProviderSection[];
  hasMore: boolean;
} {
  const words = query.toLowerCase().split(/\s+/);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const all = PROVIDER_IDS.map((provider): ProviderSection => {
    const check = checks.find((candidate) => candidate.provider === provider);
    const listed = check?.models ?? [];
    const isMissing = inUse?.provider === provider && listed.every(({ id }) => id !== inUse.model);
    const models = [...(isMissing ? [{ id: inUse.model }] : []), ...listed];
    const title = PROVIDER_TITLES[provider];
    return {
      provider,
      check,
      showsState: fits(title),
      models: models.filter(({ id }) => fits(`${title} ${id}`)),
    };
  });
  return {
    sections: all.map((section) => ({ ...section, models: section.models.slice(0, most) })),
    hasMore: all.some(({ models }) => models.length > most),
  };
}
