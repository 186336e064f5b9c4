import type { Learnt } from "../http/learnt";

/**
 * The optional parts of a request. Compatible servers reject fields they do not know, and so does the official API for
 * models that lack them.
 */
export type AnthropicFeatures = {
  /** The official API, which checks signatures. */
  official: boolean;
  /** Thinking goes back to the model that made it. */
  thinkingEcho: boolean;
  /** The system prompt and the tools are cached. */
  promptCache: boolean;
  /** So is the conversation as it grows. */
  automaticCache: boolean;
  /** Tool input streams as it is written. */
  eagerToolInput: boolean;
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

/** What may be sent to a model at a host, less what the host refused. */
export function featuresOf(
  model: string,
  official: boolean,
  effort: AnthropicFeatures["effort"],
  learnt: Learnt = {},
): AnthropicFeatures {
  const optional = learnt.noOptional !== true;
  const thinkingEcho = learnt.noThinkingEcho !== true;
  return {
    official,
    thinkingEcho,
    promptCache: learnt.noCacheControl !== true,
    automaticCache: official && optional,
    eagerToolInput: official && optional,
    // A request that takes the thinking from its calls asks for none either: the API may miss it there.
    progressUpdates: official && optional && thinkingEcho && WITH_PROGRESS_UPDATES.has(model),
    serverSideFallback: official && optional && WITH_FALLBACK.has(model),
    effort: optional && WITH_EFFORT.test(model) ? effort : undefined,
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
