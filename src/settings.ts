import * as z from "zod";

/** What a person set, parsed from the preferences of the manifest. What is not set is absent, never empty. */
export type Settings = {
  provider: "automatic" | "anthropic" | "claude-code" | "openai";
  effort: "automatic" | "low" | "medium" | "high";
  anthropic: { apiKey?: string; model: string; baseUrl?: string };
  openai: { baseUrl: string; model?: string; apiKey?: string };
  /** Tokens that the model can hold, for servers that do not tell. */
  contextWindow?: number;
  claudeCode: { model: string; path?: string };
  /** One sentence for the person about each value that was set aside; absent when none was. */
  problems?: string[];
};

const SMALLEST_WINDOW = 1_000;

/**
 * Tokens from what people write: 32768, "32,768", "32k", "1M"; undefined for anything else, too small ones included.
 * k is 1,000, although some mean 1,024: a window taken too small costs a little room, one taken too large fails a turn.
 */
function parseTokens(written: string): number | undefined {
  const [, digits, suffix = ""] = /^(\d+|\d{1,3}(?:[,_ ]\d{3})+) ?([km]?)$/i.exec(written) ?? [];
  if (digits === undefined) return undefined;
  const unit = { "": 1, k: 1_000, m: 1_000_000 }[suffix.toLowerCase()] ?? 1;
  const tokens = Number(digits.replace(/[,_ ]/g, "")) * unit;
  return Number.isSafeInteger(tokens) && tokens >= SMALLEST_WINDOW ? tokens : undefined;
}

// Text that is blank counts as not set, so a field that was cleared has its default again.
const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() || undefined : value);

const text = (title: string) => z.preprocess(trimmed, z.string(`${title} is not text, so it is not used.`).optional());

const textOr = (fallback: string, title: string) =>
  z.preprocess(trimmed, z.string(`${title} is not text, so ${fallback} is used.`).default(fallback));

const tokens = (title: string) =>
  text(title).transform((written, context) => {
    if (written === undefined) return undefined;
    const parsed = parseTokens(written);
    if (parsed !== undefined) return parsed;
    const message = `${title} is not used: it must be a number of tokens from 1,000 on, such as 32768 or 32k.`;
    context.addIssue({ code: "custom", message, input: written });
    return z.NEVER;
  });

/**
 * The preferences by the names and defaults of the manifest. Addresses are taken as they stand: the default in place of
 * a broken one would send a question to another server than was meant, so the provider refuses it instead.
 */
export const preferencesSchema = z.object({
  provider: z.preprocess(
    trimmed,
    z
      .enum(["automatic", "anthropic", "claude-code", "openai"], "Provider is not one Orbit knows: Automatic is used.")
      .default("automatic"),
  ),
  effort: z.preprocess(
    trimmed,
    z.enum(["automatic", "low", "medium", "high"], "Effort is not one Orbit knows: Low is used.").default("low"),
  ),
  anthropicApiKey: text("Anthropic API Key"),
  anthropicModel: textOr("claude-sonnet-5-5", "Anthropic Model"),
  anthropicBaseUrl: text("Anthropic Base URL"),
  openaiBaseUrl: textOr("http://localhost:11434/v1", "OpenAI-Compatible Base URL"),
  openaiModel: text("OpenAI-Compatible Model"),
  openaiApiKey: text("OpenAI-Compatible API Key"),
  contextWindow: tokens("Context Window"),
  claudeCodeModel: textOr("sonnet", "Claude Subscription Model"),
  claudeCodePath: text("Claude Code Path"),
});

/**
 * The settings from the preferences as Raycast or the command line gives them. Never throws: a value that makes no
 * sense is set aside, its default holds, and `problems` says so.
 */
export function parseSettings(raw: unknown): Settings {
  const given = z.record(z.string(), z.unknown()).catch({}).parse(raw);
  const issues = preferencesSchema.safeParse(given).error?.issues ?? [];
  const wrong = new Set(issues.map((issue) => issue.path[0]));
  const values = preferencesSchema.parse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))),
  );
  return {
    provider: values.provider,
    effort: values.effort,
    anthropic: {
      model: values.anthropicModel,
      ...(values.anthropicApiKey !== undefined && { apiKey: values.anthropicApiKey }),
      ...(values.anthropicBaseUrl !== undefined && { baseUrl: values.anthropicBaseUrl }),
    },
    openai: {
      baseUrl: values.openaiBaseUrl,
      ...(values.openaiModel !== undefined && { model: values.openaiModel }),
      ...(values.openaiApiKey !== undefined && { apiKey: values.openaiApiKey }),
    },
    ...(values.contextWindow !== undefined && { contextWindow: values.contextWindow }),
    claudeCode: {
      model: values.claudeCodeModel,
      ...(values.claudeCodePath !== undefined && { path: values.claudeCodePath }),
    },
    ...(issues.length > 0 && { problems: issues.map((issue) => issue.message) }),
  };
}
