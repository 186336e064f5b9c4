/** The preferences that decide who answers. */
export type ModelPreferences = Readonly<Record<string, unknown>>;

/** The name under which the script answers. */
const SCRIPTED_MODEL = "scripted-demo";

/** Whether a person has named somebody who can answer; else the script does. */
function namesAModel(preferences: ModelPreferences): boolean {
  const { provider, anthropicApiKey, anthropicBaseUrl, openaiModel } = preferences;
  if (typeof provider === "string" && provider !== "automatic") return true;
  return [anthropicApiKey, anthropicBaseUrl, openaiModel].some((value) => typeof value === "string" && value !== "");
}

/** What the command gets: the person's preferences, with the script in the place of a model where none is named. */
export function withModel(preferences: ModelPreferences, scriptAddress: string): ModelPreferences {
  if (namesAModel(preferences)) return preferences;
  return { ...preferences, provider: "openai", openaiBaseUrl: `${scriptAddress}/v1`, openaiModel: SCRIPTED_MODEL };
}

/** Who answers, in words for the terminal and the page. */
export function modelText(preferences: ModelPreferences): string {
  if (!namesAModel(preferences)) return "Scripted model: a script that knows a few wishes, not an AI";
  const { provider, anthropicApiKey, anthropicBaseUrl, anthropicModel, openaiBaseUrl, openaiModel, claudeCodeModel } =
    preferences;
  const isAnthropic =
    provider === "anthropic" || (provider === "automatic" && Boolean(anthropicApiKey || anthropicBaseUrl));
  if (isAnthropic) return `${text(anthropicModel)} at ${text(anthropicBaseUrl) || "the Anthropic API"}`;
  if (provider === "claude-code") return `${text(claudeCodeModel)} of the Claude subscription`;
  return `${text(openaiModel) || "No model"} at ${text(openaiBaseUrl)}`;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
