import type { ContextWindow, Provider } from "../ports/provider";

/** The share of a window that the answer may have, where its limit would take more. */
const MAX_ANSWER_SHARE = 1 / 4;

/** Tokens that a request may have: the window without the room for the answer. */
export function requestBudget(
  { tokens }: ContextWindow,
  { maxOutputTokens }: Pick<Provider, "maxOutputTokens">,
): number {
  return tokens - Math.min(maxOutputTokens, tokens * MAX_ANSWER_SHARE);
}
