import type { Chat } from "../chat/chat";
import type { WireMessage } from "../history/messages";
import type { Notice } from "../notices";
import type { ContextWindow, Provider, WireTarget } from "../ports/provider";
import { projectHistory } from "../wire/project-history";
import { requestBudget } from "./context-budget";
import { nextCut, type Cut } from "./next-cut";
import { MIN_CORRECTION, requestMeter } from "./request-size";
import { toolsNotice } from "./tools-notice";

/**
 * How much of the budget a cut leaves filled. The rest is room for many turns, over which the view only grows and a
 * server's cache of it holds. As the correction of the estimate moves by less than the rest, no cut brings on another.
 */
const FILLED_AFTER_CUT = 0.6;

/** What is left after a server said that the request was too long: then its own figures were wrong, or Orbit's. */
const FILLED_AFTER_REFUSAL = 0.5;

/** The messages of a request that fits, as well as it can. */
export type Fitted = {
  messages: WireMessage[];
  /** To be stored before the request is sent: the messages are the view with it. */
  cut?: Cut;
  notice?: Notice;
  /** The model cannot hold it, however kindly it is counted. */
  isTooLarge: boolean;
};

/**
 * Fits a chat's next request into what the model holds. While it fits, nothing is cut; where it does not, one large cut is
 * made. With `wasRefused` the server found the same request too long, and the cut is a tighter one.
 */
export function fitRequest(
  chat: Chat,
  provider: WireTarget & Pick<Provider, "maxOutputTokens">,
  window: ContextWindow,
  wasRefused = false,
): Fitted {
  const meter = requestMeter(chat, provider);
  const viewWith = (cut: Cut) => projectHistory({ ...chat, marks: [...chat.marks, { ...cut, id: "" }] }, provider);
  const budget = requestBudget(window, provider);
  const whole = projectHistory(chat, provider);
  const size = meter.size(whole);
  const notice = toolsNotice(chat, meter.tools, window);
  const fit = (messages: WireMessage[], cut?: Cut): Fitted => ({
    messages,
    isTooLarge:
      window.source !== "unknown" && (meter.size(messages) / meter.correction) * MIN_CORRECTION > window.tokens,
    ...(cut && { cut }),
    ...(notice && { notice }),
  });
  if (size <= budget && !wasRefused) return fit(whole);

  const target = wasRefused ? Math.min(size, budget) * FILLED_AFTER_REFUSAL : budget * FILLED_AFTER_CUT;
  const cut = nextCut(chat, (candidate) => meter.size(viewWith(candidate)) <= target);
  if (cut === undefined) return fit(whole);
  const messages = viewWith(cut);
  return meter.size(messages) < size ? fit(messages, cut) : fit(whole);
}
