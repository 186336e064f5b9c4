import type { ChatChange } from "./chat";
import type { ChatSession } from "./chat-session";
import { questionChanges, questionRow, type Question, type QuestionContext } from "./new-question";
import { rowBase, type RowContext } from "./new-rows";
import type { ChatRow } from "./rows";
import type { Notice } from "../notices";
import { StoreError } from "../ports/store";

/** A question that waits for the run before it to end. */
export type QueuedRow = Extract<ChatRow, { type: "queued" }>;

/** The questions that wait, in the order in which they will be sent. */
export function queuedRows(rows: readonly ChatRow[]): QueuedRow[] {
  return rows.filter((row) => row.type === "queued");
}

/** The row of a question that has to wait. It holds what was sent along as it was at that moment. */
export function queuedRow(context: RowContext, { text, attachments }: Question): QueuedRow {
  return { ...rowBase(context), type: "queued", text, attachments: [...attachments] };
}

/**
 * Puts a question that waited into the history. All of it is one save, made only if the question still waits in the
 * store: so it is never lost, and of two windows that send or withdraw it the first one counts. Throws `StoreError`, and
 * then has changed nothing.
 */
export async function sendQueued(context: QuestionContext, row: QueuedRow): Promise<void> {
  const { session } = context;
  const { told } = session;
  try {
    await session.commitIf({ rowsExist: [row.id] }, [
      { type: "row_removed", rowId: row.id },
      ...(await questionChanges(context, questionRow(context, row))),
    ]);
  } catch (error) {
    session.told = told;
    throw error;
  }
}

/** Takes a question back. False where another window has sent it, or has taken it back, a moment before. */
export async function withdrawQueued(session: ChatSession, { id }: QueuedRow): Promise<boolean> {
  const removal: ChatChange = { type: "row_removed", rowId: id };
  try {
    await session.commitIf({ rowsExist: [id] }, [removal]);
    return true;
  } catch (error) {
    if (isRowGone(error)) return false;
    throw error;
  }
}

/** True where a save was refused because another window has sent or withdrawn the question. */
export function isRowGone(error: unknown): boolean {
  return error instanceof StoreError && error.detail.type === "row_gone";
}

/** The notice of a request that did not come to its end, with what that means for the questions behind it. */
export function withQueue(notice: Notice, rows: readonly ChatRow[]): Notice {
  const count = queuedRows(rows).length;
  if (count === 0) return notice;
  const words =
    count === 1
      ? "A question still waits: send it or take it back."
      : `${count} questions still wait: send them or take them back.`;
  return { ...notice, text: `${notice.text} ${words}` };
}
