import type { ApprovalField, ApprovalForm, Edits, PendingApproval } from "../agent/tool/approval";
import type { RunEnd } from "../agent/chat/event-channel";
import { waitsForPerson, type CallRow } from "../agent/history/calls";
import type { AgentLoop } from "../agent/loop";
import type { Decision } from "../agent/run/decisions";
import { dateFieldValue, dateOfField, isDateKind } from "../agent/tool/date-field";
import { answerFor } from "./answer-question";
import { timeZone } from "./clock";
import type { FormAnswers } from "./form-answers";
import { terminalLine } from "./terminal-text";

type Loop = Pick<AgentLoop, "snapshot" | "decide" | "answer" | "stop">;

/**
 * Answers every form and question that waits in the open chat, in order. Gives how the last run ended; undefined where
 * nothing waited.
 */
export async function answerForms(loop: Loop, answers: FormAnswers): Promise<RunEnd | undefined> {
  let end: RunEnd | undefined;
  for (let call = waitingCall(loop); call !== undefined; call = waitingCall(loop)) {
    if (answers.approve === "ask") tellWhich(loop, call, answers);
    // A call that waits no more was stopped while the person thought about it.
    end = (await answerCall(loop, call, answers)) ?? { type: "stopped" };
  }
  return end;
}

/** What waits in a chat that another window has is answered there: here no word on it is taken. */
function waitingCall(loop: Loop): CallRow | undefined {
  const { calls, isElsewhere } = loop.snapshot();
  return isElsewhere ? undefined : [...calls.values()].find(waitsForPerson);
}

/** All that waits was shown before the first word is asked for, so it is said what that word is for. */
function tellWhich(loop: Loop, { state }: CallRow, { status }: FormAnswers): void {
  const count = [...loop.snapshot().calls.values()].filter(waitsForPerson).length;
  if (count < 2) return;
  if (state.type === "awaiting_approval") status(`    1 of ${count}: ${terminalLine(state.approval.form.message)}\n`);
  if (state.type === "awaiting_answer") status(`    1 of ${count}: ${terminalLine(state.question.text)}\n`);
}

async function answerCall(loop: Loop, { id, state }: CallRow, answers: FormAnswers): Promise<RunEnd | undefined> {
  if (state.type === "awaiting_approval") {
    const decision = await decisionFor(state.approval, answers);
    if (decision !== undefined) return loop.decide(id, decision);
  }
  if (state.type === "awaiting_answer") {
    const answer = await answerFor(state.question, answers);
    if (answer !== undefined) return loop.answer(id, answer);
  }
  // Who stops a request has not said no to what it asked: it ends unanswered.
  await loop.stop();
  return undefined;
}

/** Undefined where Ctrl-C came instead. */
async function decisionFor(
  approval: PendingApproval,
  { approve, lines, status }: FormAnswers,
): Promise<Decision | undefined> {
  // Values that were typed earlier are shown again, so they count.
  const edits: Edits = { ...approval.edits };
  const { digest } = approval;
  if (approve === "all") return { type: "run", digest, edits };
  if (approve === "none") return { type: "cancel" };
  for (;;) {
    const line = await lines.next("run, cancel or field=value › ");
    if (line === undefined) {
      if (!lines.hasEnded()) return undefined;
      status(NOBODY_TO_ASK);
      return { type: "cancel" };
    }
    const word = line.trim().toLowerCase();
    if (word === "run" || word === "r") return { type: "run", digest, edits };
    if (word === "cancel" || word === "c") return { type: "cancel" };
    status(`${applyEdit(line, approval.form, edits)}\n`);
  }
}

const NOBODY_TO_ASK =
  "    The input has ended, so there is nobody to say yes, and the answer is no. --approve all says yes to every form.\n";

/** Takes `field=value` into the edits and says what it did. */
function applyEdit(line: string, form: ApprovalForm, edits: Edits): string {
  const editable = form.fields.filter((field) => field.editable);
  const at = line.indexOf("=");
  const id = line.slice(0, Math.max(0, at)).trim();
  const field = editable.find((each) => each.id === id);
  if (field === undefined) {
    const names = editable.map((each) => each.id).join(", ");
    const fields = names === "" ? "" : `, or change one of these with field=value: ${names}`;
    return `    Write run or cancel${fields}.`;
  }
  const edit = editOf(field, unescaped(line.slice(at + 1)));
  if (edit === undefined) return `    ${id} is a date, such as 2026-03-01${field.kind === "date" ? "" : "T09:30"}.`;
  edits[id] = edit;
  return `    ${id} is ${edit === null ? "left out" : "changed"}. Write run to go on.`;
}

/** The value of a field as its form takes it; null where it is left out, undefined where it is no date. */
function editOf({ kind, removable }: ApprovalField, text: string): string | null | undefined {
  if (text.trim() === "" && removable === true) return null;
  if (!isDateKind(kind)) return text;
  const date = dateOfField(text, timeZone());
  return date && dateFieldValue(date, kind, timeZone());
}

/** A line cannot hold a line break: `\n` stands for one, and `\\` for a backslash. */
function unescaped(value: string): string {
  return value.replace(/\\([\\n])/g, (_pair, character) => (character === "n" ? "\n" : "\\"));
}
