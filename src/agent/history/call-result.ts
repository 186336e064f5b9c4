import type { CallRow } from "./calls";
import { editedWords } from "./edited-words";
import { RISKS } from "../tool/risk";

/** A call's result as the model gets it. */
export type CallResult = { content: string; isError: boolean };

/**
 * What the model is told of a call, by what is known of it. A call that was never started is told as not run; one that
 * may have happened is told as unknown, so that the model does not repeat it by itself.
 */
export function callResult(call: CallRow): CallResult {
  const { state } = call;
  switch (state.type) {
    case "result":
      return { content: state.text, isError: state.isError };
    case "declined":
      return {
        content: isQuestion(call)
          ? "The person did not answer this question. Go on without the answer, or say what you need it for."
          : "The person said no to this action. It was NOT carried out, and nothing was changed.",
        isError: false,
      };
    case "announced":
    case "awaiting_approval":
    case "awaiting_answer":
    case "approved":
    case "expired":
      // A read leaves no intent, so nobody can say that it did not run; it just gave nothing.
      return {
        content: RISKS[call.risk].changes
          ? "NOT run: the request ended before this call was started. Nothing was changed."
          : "No result: the request ended before this call gave one.",
        isError: true,
      };
    case "intent":
    case "unknown": {
      const content =
        "It is unknown whether this action was carried out: Orbit lost track of it after it had started. " +
        "Do not repeat it on your own. Look whether it happened, or tell the person that it is uncertain.";
      return { content: withEdits(call, content), isError: true };
    }
  }
}

/** The text of a call's result, after the values that ran in it where the person edited them. */
export function withEdits({ editedInput }: Pick<CallRow, "editedInput">, text: string): string {
  return editedInput === undefined ? text : `${editedWords(editedInput)}\n\n${text}`;
}

/** Only a form or a question can be declined, and only calls that could change something have a form. */
function isQuestion(call: CallRow): boolean {
  return !RISKS[call.risk].asks;
}

/** What the status row of a call says. */
export function callSummary(call: CallRow): string {
  const { state } = call;
  switch (state.type) {
    case "announced":
    case "approved":
    case "intent":
      return call.label;
    case "awaiting_approval":
      return state.approval.form.title;
    case "awaiting_answer":
      return state.question.text;
    case "declined":
      return isQuestion(call) ? "You did not answer" : "Not run: you said no";
    case "expired":
      return RISKS[call.risk].changes ? "Not run: the request ended" : "Ended with the request";
    case "result":
      return state.summary;
    case "unknown":
      switch (state.reason) {
        case "timed_out":
          return "Took too long, so the outcome is unknown";
        case "stopped":
          return "Stopped while running, so the outcome is unknown";
        case "crashed":
          return "Orbit closed while this ran, so the outcome is unknown";
        case "failed":
          return "Failed while running, so the outcome is unknown";
      }
  }
}
