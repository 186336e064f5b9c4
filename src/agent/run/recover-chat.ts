import type { CallRow, CallState } from "../history/calls";
import type { Chat, ChatChange } from "../chat/chat";
import type { Limits } from "../limits";
import { isTooLate } from "./decisions";

/**
 * What has to change in a chat that was left in the middle of a run: by a crash, or because the window closed. What may
 * have happened is unknown; a word that was given but not acted on is asked for again; a form that waited too long ends.
 * Nothing runs by itself.
 */
export function recoverChat(chat: Chat, now: number, limits: Pick<Limits, "approvalLifetimeMs">): ChatChange[] {
  const changes: ChatChange[] = [];
  for (const call of chat.calls.values()) {
    const state = recoveredState(call, now, limits);
    if (state !== undefined) changes.push({ type: "call", call: { ...call, state } });
  }
  for (const row of chat.rows) {
    if (row.type === "answer" && row.status === "streaming") {
      changes.push({ type: "row", row: { ...row, status: "interrupted" } });
    }
  }
  return changes;
}

function recoveredState(
  { state }: CallRow,
  now: number,
  limits: Pick<Limits, "approvalLifetimeMs">,
): CallState | undefined {
  switch (state.type) {
    case "intent":
      return { type: "unknown", at: now, reason: "crashed" };
    case "approved": {
      const { approval, edits, decision } = state;
      const after = decision === undefined ? {} : { after: decision };
      return { type: "awaiting_approval", since: now, approval: { ...approval, edits }, ...after };
    }
    case "awaiting_approval":
    case "awaiting_answer":
      return isTooLate(state, now, limits) ? { type: "expired", at: now } : undefined;
    default:
      return undefined;
  }
}
