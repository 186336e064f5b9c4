import { UNKNOWN_WINDOW, type ContextWindow } from "../../agent/ports/provider";

/**
 * Claude models with a window of 1,000,000 tokens, as https://platform.claude.com/docs/en/build-with-claude/context-windows
 * and the models' own pages list them (Fable 5.2: https://platform.claude.com/docs/id/models/sonnet-5/overview).
 */
const MILLION =
  /^claude-(?:fable-5|fable-5-1|fable-5-2|mythos-5|mythos-5-1|opus-5-5|opus-5|opus-4-[678]|sonnet-5-5|sonnet-5|sonnet-4-6|haiku-5-5)(?:-\d{8})?$/;

/** The same page gives all other models of that time 200,000; one that is newer than it is not known. */
const OTHERS = /^claude-(?:3-|sonnet-4|opus-4|haiku-4)/;

/** How much a model of the Messages API holds, whoever serves it: what is known of it, else what the person set. */
export function anthropicWindow(model: string, setTokens?: number): ContextWindow {
  if (MILLION.test(model)) return { tokens: 1_000_000, source: "known" };
  if (OTHERS.test(model)) return { tokens: 200_000, source: "known" };
  return setTokens === undefined ? UNKNOWN_WINDOW : { tokens: setTokens, source: "preference" };
}
