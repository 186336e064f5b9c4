import { createHash } from "node:crypto";
import type { ModelChoice } from "../agent/ports/provider";
import type { Candidate } from "./automatic";
import type { Settings } from "../settings";

/** The model that the settings leave no doubt about. */
export function namedModel({ provider, anthropic, openai, claudeCode }: Settings): ModelChoice | undefined {
  switch (provider) {
    case "anthropic":
      return { provider, model: anthropic.model };
    case "claude-code":
      return { provider, model: claudeCode.model };
    case "openai":
      return openai.model === undefined ? undefined : { provider, model: openai.model };
    case "automatic":
      return undefined;
  }
}

/** Who may answer, in the order of preference. */
export function candidatesOf({ provider, anthropic, openai, claudeCode }: Settings): Candidate[] {
  const server: Candidate = { provider: "openai", ...(openai.model !== undefined && { model: openai.model }) };
  if (provider === "openai") return [server];
  return [
    { provider: "anthropic", model: anthropic.model },
    { provider: "claude-code", model: claudeCode.model },
    server,
  ];
}

/** Whether there is what the Messages API cannot be asked without: a key, or the address of a server that may want none. */
export function hasAnthropic({ anthropic }: Settings): boolean {
  return anthropic.apiKey !== undefined || anthropic.baseUrl !== undefined;
}

/** What a choice goes by: where the person names other models or addresses after it, it counts no more. */
export function namesOf(settings: Settings): string {
  return fingerprint(named(settings));
}

/** What decides who can be reached. */
export function reachOf(settings: Settings): string {
  const { anthropic, openai, claudeCode } = settings;
  return fingerprint([...named(settings), anthropic.apiKey, openai.apiKey, claudeCode.path]);
}

function named({ provider, anthropic, openai, claudeCode }: Settings): (string | undefined)[] {
  return [provider, anthropic.model, anthropic.baseUrl, openai.baseUrl, openai.model, claudeCode.model];
}

/** Tells settings apart. Nothing can be read from it: settings hold keys, and addresses may as well. */
function fingerprint(values: readonly (string | undefined)[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex");
}
