import type { Chat } from "../chat/chat";
import type { AssistantMessage, WireMessage } from "../history/messages";
import type { WireTarget } from "../ports/provider";
import { projectHistory } from "../wire/project-history";
import { messageTokens, textTokens, toolTokens } from "./estimate-tokens";

/** How far a server's own count may correct the estimate: from four bytes for a token to 2.4. */
export const MIN_CORRECTION = 0.75;
const MAX_CORRECTION = 1.25;

/** Measures requests of one chat to one server: `correction` is how its count of the last turn compares to the estimate. */
export type RequestMeter = {
  correction: number;
  /** Tokens of the tool definitions. */
  tools: number;
  /** Tokens of a whole request with these messages. */
  size: (messages: readonly WireMessage[]) => number;
};

/** A meter for a chat's next request. It depends on the history and the marks alone, as the request does. */
export function requestMeter(chat: Chat, target: WireTarget): RequestMeter {
  const tools = toolTokens(chat.frozen?.tools ?? []);
  const fixed = tools + textTokens(chat.frozen?.systemPrompt ?? "");
  const estimate = (messages: readonly WireMessage[]) => fixed + messageTokens(messages);
  const correction = correctionOf(chat, target, estimate);
  return { correction, tools: tools * correction, size: (messages) => estimate(messages) * correction };
}

/** A cut after that turn makes the view smaller than what was counted: the bounds keep such a figure from doing harm. */
function correctionOf(chat: Chat, target: WireTarget, estimate: (messages: readonly WireMessage[]) => number): number {
  const index = chat.messages.findLastIndex((message) => countedTokens(message, target) !== undefined);
  const counted = countedTokens(chat.messages[index], target);
  if (counted === undefined) return 1;
  const sent = projectHistory({ ...chat, messages: chat.messages.slice(0, index) }, target);
  return Math.min(MAX_CORRECTION, Math.max(MIN_CORRECTION, counted / estimate(sent)));
}

/** What the server counted for the request that a message answered; undefined where it is another server, or told nothing. */
function countedTokens(
  message: Chat["messages"][number] | undefined,
  { recipientKey }: WireTarget,
): number | undefined {
  if (message?.role !== "assistant" || message.recipientKey !== recipientKey) return undefined;
  return inputTokens(message) || undefined;
}

function inputTokens({ usage }: AssistantMessage): number {
  return usage === undefined ? 0 : usage.input + usage.cacheRead + usage.cacheWrite;
}
