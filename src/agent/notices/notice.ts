import type { NoticeAction, NoticeRow } from "../chat/rows";

/** What a notice says, and the buttons that help, the fitting one first. */
export type Notice = Pick<NoticeRow, "style" | "text" | "actions" | "reason" | "permission">;

/** A notice that something failed. */
export function failure(text: string, ...actions: NoticeAction[]): Notice {
  return { style: "error", text, actions };
}

/** One notice for two things that went wrong together; a trouble that the notice is about already is not said twice. */
export function withTrouble(notice: Notice, trouble: Notice): Notice {
  if (notice.text === trouble.text) return notice;
  const actions = [...new Set([...notice.actions, ...trouble.actions])];
  return { ...notice, style: "error", text: `${notice.text} ${trouble.text}`, actions };
}
