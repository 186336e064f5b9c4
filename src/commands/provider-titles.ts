import type { ProviderId } from "../agent/history/messages";

export { PROVIDER_IDS } from "../models/models";

/** The providers as the preferences call them. */
export const PROVIDER_TITLES: Record<ProviderId, string> = {
  anthropic: "Anthropic API",
  "claude-code": "Claude Subscription",
  openai: "OpenAI-Compatible Server",
};
