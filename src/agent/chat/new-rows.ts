import type { ChatChange } from "./chat";
import type { ChatSession } from "./chat-session";
import type { Notice } from "../notices";
import type { NoticeRow } from "./rows";

/** What a new row needs to know. */
export type RowContext = {
  session: ChatSession;
  requestId: string;
  now: () => Date;
  newId: () => string;
};

/** The position after the last one. */
export function nextSeq(items: readonly { seq: number }[]): number {
  return (items.at(-1)?.seq ?? 0) + 1;
}

/** What every row begins with; `offset` is for rows that are made together. */
export function rowBase({ session, requestId, newId, now }: RowContext, offset = 0) {
  return { id: newId(), seq: nextSeq(session.chat.rows) + offset, requestId, createdAt: now().getTime() };
}

/** A notice as the newest row. */
export function noticeRow(context: RowContext, notice: Notice): { type: "row"; row: NoticeRow } {
  return { type: "row", row: { ...rowBase(context), type: "notice", ...notice } };
}

/** The header with the time of this change. A chat that goes on is not left any more. */
export function touched({ session, now }: Pick<RowContext, "session" | "now">): ChatChange {
  return { type: "header", header: { ...session.chat.header, updatedAt: now().getTime(), left: false } };
}
