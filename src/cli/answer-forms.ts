import type { ApprovalForm, Edits, PendingApproval } from "../agent/tool/approval";
import type { RunEnd } from "../agent/chat/event-channel";
import type { AgentLoop, Decision } from "../agent/loop";
import type { AskOptions } from "./options";
import type { LineReader } from "./line-reader";

/** How forms are answered: by a flag, or by whoever types here. */
export type FormAnswers = {
  approve: AskOptions["approve"];
  lines: LineReader;
  status: (text: string) => void;
};

/** Answers every form that waits in the open chat, in order. Gives how the last run ended; undefined where none waited. */
export async function answerForms(
  loop: Pick<AgentLoop, "snapshot" | "decide">,
  answers: FormAnswers,
): Promise<RunEnd | undefined> {
  let end: RunEnd | undefined;
  for (let call = waitingCall(loop); call !== undefined; call = waitingCall(loop)) {
    const decision = await decisionFor(call.approval, answers);
    // A call that waits no more was stopped while the person thought about it.
    end = (await loop.decide(call.id, decision)) ?? { type: "stopped" };
  }
  return end;
}

function waitingCall(loop: Pick<AgentLoop, "snapshot">): { id: string; approval: PendingApproval } | undefined {
  for (const { id, state } of loop.snapshot().calls.values()) {
    if (state.type === "awaiting_approval") return { id, approval: state.approval };
  }
  return undefined;
}

async function decisionFor(approval: PendingApproval, { approve, lines, status }: FormAnswers): Promise<Decision> {
  // Values that were typed earlier are shown again, so they count.
  const edits: Edits = { ...approval.edits };
  const { digest } = approval;
  if (approve === "all") return { type: "run", digest, edits };
  if (approve === "none") return { type: "cancel" };
  for (;;) {
    const line = await lines.next("run, cancel or field=value › ");
    if (line === undefined) {
      if (lines.hasEnded()) status(NOBODY_TO_ASK);
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
  const editable = form.fields.filter((field) => field.editable).map(({ id }) => id);
  const at = line.indexOf("=");
  const id = line.slice(0, Math.max(0, at)).trim();
  if (!editable.includes(id)) {
    const fields = editable.length === 0 ? "" : `, or change one of these with field=value: ${editable.join(", ")}`;
    return `    Write run or cancel${fields}.`;
  }
  edits[id] = unescaped(line.slice(at + 1));
  return `    ${id} is changed. Write run to go on.`;
}

/** A line cannot hold a line break: `\n` stands for one, and `\\` for a backslash. */
function unescaped(value: string): string {
  return value.replace(/\\([\\n])/g, (_pair, character) => (character === "n" ? "\n" : "\\"));
}
