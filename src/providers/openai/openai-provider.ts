import { isImage, isThinking } from "../../agent/history/messages";
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
import { openAIConnection } from "./connection";
import { encodeRequest } from "./encode-request";
import { recoverOpenAI } from "./recover";
import { openAISees } from "./sees";
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
  /** As the person typed it: `http://localhost:11434/v1`, or less or more than that. */
  baseUrl: string;
  effort?: "low" | "medium" | "high";
  /** Tokens that the model holds, where the person said so. */
  contextWindow?: number;
  /** Keeps what the server refuses. */
  memory?: Pick<Memory, "get" | "put">;
  fetch?: typeof fetch;
  clock?: Clock;
  newId?: () => string;
};

/** Any model behind a server that speaks Chat Completions. What is wrong with the configuration is thrown by `stream`. */
export function createOpenAIProvider(config: OpenAIConfig): Provider {
  const transport = transportOf(config);
  const { model = "", contextWindow, memory } = config;
  const address = readAddress(config.baseUrl, "openai");
  const recipientKey = recipientKeyOf("openai", address);
  const learnt = createLearnt(memory, { recipientKey, model }, transport.clock);
  return {
    id: "openai",
    model,
    recipient: recipientOf(address),
    recipientKey,
    toolIds: toolIdRuleOf(address?.base.hostname ?? "", model),
    maxOutputTokens: RESERVED_OUTPUT_TOKENS,
    window: (signal) => openAIWindow({ model, address, contextWindow }, transport, signal),
    ...(memory && { sees: (signal) => openAISees({ ...config, model }, memory, transport, signal) }),
    stream: (request, signal) => {
      const plan: TurnPlan = { prepare: (known) => prepare(config, request, known), recover: recoverOpenAI, learnt };
      return streamHttpTurn(plan, transport, signal);
    },
  };
}

function prepare(config: OpenAIConfig, request: ProviderRequest, known: Learnt): TurnRequest {
  const { model = "", newId = () => crypto.randomUUID() } = config;
  if (model.trim() === "") throw new ProviderError({ type: "no_model" });
  const { address, destination, headers, hasKey } = openAIConnection(config);
  return {
    url: routeOf(address.base, ROUTE),
    ...(address.otherBase !== undefined && { otherUrl: routeOf(address.otherBase, ROUTE) }),
    headers,
    body: encodeRequest(
      known.noThinkingEcho === true ? withoutThinking(request) : request,
      model,
      known.noEffort === true ? undefined : config.effort,
      known.noUsage !== true,
    ),
    model,
    destination,
    hasKey,
    hasImages: request.messages.some(({ content }) => content.some(isImage)),
    createDecoder: (emit) => createOpenAIDecoder({ model, newId: () => `call_${newId()}` }, emit),
  };
}

/** The same request for a server that does not take its own reasoning back. */
function withoutThinking(request: ProviderRequest): ProviderRequest {
  const messages = request.messages.map(({ role, content }) => ({
    role,
    content: content.filter((block) => !isThinking(block)),
  }));
  return { ...request, messages };
}
