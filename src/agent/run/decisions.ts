import type { CallRow, StateOf } from "../history/calls";
import type { Limits } from "../limits";
import { cutText } from "../text/truncation";
import type { Edits } from "../tool/approval";

/**
 * The person's word on a form. Run is for the form of that digest and no other; `edits` holds the fields they changed.
 */
export type Decision = { type: "run"; digest: string; edits: Edits } | { type: "cancel" };

/** What the person says to a question: one of its choices (from 0), words of their own, or nothing. */
export type PersonAnswer = { type: "choice"; index: number } | { type: "text"; text: string } | { type: "dismiss" };

/** The most characters of an answer that the model gets. */
const MAX_ANSWER_CHARACTERS = 4_000;

type Moment = {
  /** Milliseconds since 1970. */
  now: number;
  limits: Pick<Limits, "approvalLifetimeMs">;
};

/**
 * The call after the person's word on its form; `decisionId` is new for every word. Undefined where the call does not wait
 * for one, or shows another form now.
 */
export function decided(
  call: CallRow,
  decision: Decision,
  decisionId: string,
  { now: at, limits }: Moment,
): CallRow | undefined {
  const { state } = call;
  if (state.type !== "awaiting_approval") return undefined;
  if (decision.type === "run" && decision.digest !== state.approval.digest) return undefined;
  if (isTooLate(state, at, limits)) return { ...call, state: { type: "expired", at } };
  if (decision.type === "cancel") return { ...call, state: { type: "declined", at, decision: decisionId } };
  const { approval, since } = state;
  return { ...call, state: { type: "approved", at, approval, edits: decision.edits, since, decision: decisionId } };
}

/** The call after the person's answer. Undefined where it does not wait for one, or the question does not take this one. */
export function answered(call: CallRow, answer: PersonAnswer, { now: at, limits }: Moment): CallRow | undefined {
  const { state } = call;
  if (state.type !== "awaiting_answer") return undefined;
  if (isTooLate(state, at, limits)) return { ...call, state: { type: "expired", at } };
  if (answer.type === "dismiss") return { ...call, state: { type: "declined", at } };
  const words = answerWords(state, answer);
  if (words === undefined) return undefined;
  // The person's own words, not content of theirs that somebody else wrote: the model may go by them.
  const text = `The person answered: ${words}`;
  return { ...call, state: { type: "result", at, text, isError: false, ran: true, summary: "You answered" } };
}

function answerWords(
  { question }: StateOf<"awaiting_answer">,
  answer: Exclude<PersonAnswer, { type: "dismiss" }>,
): string | undefined {
  if (answer.type === "choice") return question.choices[answer.index];
  const text = answer.text.trim();
  return question.freeText && text !== "" ? cutText(text, MAX_ANSWER_CHARACTERS).text : undefined;
}

/** The call as it ends with its request. A decision that was not acted on is named: whoever has not seen it cannot end it. */
export function expired(call: CallRow, at: number): CallRow {
  const after = call.state.type === "approved" ? call.state.decision : undefined;
  return { ...call, state: { type: "expired", at, ...(after !== undefined && { after }) } };
}

/** Whether a form or a question has waited longer than it may. */
export function isTooLate(
  { since }: StateOf<"awaiting_approval" | "awaiting_answer">,
  now: number,
  { approvalLifetimeMs }: Pick<Limits, "approvalLifetimeMs">,
): boolean {
  return now - since > approvalLifetimeMs;
}
