import type { CallRow } from "../history/calls";
import type { ChatHeader } from "./chat";
import type { ChatSession } from "./chat-session";
import type { RunStatus } from "./event-channel";
import type { ChatRow } from "./rows";

/** The open chat as views draw it. A new object after every change, so that views can compare. */
export type ChatSnapshot = {
  /** Undefined before the first question. */
  header: ChatHeader | undefined;
  rows: readonly ChatRow[];
  calls: ReadonlyMap<string, CallRow>;
  status: RunStatus;
  /** The title of the tool whose arguments the model is writing just now: long ones take a while. */
  coming: string | undefined;
  /** Whether Try Again would do anything now. */
  canRetry: boolean;
};

/** Makes the snapshot; the answer that streams stands in it with the text it has so far. */
export function makeSnapshot(
  session: ChatSession | undefined,
  state: Pick<ChatSnapshot, "status" | "canRetry">,
): ChatSnapshot {
  if (session === undefined) return { header: undefined, rows: [], calls: new Map(), coming: undefined, ...state };
  const { header, rows, calls } = session.chat;
  return {
    header,
    rows: rows.map((row) => withStreamedText(row, session)),
    calls: new Map(calls),
    coming: session.coming,
    ...state,
  };
}

function withStreamedText(row: ChatRow, session: ChatSession): ChatRow {
  if (row.type !== "answer" || row.status !== "streaming") return row;
  return { ...row, text: session.streamedText(row.id) };
}
