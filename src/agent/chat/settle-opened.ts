import { waitsForPerson } from "../history/calls";
import type { Limits } from "../limits";
import { closingNotice, damagedNotice, failureNotice, INTERRUPTED, type Notice } from "../notices";
import type { Host } from "../ports/host";
import type { ChatStore } from "../ports/store";
import { disclosureRows } from "../run/end-of-run";
import { lastMessage, nextStep } from "../run/next-step";
import { recoverChat } from "../run/recover-chat";
import type { Chat, ChatHeader } from "./chat";
import { noticeRow, type RowContext } from "./new-rows";

type OpenContext = RowContext & { limits: Limits };

/**
 * Settles what a crash, or a window that closed, left open in a chat that was just read. `damagedRows` of it could not be
 * read. A full disk does not keep anyone from reading: what was settled here is then stored with the next save.
 */
export async function settleOpened(context: OpenContext, damagedRows: number): Promise<void> {
  const { session, limits, now } = context;
  const { chat } = session;
  const recovered = recoverChat(chat, now().getTime(), limits);
  session.record(...recovered);
  const isWaiting = [...chat.calls.values()].some(waitsForPerson);
  // A form that waits says enough, and so does the notice that an earlier opening left.
  const isSaid = chat.rows.at(-1)?.type === "notice";
  const notes = isWaiting ? [] : disclosureRows(context);
  session.record(...notes);
  const notice = isWaiting || isSaid ? undefined : unfinishedNotice(chat, limits);
  if (notice !== undefined) session.record(noticeRow(context, notice));
  if (recovered.length > 0 || notes.length > 0 || notice !== undefined) {
    // Other windows that show the chat as it was have to notice.
    session.record({ type: "header", header: { ...chat.header, updatedAt: now().getTime() } });
  }
  // Not stored: the rows stay damaged, and the next opening says so again.
  if (damagedRows > 0) session.show(noticeRow(context, damagedNotice(damagedRows)).row);
  try {
    await session.commit();
  } catch (error) {
    session.show(noticeRow(context, failureNotice(error)).row);
  }
}

function unfinishedNotice(chat: Chat, limits: Limits): Notice | undefined {
  const step = nextStep(chat, limits);
  switch (step.type) {
    case "answer":
    case "await_person":
      return undefined;
    case "ask_model":
    case "run_calls":
      return lastMessage(chat) === undefined ? undefined : INTERRUPTED;
    case "cut_off":
    case "context_full":
    case "budget_reached":
      return closingNotice(step, limits);
  }
}

/** The request of the newest row that belongs to one; a question that waits has not become one yet. */
export function newestRequest({ rows }: Pick<Chat, "rows">): string {
  return rows.findLast(({ type }) => type !== "queued")?.requestId ?? "";
}

/**
 * Whether a chat comes back by itself: with `waiting` only if it holds a form that still waits, with `recent` also if it
 * was used lately. One that was left with New Chat does not.
 */
export async function comesBack(
  { id, updatedAt, left }: ChatHeader,
  which: "waiting" | "recent",
  { store, limits, host }: { store: Pick<ChatStore, "load">; limits: Limits; host: Pick<Host, "now"> },
): Promise<boolean> {
  const age = host.now().getTime() - updatedAt;
  if (left || age > limits.approvalLifetimeMs) return false;
  if (which === "recent" && age <= limits.reopenWithinMs) return true;
  const stored = await store.load(id);
  return [...(stored?.chat.calls.values() ?? [])].some(waitsForPerson);
}
