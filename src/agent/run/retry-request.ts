import type { Chat, ChatChange } from "../chat/chat";
import type { ChatRow } from "../chat/rows";
import { toolUses, type Message } from "../history/messages";
import type { PermissionKind } from "../tool/permission";

/** What Retry takes back: changes of the chat, and permissions whose lack was said in a notice that goes. */
export type TakenBack = { changes: ChatChange[]; permissions: PermissionKind[] };

/** Takes back what the newest try of a request left behind the message that the next one goes on from. */
export function takeBackLastTry({ rows }: Chat, message: Message, newId: () => string): TakenBack {
  const left = lastTry(rows);
  const isAnswer = message.role === "assistant" && toolUses(message).length === 0;
  const mark = { id: newId(), type: "superseded" as const, messageId: message.id };
  return {
    changes: [
      ...(isAnswer ? [{ type: "mark" as const, mark }] : []),
      ...left.map((row): ChatChange => ({ type: "row_removed", rowId: row.id })),
    ],
    permissions: left.flatMap((row) => (row.type === "notice" && row.permission ? [row.permission] : [])),
  };
}

/** The rows below the last call: an answer and notices. What was sent stays said, and what waits goes on waiting. */
function lastTry(rows: readonly ChatRow[]): ChatRow[] {
  const start = rows.findLastIndex(({ type }) => type === "user" || type === "call");
  return rows.slice(start + 1).filter(({ type }) => type !== "disclosure" && type !== "queued");
}
