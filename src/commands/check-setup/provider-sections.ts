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
 * it, or far behind others. Raycast's own filter would only see the models that are drawn, and a gateway lists hundreds.
 */
export function providerSections({ checks, inUse, query, most }: Wanted): {
  sections: ProviderSection[];
  hasMore: boolean;
} {
  const words = query.toLowerCase().split(/\s+/);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  let hasMore = false;
  const sections = PROVIDER_IDS.map((provider): ProviderSection => {
    const check = checks.find((candidate) => candidate.provider === provider);
    const listed = check?.models ?? [];
    const title = PROVIDER_TITLES[provider];
    const isFitting = ({ id }: ModelInfo) => fits(`${title} ${id}`);
    const fitting = listed.filter(isFitting);
    const models = fitting.slice(0, most);
    hasMore ||= fitting.length > most;
    if (inUse?.provider === provider && models.every(({ id }) => id !== inUse.model)) {
      const used = listed.find(({ id }) => id === inUse.model) ?? { id: inUse.model };
      if (isFitting(used)) models.unshift(used);
    }
    return { provider, check, showsState: fits(title), models };
  });
  return { sections, hasMore };
}
