import type { CallRow } from "./calls";

/** How a call stands, in one word: what a person sees of it goes by this and nothing else. */
export type CallStatus =
  | "running"
  /** Left open by a run that is over, as after a crash: it may go on with a retry. */
  | "interrupted"
  | "waiting"
  | "completed"
  | "failed"
  /** Refused before it could start. */
  | "not_run"
  | "declined"
  /** A read that the person stopped. */
  | "cancelled"
  /** It ended with its request, before it had started or its form was answered. */
  | "expired"
  | "unknown";

/** The status of a call; `isRunning` says whether a run goes on in its chat. */
export function callStatus({ state }: CallRow, { isRunning }: { isRunning: boolean }): CallStatus {
  switch (state.type) {
    case "announced":
    case "approved":
    case "intent":
      return isRunning ? "running" : "interrupted";
    case "awaiting_approval":
    case "awaiting_answer":
      return "waiting";
    case "declined":
    case "expired":
    case "unknown":
      return state.type;
    case "result":
      if (state.cancelled === true) return "cancelled";
      if (!state.ran) return "not_run";
      return state.isError ? "failed" : "completed";
  }
}
