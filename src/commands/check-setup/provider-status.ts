import type { ProviderId } from "../../agent/history/messages";
import { failureNotice } from "../../agent/notices";
import { ProviderError, type ProviderErrorDetail } from "../../agent/ports/provider-error";
import type { ProviderCheck } from "../../models/open-models";

/** What a person can do about a provider; each has one action. */
export type NextStep = "ask" | "use" | "open_preferences" | "try_again" | "get_key" | "get_ollama";

/** How a provider stands, in words, and what to do next, the fitting step first. */
export type ProviderStatus = { title: string; text: string; steps: NextStep[] };

/** The words on a check; without one the provider is being asked. */
export function providerStatus(check: ProviderCheck | undefined, isInUse: boolean): ProviderStatus {
  if (check === undefined) {
    return { title: "Checking…", text: "Orbit asks whether it is there. That uses no tokens.", steps: [] };
  }
  const { provider, recipient, state } = check;
  switch (state.type) {
    case "ready":
      return {
        title: "Ready",
        text: isInUse
          ? `New chats are answered by ${state.model}. What you ask goes to ${recipient}.`
          : `It can answer with ${state.model}. What you ask would go to ${recipient}.`,
        steps: [isInUse ? "ask" : "use"],
      };
    case "not_set_up":
      return { title: "Not Set Up", text: HOW_TO_SET_UP[provider], steps: ["open_preferences", ...links(provider)] };
    case "failed":
      return failed(provider, state.detail);
  }
}

const HOW_TO_SET_UP: Record<ProviderId, string> = {
  anthropic: "Get a key in the Anthropic Console, and enter it in the preferences as Anthropic API Key.",
  "claude-code": "Install Claude Code or the Claude app, and sign in there.",
  openai: "Start Ollama or LM Studio on this Mac, or enter the address of a server in the preferences.",
};

/** The words of the chat's notice, and those of its buttons that make sense outside of a chat. */
function failed(provider: ProviderId, detail: ProviderErrorDetail): ProviderStatus {
  const { text, actions } = failureNotice(new ProviderError(detail));
  if (detail.type === "not_supported_yet") return { title: "Not Supported Yet", text, steps: ["open_preferences"] };
  const steps = actions.flatMap((action): NextStep[] => {
    if (action === "retry") return ["try_again"];
    return action === "open_settings" ? ["open_preferences"] : [];
  });
  return { title: "Not Ready", text, steps: [...steps, ...(needsLink(detail) ? links(provider) : [])] };
}

/** Whether the provider has to be got first: a key that is missing or refused, or a server that is not there. */
function needsLink(detail: ProviderErrorDetail): boolean {
  switch (detail.type) {
    case "missing_api_key":
    case "invalid_api_key":
      return detail.destination.type === "anthropic_api";
    case "network":
      return detail.failure === "cannot_connect" && detail.destination.type === "this_mac";
    default:
      return false;
  }
}

function links(provider: ProviderId): NextStep[] {
  switch (provider) {
    case "anthropic":
      return ["get_key"];
    case "openai":
      return ["get_ollama"];
    case "claude-code":
      return [];
  }
}
