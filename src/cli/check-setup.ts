import type { ProviderId } from "../agent/history/messages";
import { failureNotice } from "../agent/notices";
import { ProviderError } from "../agent/ports/provider-error";
import { PROVIDER_IDS, type Models } from "../models/models";
import type { ModelInfo, ProviderCheck } from "../models/open-models";
import { jsonText } from "./json-text";
import { terminalLine } from "./terminal-text";

const NAMES: Record<ProviderId, string> = {
  anthropic: "Anthropic API",
  "claude-code": "Claude subscription",
  openai: "OpenAI-compatible server",
};

/** More would push what matters off the screen. */
const MAX_LISTED = 20;

/** Checks every provider, and gives what is printed, and whether any of them can answer. */
export async function checkSetup(
  models: Pick<Models, "check">,
  { json }: { json: boolean },
): Promise<{ text: string; isReady: boolean }> {
  const checks: ProviderCheck[] = [];
  for await (const check of models.check(new AbortController().signal)) checks.push(check);
  checks.sort((one, other) => PROVIDER_IDS.indexOf(one.provider) - PROVIDER_IDS.indexOf(other.provider));
  const isReady = checks.some(({ state }) => state.type === "ready");
  if (json) return { text: jsonText(checks.map(withWords)), isReady };
  const hint = isReady ? "" : "In the terminal the preferences are flags: see --help.\n";
  return { text: checks.map(textEntry).join("") + hint, isReady };
}

function withWords(check: ProviderCheck): ProviderCheck & { next?: string } {
  const next = nextStep(check);
  return { ...check, ...(next !== undefined && { next }) };
}

function textEntry(check: ProviderCheck): string {
  const { provider, recipient, models } = check;
  const next = nextStep(check);
  const left = models.length - MAX_LISTED;
  const lines = [
    `${NAMES[provider]} (${recipient}): ${stateWords(check)}`,
    ...(next === undefined ? [] : [`  ${next}`]),
    ...models.slice(0, MAX_LISTED).map((model) => `  ${model.id}${abilityWords(model)}`),
    ...(left > 0 ? [`  and ${left} more; --json prints them all`] : []),
  ];
  return lines.map((line) => `${/^ */.exec(line)?.[0] ?? ""}${terminalLine(line)}\n`).join("");
}

function stateWords({ state }: ProviderCheck): string {
  switch (state.type) {
    case "ready":
      return `ready, with ${state.model}`;
    case "not_set_up":
      return "not set up";
    case "failed":
      return "cannot answer";
  }
}

/** What the person can do, in the words of the chat's notices. */
function nextStep({ state }: ProviderCheck): string | undefined {
  switch (state.type) {
    case "ready":
      return undefined;
    case "not_set_up":
      return "Name the environment variable that holds its key with --key-env.";
    case "failed":
      return failureNotice(new ProviderError(state.detail)).text;
  }
}

function abilityWords({ canUseTools, canSee }: ModelInfo): string {
  const words = [
    ...(canUseTools === undefined ? [] : [canUseTools ? "tools" : "no tools"]),
    ...(canSee === true ? ["pictures"] : []),
  ];
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
}
