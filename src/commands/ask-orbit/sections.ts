import type { PendingApproval } from "../../agent/tool/approval";
import { isSettled, type CallRow } from "../../agent/history/calls";
import type { FileItem } from "../../agent/tool/result-card";
import { RISKS } from "../../agent/tool/risk";
import type { AnswerRow, ChatRow, NoticeRow } from "../../agent/chat/rows";
import type { ChatSnapshot } from "../../agent/chat/snapshot";

/** One row of the list, as data. `id` stays the same as long as the row is about the same thing. */
export type SectionRow =
  /** Without an answer where nothing of it has arrived yet. */
  | { type: "answer"; id: string; answer: AnswerRow | undefined }
  /** What the model said before it used a tool, or what the provider says that it is doing. */
  | { type: "progress"; id: string; text: string }
  | { type: "call"; id: string; call: CallRow }
  /** "`position` of `total`" counts the calls of the turn that need a word. */
  | { type: "approval"; id: string; call: CallRow; approval: PendingApproval; position: number; total: number }
  | { type: "file"; id: string; item: FileItem }
  | { type: "notice"; id: string; notice: NoticeRow };

/** One request as the list shows it. */
export type ChatSection = {
  requestId: string;
  question: string;
  /** Milliseconds since 1970. */
  askedAt: number;
  isNewest: boolean;
  /** `fixed`: the newest request always shows all of its rows. */
  details: "fixed" | "shown" | "hidden";
  rows: SectionRow[];
  /** The Markdown of an answer that does not stream any more. */
  answerText: string | undefined;
  /** The tools that the request has used, by their registered names. */
  tools: string[];
};

/**
 * The newest requests of a chat, at most so many, the newest first. Of an earlier one only the outcome shows, unless the
 * person expanded it.
 */
export function chatSections(snapshot: ChatSnapshot, expanded: ReadonlySet<string>, most: number): ChatSection[] {
  const requests = [...byRequest(snapshot.rows)].slice(-most).reverse();
  return requests.map(([requestId, chatRows], index) => {
    const isNewest = index === 0;
    const isWorking = isNewest && snapshot.status === "running";
    const question = chatRows.find((row) => row.type === "user");
    const answer = answerOf(chatRows);
    const rows = sectionRows(
      requestId,
      chatRows,
      answer,
      snapshot.calls,
      isWorking,
      isWorking ? snapshot.coming : undefined,
    );
    const details = isNewest ? "fixed" : expanded.has(requestId) ? "shown" : "hidden";
    return {
      requestId,
      question: question?.text ?? snapshot.header?.title ?? "",
      askedAt: question?.createdAt ?? chatRows[0]?.createdAt ?? 0,
      isNewest,
      details,
      rows: details === "hidden" ? outcomeOnly(rows) : rows,
      answerText: answer === undefined || answer.status === "streaming" ? undefined : answer.text,
      tools: [...new Set(rows.flatMap((row) => (row.type === "call" ? [row.call.tool] : [])))],
    };
  });
}

/** True where the chat begins before the last of these sections. */
export function hasEarlier({ rows }: ChatSnapshot, sections: readonly ChatSection[]): boolean {
  return rows[0] !== undefined && rows[0].requestId !== sections.at(-1)?.requestId;
}

/** The form that waits for the person's word, the first where several do. */
export function pendingRow(sections: readonly ChatSection[]): Extract<SectionRow, { type: "approval" }> | undefined {
  return sections.flatMap(({ rows }) => rows).find((row) => row.type === "approval");
}

/** The row to look at while the person has chosen none: the form that waits, else the newest answer or what came instead. */
export function defaultRow(sections: readonly ChatSection[]): SectionRow | undefined {
  return pendingRow(sections) ?? outcomeOnly(sections[0]?.rows ?? [])[0];
}

function byRequest(rows: readonly ChatRow[]): Map<string, ChatRow[]> {
  const requests = new Map<string, ChatRow[]>();
  for (const row of rows) {
    const others = requests.get(row.requestId);
    if (others === undefined) requests.set(row.requestId, [row]);
    else others.push(row);
  }
  return requests;
}

/** The text after the last call. What came before a call was said on the way. */
function answerOf(rows: readonly ChatRow[]): AnswerRow | undefined {
  const lastCall = rows.findLastIndex((row) => row.type === "call");
  return rows.slice(lastCall + 1).findLast((row) => row.type === "answer");
}

function sectionRows(
  requestId: string,
  chatRows: readonly ChatRow[],
  answer: AnswerRow | undefined,
  calls: ReadonlyMap<string, CallRow>,
  isWorking: boolean,
  coming: string | undefined,
): SectionRow[] {
  const shownPaths = new Set<string>();
  const rows = chatRows.flatMap((row): SectionRow[] => {
    switch (row.type) {
      case "user":
      case "queued":
      case "disclosure":
        return [];
      case "answer":
        return row === answer ? [] : [{ type: "progress", id: row.id, text: row.text }];
      case "progress":
        return [{ type: "progress", id: row.id, text: row.text }];
      case "notice":
        return [{ type: "notice", id: row.id, notice: row }];
      case "call": {
        const call = calls.get(row.callId);
        return call === undefined ? [] : [callRow(call, calls), ...fileRows(call, shownPaths)];
      }
    }
  });
  if (coming !== undefined) rows.push({ type: "progress", id: `coming:${requestId}`, text: `Preparing: ${coming}…` });
  const hasAnswerRow = answer !== undefined || isWorking;
  return hasAnswerRow ? [{ type: "answer", id: `answer:${requestId}`, answer }, ...rows] : rows;
}

function callRow(call: CallRow, calls: ReadonlyMap<string, CallRow>): SectionRow {
  if (call.state.type !== "awaiting_approval") return { type: "call", id: `call:${call.id}`, call };
  const asking = [...calls.values()].filter((other) => other.messageId === call.messageId && needsWord(other));
  const position = asking.filter((other) => other.index <= call.index).length;
  const { approval } = call.state;
  return { type: "approval", id: `approval:${call.id}`, call, approval, position, total: asking.length };
}

/** A call that was refused before it got a form never needed a word. */
function needsWord(call: CallRow): boolean {
  return call.askedAt !== undefined || (RISKS[call.risk].asks && !isSettled(call));
}

/** A file that several calls of a request give is shown where it came first. */
function fileRows(call: CallRow, shownPaths: Set<string>): SectionRow[] {
  const card = call.state.type === "result" ? call.state.card : undefined;
  if (card?.type !== "files") return [];
  return card.items.flatMap((item): SectionRow[] => {
    if (shownPaths.has(item.path)) return [];
    shownPaths.add(item.path);
    return [{ type: "file", id: `file:${call.id}:${item.path}`, item }];
  });
}

function outcomeOnly(rows: readonly SectionRow[]): SectionRow[] {
  const outcome =
    rows.find((row) => row.type === "answer") ?? rows.findLast((row) => row.type === "notice") ?? rows.at(-1);
  return outcome === undefined ? [] : [outcome];
}
