import { canMove, waitsForPerson, type CallRow } from "../history/calls";
import { callsOfRequest, type Chat } from "../chat/chat";
import type { Limits } from "../limits";
import { keptMessages } from "../history/marks";
import { toolUses, type AssistantMessage, type Message } from "../history/messages";

/** What a run has to do next, as a value. */
export type NextStep =
  | { type: "ask_model" }
  /** Calls that can go on without the person. */
  | { type: "run_calls"; calls: CallRow[] }
  /** Forms and questions, in call order. */
  | { type: "await_person"; calls: CallRow[] }
  | { type: "answer" }
  /** The answer reached the model's length limit. */
  | { type: "cut_off" }
  | { type: "context_full" }
  /** The request has used up its tool calls. */
  | { type: "budget_reached" };

/** A step that ends a request with a notice. */
export type ClosingStep = Extract<NextStep, { type: "cut_off" | "context_full" | "budget_reached" }>;

/**
 * Decides from the stored state alone, so that a run goes on after a restart just as it would have without one.
 */
export function nextStep(chat: Chat, limits: Pick<Limits, "maxCallsPerRequest">): NextStep {
  const message = lastMessage(chat);
  if (message?.role !== "assistant") return { type: "ask_model" };
  if (toolUses(message).length === 0) return endOfTurn(message);

  // Where the provider runs the tool loop itself, calls of several messages can be open.
  const calls = callsOfRequest(chat, message.requestId);
  const movable = calls.filter(canMove);
  if (movable.length > 0) return { type: "run_calls", calls: movable };
  const waiting = calls.filter(waitsForPerson);
  if (waiting.length > 0) return { type: "await_person", calls: waiting };

  return calls.length > limits.maxCallsPerRequest ? { type: "budget_reached" } : { type: "ask_model" };
}

function endOfTurn(message: AssistantMessage): NextStep {
  switch (message.stopReason.type) {
    case "max_tokens":
      return { type: "cut_off" };
    case "context_window_exceeded":
      return { type: "context_full" };
    default:
      return { type: "answer" };
  }
}

/** Whether there is anything to send: damage can have taken every question of a chat. */
export function holdsQuestion(chat: Chat): boolean {
  return keptMessages(chat).some(({ role }) => role === "user");
}

/** The newest message that the wire view still holds. */
export function lastMessage(chat: Chat): Message | undefined {
  return keptMessages(chat).at(-1);
}

/**
 * The message that a retry goes on from; undefined where a retry could do nothing: before the first question, after a
 * refused one, and where the request has used up its calls.
 */
export function retryFrom(chat: Chat, limits: Pick<Limits, "maxCallsPerRequest">): Message | undefined {
  if (nextStep(chat, limits).type === "budget_reached") return undefined;
  if (!holdsQuestion(chat)) return undefined;
  const isRefused = chat.marks.some((mark) => mark.type === "refused" && mark.messageId === chat.messages.at(-1)?.id);
  return isRefused ? undefined : lastMessage(chat);
}
