import type { AskedQuestion } from "../agent/history/calls";
import type { PersonAnswer } from "../agent/run/decisions";
import type { FormAnswers } from "./form-answers";

const DISMISS: PersonAnswer = { type: "dismiss" };

/** What the person types to a question of the model's. Where a flag answers the forms, nobody is there to ask. Undefined where Ctrl-C came. */
export async function answerFor(
  question: AskedQuestion,
  { approve, lines, status }: FormAnswers,
): Promise<PersonAnswer | undefined> {
  if (approve !== "ask") return DISMISS;
  for (;;) {
    const line = await lines.next(`${waysToAnswer(question)} › `);
    if (line === undefined) {
      if (!lines.hasEnded()) return undefined;
      status("    The input has ended, so the question stays unanswered.\n");
      return DISMISS;
    }
    const answer = read(line.trim(), question);
    if (answer !== undefined) return answer;
    status(`    Write ${waysToAnswer(question)}.\n`);
  }
}

/** A choice is taken by its number or its words. Undefined where the question does not take that answer. */
function read(text: string, { choices, freeText }: AskedQuestion): PersonAnswer | undefined {
  if (text.toLowerCase() === "skip") return DISMISS;
  const index = choices.findIndex(
    (choice, at) => text === String(at + 1) || text.toLowerCase() === choice.toLowerCase(),
  );
  if (index >= 0) return { type: "choice", index };
  return freeText && text !== "" ? { type: "text", text } : undefined;
}

function waysToAnswer({ choices, freeText }: AskedQuestion): string {
  const numbers = choices.length === 1 ? ["1"] : choices.length === 0 ? [] : [`1 to ${choices.length}`];
  return [...numbers, ...(freeText ? ["your answer"] : []), "skip"].join(" or ");
}
