import type { AnswerRow, ChatRow, NoticeAction, NoticeRow } from "../../agent/chat/rows";
import type { ChatSnapshot } from "../../agent/chat/snapshot";
import { callStatus, type CallStatus } from "../../agent/history/call-status";
import { isSettled, waitsForPerson, type AskedQuestion, type CallRow } from "../../agent/history/calls";
import type { PendingApproval } from "../../agent/tool/approval";
import type { Disclosure } from "../../agent/tool/disclosure";
import type { FileItem } from "../../agent/tool/result-card";
import { RISKS } from "../../agent/tool/risk";
import { resultItems, type ResultItem } from "./result-items";

/** The actions of notices that have a button. There is nothing yet to sign in to. */
export type NoticeButton = Exclude<NoticeAction, "sign_in">;

/** Where a call stands among those of its turn that need the person. */
type Turn = { position: number; total: number };

/** One row of the list, as data. `id` stays the same as long as the row is about the same thing. */
export type SectionRow =
  /** Without an answer where nothing of it has arrived yet. */
  | { type: "answer"; id: string; answer: AnswerRow | undefined }
  /** What the model said before it used a tool, or what the provider says that it is doing. */
  | { type: "progress"; id: string; text: string }
  | { type: "call"; id: string; call: CallRow; status: CallStatus }
  | ({ type: "approval"; id: string; call: CallRow; approval: PendingApproval } & Turn)
  | ({ type: "question"; id: string; call: CallRow; question: AskedQuestion } & Turn)
  | { type: "file"; id: string; item: FileItem }
  | { type: "item"; id: string; item: ResultItem }
  /** `buttons`: those of the notice's actions that make sense by now. */
  | { type: "notice"; id: string; notice: NoticeRow; buttons: NoticeButton[] }
  /** What of the person's went to whom. */
  | { type: "disclosure"; id: string; items: readonly Disclosure[]; recipient: string };

/** A row that waits for the person. */
export type PendingRow = Extract<SectionRow, { type: "approval" | "question" }>;

/** One request of the open chat. */
export type Request = { id: string; rows: readonly ChatRow[]; isNewest: boolean };

/** The text after the last call. What came before a call was said on the way. */
export function answerOf(rows: readonly ChatRow[]): AnswerRow | undefined {
  const lastCall = rows.findLastIndex((row) => row.type === "call");
  return rows.slice(lastCall + 1).findLast((row) => row.type === "answer");
}

/** The rows of a request in the order in which things happened, but the answer first: it has its row from the start. */
export function requestRows({ id, rows: chatRows, isNewest }: Request, snapshot: ChatSnapshot): SectionRow[] {
  const isWorking = isNewest && snapshot.status === "running";
  const answer = answerOf(chatRows);
  const lastOffer = isNewest ? chatRows.findLast(offersToGoOn) : undefined;
  const shown = new Set<string>();
  const rows = chatRows.flatMap((row): SectionRow[] => {
    switch (row.type) {
      case "user":
      case "queued":
        return [];
      case "answer":
        return row === answer ? [] : [{ type: "progress", id: row.id, text: row.text }];
      case "progress":
        return [{ type: "progress", id: row.id, text: row.text }];
      case "notice":
        return [{ type: "notice", id: row.id, notice: row, buttons: buttonsOf(row, row === lastOffer, snapshot) }];
      case "disclosure":
        return [{ type: "disclosure", id: row.id, items: row.items, recipient: row.recipient }];
      case "call": {
        const call = snapshot.calls.get(row.callId);
        return call === undefined ? [] : [callRow(call, snapshot), ...itemRows(call, shown)];
      }
    }
  });
  if (isWorking && snapshot.coming !== undefined) {
    rows.push({ type: "progress", id: `coming:${id}`, text: `Preparing: ${snapshot.coming}…` });
  }
  const hasAnswerRow = answer !== undefined || isWorking;
  return hasAnswerRow ? [{ type: "answer", id: `answer:${id}`, answer }, ...rows] : rows;
}

/** What another window is asked is answered there. */
function callRow(call: CallRow, { calls, status, isElsewhere }: ChatSnapshot): SectionRow {
  const { id, state } = call;
  if (state.type === "awaiting_approval" && !isElsewhere) {
    return { type: "approval", id: `approval:${id}`, call, approval: state.approval, ...turnOf(call, calls) };
  }
  if (state.type === "awaiting_answer" && !isElsewhere) {
    return { type: "question", id: `question:${id}`, call, question: state.question, ...turnOf(call, calls) };
  }
  const isRunning = status === "running" || isElsewhere;
  return { type: "call", id: `call:${id}`, call, status: callStatus(call, { isRunning }) };
}

function turnOf(call: CallRow, calls: ReadonlyMap<string, CallRow>): Turn {
  const asking = [...calls.values()].filter((other) => other.messageId === call.messageId && needsPerson(other));
  return { position: asking.filter((other) => other.index <= call.index).length, total: asking.length };
}

/** A call that was refused before it got a form never needed a word. */
function needsPerson(call: CallRow): boolean {
  return call.askedAt !== undefined || waitsForPerson(call) || (RISKS[call.risk].asks && !isSettled(call));
}

/** What a call gave; where several calls of a request give the same, it is shown where it came first. */
function itemRows(call: CallRow, shown: Set<string>): SectionRow[] {
  const card = call.state.type === "result" ? call.state.card : undefined;
  if (card === undefined) return [];
  const rows: { key: string; row: SectionRow }[] =
    card.type === "files"
      ? card.items.map((item) => ({
          key: `file:${item.path}`,
          row: { type: "file", id: `file:${call.id}:${item.path}`, item },
        }))
      : resultItems(card).map((item, index) => ({
          key: `${card.type}:${item.id ?? `${call.id}:${index}`}`,
          row: { type: "item", id: `${card.type}:${call.id}:${item.id ?? index}`, item },
        }));
  return rows.flatMap(({ key, row }) => {
    if (shown.has(key)) return [];
    shown.add(key);
    return [row];
  });
}

/** True for a notice with a button that goes on in its own way: of those only the last one may do so. */
function offersToGoOn(row: ChatRow): boolean {
  return row.type === "notice" && row.actions.some((action) => GOING_ON.includes(action));
}

const GOING_ON: readonly NoticeAction[] = ["retry", "new_chat", "switch_provider"];

/** What sends again is offered once, and only while something can be sent; what opens a window stays. */
function buttonsOf({ actions }: NoticeRow, isLastOffer: boolean, { canRetry }: ChatSnapshot): NoticeButton[] {
  return actions.filter((action): action is NoticeButton => {
    switch (action) {
      case "retry":
      case "switch_provider":
        return isLastOffer && canRetry;
      case "new_chat":
        return isLastOffer;
      case "sign_in":
        return false;
      case "open_settings":
      case "open_permission_settings":
      case "check_setup":
        return true;
    }
  });
}
