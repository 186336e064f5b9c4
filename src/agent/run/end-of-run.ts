import { openNotes } from "../chat/disclosure";
import { noticeRow, rowBase, touched, type RowContext } from "../chat/new-rows";
import { withQueue } from "../chat/queue";
import type { ChatRow } from "../chat/rows";
import { failureNotice, withTrouble, type Notice } from "../notices";

/** The rows that say what of the person's has gone to whom since that was last said. */
export function disclosureRows(context: RowContext): { type: "row"; row: ChatRow }[] {
  return openNotes(context.session.chat).map((note, index) => ({
    type: "row",
    row: { ...rowBase(context, index), type: "disclosure", ...note },
  }));
}

/**
 * Ends a run in the chat: with what was sent, then the closing notice, which stays the last row. Whether the chat can be
 * saved is seen before the notice is made, so that a failure has one, whatever else went wrong. Behind a run that did not
 * come to its end, the questions that wait go on waiting; the notice says that too.
 */
export async function endRun(context: RowContext, notice?: Notice, { isUnfinished = false } = {}): Promise<void> {
  const { session } = context;
  const rows = disclosureRows(context);
  if (rows.length === 0 && notice === undefined) return;
  const trouble = await session.commit(...rows, touched(context)).then(() => undefined, failureNotice);
  const closing = notice === undefined || trouble === undefined ? (notice ?? trouble) : withTrouble(notice, trouble);
  if (closing === undefined) return;
  // A save that fails only now loses nothing: the notice goes with the next one.
  const said = isUnfinished ? withQueue(closing, session.chat.rows) : closing;
  await session.commit(noticeRow(context, said)).catch(() => undefined);
}
