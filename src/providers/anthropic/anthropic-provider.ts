import type { Provider, ProviderRequest } from "../../agent/ports/provider";
import { ProviderError } from "../../agent/ports/provider-error";
import { authHeader } from "../http/auth-header";
import { destinationOf, recipientKeyOf, recipientOf, routeUrl } from "../http/base-url";
import { systemClock, type Clock } from "../http/clock";
import { streamHttpTurn, type TurnRequest } from "../http/stream-turn";
import { encodeRequest, MAX_OUTPUT_TOKENS } from "./encode-request";
import { betaHeader, featuresOf } from "./features";
import { createAnthropicDecoder } from "./stream-decoder";
import { anthropicWindow } from "./window";

const OFFICIAL_BASE_URL = "https://api.anthropic.com";
const ROUTE = "/v1/messages";
const ROUTES = [ROUTE, "/v1"];

/** Where to ask whom. `fetch` (which must honour its signal), `clock` and `newId` are for tests. */
export type AnthropicConfig = {
  model: string;
  /** The official API needs one; a compatible server may not. */
  apiKey?: string;
  /** A compatible server; may end with `/v1` or `/v1/messages`. Absent means the official API. */
  baseUrl?: string;
  /** Tokens that the model holds, where Orbit does not know it. */
  contextWindow?: number;
  /** Sent to models that take it. */
  effort?: "low" | "medium" | "high";
  fetch?: typeof fetch;
  clock?: Clock;
  newId?: () => string;
};

/** Claude, or another model, over the Anthropic Messages API. What is wrong with the configuration is thrown by `stream`. */
export function createAnthropicProvider(config: AnthropicConfig): Provider {
  const baseUrl = config.baseUrl ?? OFFICIAL_BASE_URL;
  const transport = { fetch: config.fetch ?? fetch, clock: config.clock ?? systemClock };
  return {
    id: "anthropic",
    model: config.model,
    recipient: isOfficial(URL.parse(baseUrl)) ? "Claude" : recipientOf(baseUrl),
    recipientKey: recipientKeyOf("anthropic", baseUrl),
    toolIds: "anthropic",
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    window: () => Promise.resolve(anthropicWindow(config.model, config.contextWindow)),
    stream: (request, signal) => streamHttpTurn(() => prepare(config, baseUrl, request), transport, signal),
  };
}

function isOfficial(url: URL | null): boolean {
  return url?.origin === OFFICIAL_BASE_URL;
}

function prepare(config: AnthropicConfig, baseUrl: string, request: ProviderRequest): TurnRequest {
  const { model, newId = () => crypto.randomUUID() } = config;
  if (model.trim() === "") throw new ProviderError({ type: "no_model" });
  const url = routeUrl(baseUrl, ROUTES, ROUTE);
  const official = isOfficial(url);
  const destination = official ? ({ type: "anthropic_api" } as const) : destinationOf(url);
  const key = authHeader("x-api-key", config.apiKey, destination);
  if (official && key === undefined) throw new ProviderError({ type: "missing_api_key", destination });
  const features = featuresOf(model, official, config.effort);
  const beta = betaHeader(features);
  return {
    url,
    headers: { "anthropic-version": "2023-06-01", ...key, ...(beta !== undefined && { "anthropic-beta": beta }) },
    body: encodeRequest(request, model, features),
    model,
    destination,
    hasKey: key !== undefined,
    createDecoder: (emit) =>
      createAnthropicDecoder({ model, progressNotes: features.progressUpdates, newId: () => `toolu_${newId()}` }, emit),
  };
}
