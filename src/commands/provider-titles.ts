import type { ProviderId } from "../agent/history/messages";

/** The providers as the preferences call them, in the order in which Automatic tries them. */
export const PROVIDER_TITLES: Record<ProviderId, string> = {
  anthropic: "Anthropic API",
  "claude-code": "Claude Subscription",
  openai: "OpenAI-Compatible Server",
};

/** The ids, in that order. */
export const PROVIDER_IDS: readonly ProviderId[] = ["anthropic", "claude-code", "openai"];
