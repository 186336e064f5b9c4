import { isImage } from "../../agent/history/messages";
import type { Memory } from "../../agent/ports/memory";
import type { Provider, ProviderRequest } from "../../agent/ports/provider";
import { ProviderError } from "../../agent/ports/provider-error";
import { readAddress, recipientKeyOf, recipientOf, routeOf } from "../http/address";
import type { Clock } from "../http/clock";
import { createLearnt, type Learnt } from "../http/learnt";
import type { TurnPlan } from "../http/recovery";
import { streamHttpTurn } from "../http/stream-turn";
import { transportOf } from "../http/transport";
import type { TurnRequest } from "../http/turn-request";
import { anthropicConnection, isOfficial, OFFICIAL_BASE_URL } from "./connection";
import { encodeRequest, MAX_OUTPUT_TOKENS } from "./encode-request";
import { betaHeader, featuresOf } from "./features";
import { recoverAnthropic } from "./recover";
import { createAnthropicDecoder } from "./stream-decoder";
import { anthropicWindow } from "./window";

const ROUTE = "/messages";

/** Where to ask whom. `fetch` (which must honour its signal), `clock` and `newId` are for tests. */
export type AnthropicConfig = {
  model: string;
  /** The official API needs one; a compatible server may not. */
  apiKey?: string;
  /** A compatible server, as the person typed its address. Absent means the official API. */
  baseUrl?: string;
  /** Tokens that the model holds, where Orbit does not know it. */
  contextWindow?: number;
  /** Sent to models that take it. */
  effort?: "low" | "medium" | "high";
  /** Keeps what the server refuses. */
  memory?: Pick<Memory, "get" | "put">;
  fetch?: typeof fetch;
  clock?: Clock;
  newId?: () => string;
};

/** Claude, or another model, over the Anthropic Messages API. What is wrong with the configuration is thrown by `stream`. */
export function createAnthropicProvider(config: AnthropicConfig): Provider {
  const baseUrl = config.baseUrl ?? OFFICIAL_BASE_URL;
  const address = readAddress(baseUrl, "anthropic");
  const transport = transportOf(config);
  const { model } = config;
  const official = isOfficial(address);
  const recipientKey = recipientKeyOf("anthropic", address);
  const learnt = createLearnt(config.memory, { recipientKey, model }, transport.clock);
  return {
    id: "anthropic",
    model,
    recipient: official ? "Claude" : recipientOf(address),
    recipientKey,
    toolIds: "anthropic",
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    // Every Claude can that has not been retired; of another model only its server knows.
    sees: () => Promise.resolve(official || undefined),
    window: () => Promise.resolve(anthropicWindow(model, config.contextWindow)),
    stream: (request, signal) => {
      const plan: TurnPlan = {
        prepare: (known) => prepare(config, request, known),
        recover: (refusal) => recoverAnthropic(refusal, official),
        learnt,
      };
      return streamHttpTurn(plan, transport, signal);
    },
  };
}

function prepare(config: AnthropicConfig, request: ProviderRequest, learnt: Learnt): TurnRequest {
  const { model, newId = () => crypto.randomUUID() } = config;
  if (model.trim() === "") throw new ProviderError({ type: "no_model" });
  const { address, destination, headers, hasKey } = anthropicConnection(config, learnt.bearerKey);
  const features = featuresOf(model, isOfficial(address), config.effort, learnt);
  const beta = betaHeader(features);
  return {
    url: routeOf(address.base, ROUTE),
    headers: { ...headers, ...(beta !== undefined && { "anthropic-beta": beta }) },
    body: encodeRequest(request, model, features),
    model,
    destination,
    hasKey,
    hasImages: request.messages.some(({ content }) => content.some(isImage)),
    createDecoder: (emit) =>
      createAnthropicDecoder({ model, progressNotes: features.progressUpdates, newId: () => `toolu_${newId()}` }, emit),
  };
}
