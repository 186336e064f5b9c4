import type {
  ContentBlock,
  ProviderId,
  SentMessage,
  StopReason,
  TokenUsage,
  ToolResultBlock,
  ToolUseBlock,
} from "../history/messages";
import type { ToolDefinition } from "../tool/tool-definition";

/** Which ids of tool calls a server takes: Anthropic 64 characters, OpenAI 40, Mistral exactly nine. */
export type ToolIdRule = "anthropic" | "openai" | "mistral";

/** For whom a wire view is made: any provider is one. */
export type WireTarget = Pick<Provider, "id" | "recipientKey" | "toolIds"> & Partial<Pick<Provider, "model">>;

/** How many tokens a model holds, and who says so. */
export type ContextWindow = { tokens: number; source: "preference" | "server" | "known" | "unknown" };

/** What is taken where nobody tells: small enough for what people run at home. */
export const UNKNOWN_WINDOW: ContextWindow = { tokens: 32_000, source: "unknown" };

/**
 * How much of a usage limit is used up, as a subscription reports it. `utilization` is 0 to 1, `resetsAt` milliseconds
 * since 1970; `window` is the server's name for the limit, such as `five_hour`.
 */
export type RateLimitInfo = {
  status: "allowed" | "allowed_warning" | "rejected";
  utilization?: number;
  resetsAt?: number;
  window: string;
};

/** One request for one assistant turn. Prompt and tools are frozen for the whole chat, so that caches hold. */
export type ProviderRequest = {
  systemPrompt: string;
  messages: readonly SentMessage[];
  tools: readonly ToolDefinition[];
};

/** A complete assistant turn. `content` is kept and echoed exactly as it stands here. */
export type AssistantTurn = {
  content: ContentBlock[];
  stopReason: StopReason;
  model: string;
  usage?: TokenUsage;
};

/** A model of a provider, as a person chooses it. */
export type ModelChoice = { provider: ProviderId; model: string };

/**
 * What a provider says while it streams. `tool_call_started` comes once per call as soon as its name is known; its
 * arguments are only complete, and only trusted, in `end`.
 */
export type ProviderEvent =
  | { type: "text_delta"; text: string }
  | { type: "progress_note"; text: string }
  | { type: "tool_call_started"; id: string; name: string }
  | { type: "rate_limit"; info: RateLimitInfo }
  /** The server refused the reasoning in the history; the turn goes on without it. */
  | { type: "history_thinking_stripped" }
  | { type: "end"; turn: AssistantTurn };

/** What a provider says before a turn is complete. */
export type ProviderDelta = Exclude<ProviderEvent, { type: "end" }>;

/**
 * What a provider that runs the tool loop itself calls tools with. A call gets the same checks, form, limits and row as
 * one that ends a turn. Resolves with what the model gets, when it is there; never rejects.
 */
export interface ToolExecuting {
  run(use: ToolUseBlock): Promise<ToolResultBlock>;
}

/**
 * The port to a language model. `stream` yields events and ends after exactly one `end`, or throws `ProviderError`.
 * When `signal` fires, the transfer is ended and `stream` throws or returns soon; the caller does not wait for that.
 */
export interface Provider {
  readonly id: ProviderId;
  /** The model asked for. */
  readonly model: string;
  /** Who receives what is sent, in words for the person: "Claude", a host, "the model on this Mac". */
  readonly recipient: string;
  /** The same for code: the wire format and the address, `anthropic@api.anthropic.com`, `openai@localhost:11434`. */
  readonly recipientKey: string;
  readonly toolIds: ToolIdRule;
  /** Tokens that are kept free for one answer. */
  readonly maxOutputTokens: number;
  /** How much the model holds. Asks the server where it must; never throws: what cannot be learnt is `unknown`. */
  window(signal: AbortSignal): Promise<ContextWindow>;
  /**
   * Whether the model can see images; undefined where nobody tells. Then they are sent, and the server may refuse them.
   * Never throws.
   */
  sees?(signal: AbortSignal): Promise<boolean | undefined>;
  /**
   * True for a provider that runs the tool loop itself, through `tools`. Its stream goes on until the model has answered;
   * the turn in `end` then holds only what came after the last call.
   */
  readonly runsTools?: true;
  stream(
    request: ProviderRequest,
    signal: AbortSignal,
    tools?: ToolExecuting,
  ): AsyncGenerator<ProviderEvent, void, undefined>;
}
