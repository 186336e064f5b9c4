import type { StopReason } from "../../agent/history/messages";
import type { ProviderErrorDetail } from "../../agent/ports/provider-error";

/**
 * The words that servers end a turn with, in small letters. The format has `stop`, `tool_calls`, `function_call`, `length`
 * and `content_filter`; servers that stand in front of another one pass its words on, Gemini's in capitals.
 */
const ENDED = ["stop", "tool_calls", "function_call", "end_turn", "tool_use"];
/** The last: Mistral, Anthropic and Gemini, OpenAI's newer format. */
const CUT = ["length", "model_length", "max_tokens", "max_output_tokens"];
/** The last: Anthropic, Zhipu, Cohere, and Gemini. */
const BLOCKED = [
  ...["content_filter", "content_filtered", "refusal", "sensitive", "error_toxic"],
  ...["safety", "recitation", "blocklist", "prohibited_content", "spii", "image_safety"],
];

/**
 * Why the turn ended. Between an end and calls the calls decide, not the word: servers end a turn with calls as "stop", and
 * one without as "tool_calls". But what was cut or blocked stays so, whatever calls stand in it: they must not run.
 */
export function stopReasonOf(finishReason: string | undefined, hasCalls: boolean): StopReason {
  const word = (finishReason ?? "stop").toLowerCase();
  if (CUT.includes(word)) return { type: "max_tokens" };
  if (BLOCKED.includes(word)) return { type: "refusal" };
  if (word === "model_context_window_exceeded") return { type: "context_window_exceeded" };
  if (hasCalls) return { type: "tool_use" };
  if (ENDED.includes(word)) return { type: "end_turn" };
  if (word === "stop_sequence") return { type: "stop_sequence" };
  return { type: "other", value: finishReason ?? "" };
}

/** The words for a failure: Zhipu's, and those of vLLM and SGLang for a request that the server itself gave up. */
const FAILED = ["error", "network_error", "abort", "aborted"];

/** What went wrong, where a server ends a turn with a word for a failure in place of an error. */
export function failureOf(finishReason: string | undefined): ProviderErrorDetail | undefined {
  const word = finishReason?.toLowerCase() ?? "";
  // DeepSeek's word for too many requests at once.
  if (word === "insufficient_system_resource") return { type: "overloaded" };
  return FAILED.includes(word) ? { type: "incomplete_response" } : undefined;
}
