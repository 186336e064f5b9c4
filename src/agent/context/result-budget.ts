import type { Chat } from "../chat/chat";
import type { CallRow } from "../history/calls";
import type { ContextWindow } from "../ports/provider";
import { TEXT_LIMITS } from "../text/text-limits";
import { truncate } from "../text/truncation";

/** What each result may have, however much the others took. */
const MIN_RESULT_CHARACTERS = 2_000;

/**
 * The text of a call's result as it is recorded. The results of one request share as many characters as the model holds
 * tokens, about a quarter of its window, in the order in which they come. What is recorded stays, so that every later
 * request says the same.
 */
export function capResult(
  chat: Chat,
  call: Pick<CallRow, "id" | "requestId">,
  text: string,
  window: ContextWindow,
): string {
  const taken = [...chat.calls.values()].reduce(
    (sum, { id, requestId, state }) =>
      requestId === call.requestId && id !== call.id && state.type === "result" ? sum + state.text.length : sum,
    0,
  );
  const left = Math.max(MIN_RESULT_CHARACTERS, window.tokens - taken);
  return truncate(text, Math.min(TEXT_LIMITS.toolResult, left));
}
