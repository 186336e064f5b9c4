/**
 * The optional parts of a request. Compatible servers reject fields they do not know, and so does the official API for
 * models that lack them.
 */
export type AnthropicFeatures = {
  /** The official API: automatic caching, eager tool input, and signatures that are checked. */
  official: boolean;
  /** Short notes on what the model is doing in place of its raw reasoning. */
  progressUpdates: boolean;
  /** Another model answers where this one refuses. */
  serverSideFallback: boolean;
  effort: "low" | "medium" | "high" | undefined;
};

const WITH_PROGRESS_UPDATES = new Set([
  "claude-sonnet-5-5",
  "claude-opus-5-5",
  "claude-fable-5",
  "claude-fable-5-1",
  "claude-mythos-5-1",
]);

const WITH_FALLBACK = new Set([...WITH_PROGRESS_UPDATES, "claude-opus-5"]);

const WITH_EFFORT = /^claude-(?:sonnet-5|opus-5|fable-|mythos-|opus-4-[5-8](?![\d])|sonnet-4-6(?![\d]))/;

/** What may be sent to a model at a host. */
export function featuresOf(model: string, official: boolean, effort: AnthropicFeatures["effort"]): AnthropicFeatures {
  return {
    official,
    progressUpdates: official && WITH_PROGRESS_UPDATES.has(model),
    serverSideFallback: official && WITH_FALLBACK.has(model),
    effort: WITH_EFFORT.test(model) ? effort : undefined,
  };
}

/** The value of the `anthropic-beta` header; undefined where nothing needs one. */
export function betaHeader(features: AnthropicFeatures): string | undefined {
  const betas = [
    ...(features.progressUpdates ? ["thinking-display-updates-2026-08-18"] : []),
    ...(features.serverSideFallback ? ["server-side-fallback-2026-07-01"] : []),
  ];
  return betas.length > 0 ? betas.join(",") : undefined;
}
