import type { RouteMark } from "../history/marks";
import type { Chat } from "./chat";

/**
 * Who answers in the chat from here on: its newest route. Undefined before the first request, in older chats, and where
 * the first request never left this Mac.
 */
export function currentRoute({ marks }: Pick<Chat, "marks">): RouteMark | undefined {
  const undone = new Set(marks.flatMap((mark) => (mark.type === "not_sent" ? [mark.markId] : [])));
  return marks.filter((mark) => mark.type === "route").findLast(({ id }) => !undone.has(id));
}
