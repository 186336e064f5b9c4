import type { ProviderId } from "../agent/history/messages";
import type { ProviderErrorDetail } from "../agent/ports/provider-error";

/** A model as its server lists it. What the server does not tell is absent. */
export type ModelInfo = { id: string; canUseTools?: boolean; canSee?: boolean };

/** A provider whose preferences lack what it cannot do without, one that can answer with `model`, or why it cannot. */
export type ProviderState =
  { type: "not_set_up" } | { type: "ready"; model: string } | { type: "failed"; detail: ProviderErrorDetail };

/**
 * How a provider stands, found out without a token spent. `models` is in the server's order, and empty where the server
 * lists none: a model that it does not list may work all the same.
 */
export type ProviderCheck = {
  provider: ProviderId;
  /** Who would receive what is sent, in words for the person. */
  recipient: string;
  state: ProviderState;
  models: readonly ModelInfo[];
};
