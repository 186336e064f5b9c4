import type { ProviderId } from "../history/messages";
import type { Destination, ProviderErrorDetail, TriedProvider } from "../ports/provider-error";
import { upperFirst } from "../text/first-letter";
import type { Region } from "../text/moment-words";
import { claudeCodeNotice } from "./claude-code-notices";
import { gatewayNotice, networkNotice, serverWords } from "./network-notices";
import { failure, type Notice } from "./notice";
import { CONTEXT_FULL } from "./run-notices";
import { resetSentence } from "./usage-notices";

/** Never what the server or the network said: that may echo the person's content, and helps nobody. */
export function providerNotice(detail: ProviderErrorDetail, region?: Region): Notice {
  switch (detail.type) {
    case "no_provider":
      return failure(
        ["No model is ready to answer.", ...detail.tried.map((tried) => notReadyWords(tried, region))].join(" "),
        "open_settings",
        "check_setup",
        "retry",
      );
    case "not_supported_yet":
      return failure(
        "Orbit cannot use the Claude subscription yet. Choose the Anthropic API or a server in the preferences.",
        "open_settings",
        "retry",
      );
    case "provider_gone":
      return failure(
        `This chat is with ${detail.recipient}, which the preferences do not name any more. Set it up again, or go on with what they name now.`,
        "open_settings",
        "switch_provider",
      );
    case "missing_api_key":
      return failure(
        `${upperFirst(serverWords(detail.destination))} wants an API key, and none is set.`,
        "open_settings",
        "retry",
      );
    case "invalid_api_key":
      return failure(
        `${upperFirst(serverWords(detail.destination))} did not accept the API key.`,
        "open_settings",
        "retry",
      );
    case "permission_denied":
      return failure(
        `This API key may not use the model "${detail.model}".`,
        "open_settings",
        "retry",
        "switch_provider",
      );
    case "not_in_subscription":
      return failure(
        `The Claude subscription does not include the model "${detail.model}". Choose another in the preferences.`,
        "open_settings",
        "retry",
        "switch_provider",
      );
    case "billing":
      return failure("The provider reports a problem with payment or credit. Check your account there.", "retry");
    case "no_model":
      if (detail.mayHave) {
        return failure(
          "The server does not say which of its models can use tools. Choose one that can, or enter it in the preferences.",
          "check_setup",
          "open_settings",
          "retry",
        );
      }
      return failure(
        'The server lists no model that can use tools. Download one, such as with "ollama pull qwen3:8b", or enter a model in the preferences.',
        "open_settings",
        "check_setup",
        "retry",
      );
    case "model_not_found":
      return failure(modelNotFoundWords(detail.model, detail.destination), "open_settings", "retry", "switch_provider");
    case "tools_not_supported":
      return failure(
        `The model "${detail.model}" cannot use tools. Choose one that can, such as gpt-oss or qwen3.`,
        "open_settings",
        "retry",
        "switch_provider",
      );
    case "rate_limited":
      return failure(`Too many requests at once. Try again ${waitWords(detail.retryAfterMs)}.`, "retry");
    case "usage_limit":
      return failure(`The usage limit of the subscription is reached. ${resetWords(detail.resetsAt, region)}`, "retry");
    case "overloaded":
      return failure("The provider is overloaded just now. Try again in a moment.", "retry");
    case "server":
      return failure(`The provider had an error of its own (${detail.status}). Try again later.`, "retry");
    case "gateway":
      return gatewayNotice(detail.status, detail.destination, detail.proxy);
    case "proxy_unreachable":
      return failure(
        `The proxy ${detail.address} does not answer. Join the network that it is in, or correct the variable that names it, such as HTTPS_PROXY, and start Raycast again.`,
        "retry",
      );
    case "invalid_proxy":
      return failure(
        `The variable ${detail.variable} does not hold the address of a proxy that Orbit can use. It should look like http://proxy.example:3128.`,
        "retry",
      );
    case "request_too_large":
      return {
        ...failure("The request is too large for the provider. Ask for less at once, or start a new chat.", "new_chat"),
        reason: "context_full",
      };
    case "context_too_long":
      return CONTEXT_FULL;
    case "images_refused":
      // They are left out first; said only where that was not enough.
      return failure(
        "The server refused the request because of its images. Check the model in the preferences.",
        "open_settings",
        "retry",
      );
    case "invalid_request":
      return failure("The provider refused the request. Check the model in the preferences.", "open_settings", "retry");
    case "invalid_base_url":
      return failure(
        detail.address === undefined
          ? "The server address in the preferences is not a web address. It should look like http://localhost:11434/v1."
          : `No model can be asked at ${detail.address}. Check the address in the preferences, and its path, such as /v1 at the end.`,
        "open_settings",
        "retry",
      );
    case "unencrypted_address":
      return failure(
        `${detail.address} wants https: begin its address in the preferences with https://. Plain http is only for servers on this Mac and in your own network that do not want it.`,
        "open_settings",
        "retry",
      );
    case "claude_code":
      return claudeCodeNotice(detail.failure);
    case "network":
      return networkNotice(detail.failure, detail.destination, detail.certificate);
    case "incomplete_response":
      return failure("The answer broke off before it was complete. Try again.", "retry");
  }
}

const PROVIDER_NAMES: Record<ProviderId, string> = {
  anthropic: "Anthropic API",
  "claude-code": "Claude subscription",
  openai: "Server",
};

const HOW_TO_SET_UP: Record<ProviderId, string> = {
  anthropic: "Enter a key in the preferences.",
  "claude-code": "Install Claude Code and sign in.",
  openai: "Enter its address in the preferences.",
};

/** Why one of several providers cannot answer, and what helps. */
function notReadyWords({ provider, why }: TriedProvider, region: Region | undefined): string {
  const name = PROVIDER_NAMES[provider];
  switch (why.type) {
    case "not_set_up":
      return `${name}: ${HOW_TO_SET_UP[provider]}`;
    case "not_supported_yet":
      return `${name}: Orbit cannot use it yet.`;
    case "no_sign":
      return `${name}: It did not answer in time.`;
    default:
      return `${name}: ${providerNotice(why, region).text}`;
  }
}

function modelNotFoundWords(model: string, destination: Destination): string {
  return destination.type === "this_mac"
    ? `The model "${model}" is not on this Mac. Download it in Ollama or LM Studio, or choose another.`
    : `The model "${model}" is not available. Choose another in the preferences.`;
}

/** Without a region nobody knows by which clock to say when. */
function resetWords(resetsAt: number | undefined, region: Region | undefined): string {
  return resetsAt === undefined || region === undefined ? "Try again later." : resetSentence(resetsAt, region);
}

/** Servers also name moments in place of waits, which would be thousands of hours. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

function waitWords(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) return "in a moment";
  if (retryAfterMs > LONGEST_WAIT_MS) return "later";
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  if (seconds < 60) return seconds === 1 ? "in a second" : `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? "in an hour" : `in ${hours} hours`;
}
