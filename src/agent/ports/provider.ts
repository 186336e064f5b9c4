import type { ContentBlock, ProviderId, StopReason, TokenUsage, WireMessage } from "../history/messages";
import type { ToolDefinition } from "../tool/tool-definition";

/** One request for one assistant turn. Prompt and tools are frozen for the whole chat, so that caches hold. */
export type ProviderRequest = {
  systemPrompt: string;
  messages: readonly WireMessage[];
  tools: readonly ToolDefinition[];
};

/** A complete assistant turn. `content` is kept and echoed exactly as it stands here. */
export type AssistantTurn = {
  content: ContentBlock[];
  stopReason: StopReason;
  model: string;
  usage?: TokenUsage;
};

/**
 * What a provider says while it streams. `tool_call_started` comes once per call as soon as its name is known; its
 * arguments are only complete, and only trusted, in `end`.
 */
export type ProviderEvent =
  | { type: "text_delta"; text: string }
  | { type: "progress_note"; text: string }
  | { type: "tool_call_started"; id: string; name: string }
  | { type: "end"; turn: AssistantTurn };

/** What a provider says before a turn is complete. */
export type ProviderDelta = Exclude<ProviderEvent, { type: "end" }>;

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
  stream(request: ProviderRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent, void, undefined>;
}
