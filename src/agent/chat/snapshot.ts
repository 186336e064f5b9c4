import type { CallRow } from "../history/calls";
import type { RouteMark } from "../history/marks";
import type { ChatHeader } from "./chat";
import type { ChatSession } from "./chat-session";
import type { AgentEvent, RunStatus } from "./event-channel";
import { currentRoute } from "./current-route";
import type { ChatRow } from "./rows";

/** The open chat as views draw it. A new object after every change, so that views can compare. */
export type ChatSnapshot = {
  /** Undefined before the first question. */
  header: ChatHeader | undefined;
  /** In their order; questions that wait come last. */
  rows: readonly ChatRow[];
  calls: ReadonlyMap<string, CallRow>;
  status: RunStatus;
  /** The title of the tool whose arguments the model is writing just now: long ones take a while. */
  coming: string | undefined;
  /** Whether Try Again would do anything now. */
  canRetry: boolean;
  /** Another window is at work in the chat: here it can only be read, until that one is done. */
  isElsewhere: boolean;
  /** Who answers. Undefined before the first request. */
  route: RouteMark | undefined;
};

/** No chat is open. */
export const EMPTY_SNAPSHOT: ChatSnapshot = {
  header: undefined,
  rows: [],
  calls: new Map(),
  status: "idle",
  coming: undefined,
  canRetry: false,
  isElsewhere: false,
  route: undefined,
};

type ChatState = Pick<ChatSnapshot, "status" | "canRetry" | "isElsewhere">;

/**
 * Makes snapshots. Rows and calls are copied, and the route looked for, only when one of them has changed: text that streams into a long chat costs
 * one flat copy of the list for each snapshot, however often it comes in between.
 */
export class Snapshots {
  #rows: readonly ChatRow[] | undefined;
  #calls: ReadonlyMap<string, CallRow> | undefined;
  #route: { newest: RouteMark | undefined } | undefined;

  /** Takes in what happened since the last snapshot. */
  take(event: AgentEvent): void {
    const type = event.type === "change" ? event.change.type : event.type;
    if (type === "chat" || type === "row" || type === "row_removed") this.#rows = undefined;
    if (type === "chat" || type === "call") this.#calls = undefined;
    if (type === "chat" || type === "mark") this.#route = undefined;
  }

  /** The chat as it is now; the answer that streams stands in it with the text it has so far. */
  make(session: ChatSession | undefined, state: ChatState): ChatSnapshot {
    if (session === undefined) return { ...EMPTY_SNAPSHOT, ...state };
    this.#rows ??= shownRows(session.chat.rows);
    this.#calls ??= new Map(session.chat.calls);
    this.#route ??= { newest: currentRoute(session.chat) };
    const { header } = session.chat;
    return {
      header,
      rows: withStreamedText(this.#rows, session),
      calls: this.#calls,
      coming: session.coming,
      route: this.#route.newest,
      ...state,
    };
  }
}

function shownRows(rows: readonly ChatRow[]): ChatRow[] {
  const isQueued = ({ type }: ChatRow) => type === "queued";
  return [...rows.filter((row) => !isQueued(row)), ...rows.filter(isQueued)];
}

function withStreamedText(rows: readonly ChatRow[], session: ChatSession): readonly ChatRow[] {
  const index = rows.findLastIndex((row) => row.id === session.streaming);
  const row = rows[index];
  if (row?.type !== "answer") return rows;
  return rows.with(index, { ...row, text: session.streamedText(row.id) });
}
