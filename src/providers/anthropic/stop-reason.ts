import type { StopReason } from "../../agent/history/messages";

/**
 * Why the turn ended. The calls decide, not the word: compatible servers end a turn with calls as "end_turn" and the other
 * way round.
 */
export function stopReasonOf(written: string | undefined, hasCalls: boolean, category: string | undefined): StopReason {
  switch (written) {
    case undefined:
    case "end_turn":
    case "tool_use":
      return { type: hasCalls ? "tool_use" : "end_turn" };
    case "max_tokens":
    case "stop_sequence":
      return { type: written };
    case "refusal":
      return { type: "refusal", ...(category !== undefined && { category }) };
    case "model_context_window_exceeded":
      return { type: "context_window_exceeded" };
    default:
      return { type: "other", value: written };
  }
}

/** The answer ended where it happened to be. */
export function isCutOff(written: string | undefined): boolean {
  return ["max_tokens", "model_context_window_exceeded", "refusal"].includes(written ?? "");
}
