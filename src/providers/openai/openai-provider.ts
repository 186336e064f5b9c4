import type { Provider, ProviderRequest } from "../../agent/ports/provider";
import { ProviderError } from "../../agent/ports/provider-error";
import { authHeader } from "../http/auth-header";
import { destinationOf, recipientKeyOf, recipientOf, routeUrl } from "../http/base-url";
import { systemClock, type Clock } from "../http/clock";
import { streamHttpTurn, type TurnRequest } from "../http/stream-turn";
import { encodeRequest } from "./encode-request";
import { createOpenAIDecoder } from "./stream-decoder";
import { toolIdRuleOf } from "./tool-id-rule";
import { openAIWindow } from "./window";

const ROUTE = "/chat/completions";

/** Requests set no limit of their own, so this is what answers usually stay under. */
const RESERVED_OUTPUT_TOKENS = 8_000;

/** Where to ask whom. `fetch` (which must honour its signal), `clock` and `newId` are for tests. */
export type OpenAIConfig = {
  /** As the server lists it; without one, `stream` throws `no_model`. */
  model?: string;
  /** Only for servers that ask for one. */
  apiKey?: string;
  /** With the version path, such as `http://localhost:11434/v1`; may end with `/chat/completions`. */
  baseUrl: string;
  effort?: "low" | "medium" | "high";
  /** Tokens that the model holds, where the person said so. */
  contextWindow?: number;
  fetch?: typeof fetch;
  clock?: Clock;
  newId?: () => string;
};

/** Any model behind a server that speaks Chat Completions. What is wrong with the configuration is thrown by `stream`. */
export function createOpenAIProvider(config: OpenAIConfig): Provider {
  const transport = { fetch: config.fetch ?? fetch, clock: config.clock ?? systemClock };
  return {
    id: "openai",
    model: config.model ?? "",
    recipient: recipientOf(config.baseUrl),
    recipientKey: recipientKeyOf("openai", config.baseUrl),
    toolIds: toolIdRuleOf(config.baseUrl, config.model ?? ""),
    maxOutputTokens: RESERVED_OUTPUT_TOKENS,
    window: (signal) => openAIWindow({ ...config, model: config.model ?? "" }, transport, signal),
    stream: (request, signal) => streamHttpTurn(() => prepare(config, request), transport, signal),
  };
}

function prepare(config: OpenAIConfig, request: ProviderRequest): TurnRequest {
  const { model = "", newId = () => crypto.randomUUID() } = config;
  if (model.trim() === "") throw new ProviderError({ type: "no_model" });
  const url = routeUrl(config.baseUrl, [ROUTE], ROUTE);
  const destination = destinationOf(url);
  const key = authHeader("authorization", config.apiKey, destination, "Bearer ");
  return {
    url,
    headers: { ...key },
    body: encodeRequest(request, model, config.effort),
    model,
    destination,
    hasKey: key !== undefined,
    createDecoder: (emit) => createOpenAIDecoder({ model, newId: () => `call_${newId()}` }, emit),
  };
}
