import type { ProviderId } from "../agent/history/messages";
import type { Memory } from "../agent/ports/memory";
import { ProviderError } from "../agent/ports/provider-error";
import { checkAnthropic } from "../providers/anthropic/check";
import { createAnthropicProvider } from "../providers/anthropic/anthropic-provider";
import type { Clock } from "../providers/http/clock";
import { transportOf } from "../providers/http/transport";
import { checkOpenAI } from "../providers/openai/check";
import { createOpenAIProvider } from "../providers/openai/openai-provider";
import type { ProviderCheck } from "../providers/provider-check";
import type { Settings } from "../settings";

/** What is learnt of servers is kept in `memory`; `fetch` and `clock` are for tests. */
export type SetupDeps = { memory: Memory; fetch?: typeof fetch; clock?: Clock };

/**
 * Finds out how a provider stands with these settings. It spends no tokens, loads no model, and tries everything once.
 * Rejects only with the signal's reason, as soon as it fires.
 */
export async function checkProvider(
  provider: ProviderId,
  settings: Settings,
  deps: SetupDeps,
  signal: AbortSignal,
): Promise<ProviderCheck> {
  const recipient = recipientOf(provider, settings);
  try {
    const found = await check(provider, settings, deps, signal);
    signal.throwIfAborted();
    return { provider, recipient, ...found };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProviderError)) throw error;
    return { provider, recipient, state: { type: "failed", detail: error.detail }, models: [] };
  }
}

async function check(
  provider: ProviderId,
  { anthropic, openai }: Settings,
  { memory, ...given }: SetupDeps,
  signal: AbortSignal,
): Promise<Pick<ProviderCheck, "state" | "models">> {
  const transport = transportOf(given);
  switch (provider) {
    case "anthropic":
      if (anthropic.apiKey === undefined && anthropic.baseUrl === undefined) {
        return { state: { type: "not_set_up" }, models: [] };
      }
      return checkAnthropic(anthropic, transport, signal);
    case "openai":
      return checkOpenAI(openai, memory, transport, signal);
    case "claude-code":
      throw new ProviderError({ type: "not_supported_yet", provider });
  }
}

/** Who would get what is sent. */
function recipientOf(provider: ProviderId, { anthropic, openai }: Settings): string {
  switch (provider) {
    case "anthropic":
      return createAnthropicProvider(anthropic).recipient;
    case "openai":
      return createOpenAIProvider(openai).recipient;
    case "claude-code":
      return "Claude";
  }
}
