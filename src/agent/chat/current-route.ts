import type { RouteMark } from "../history/marks";
import type { Chat } from "./chat";

/**
 * Who answers in the chat from here on: its newest route. Undefined before the first request, in older chats, and where
 * the first request never left this Mac.
 */
export function currentRoute(chat: Pick<Chat, "marks">): RouteMark | undefined {
  return routesIn(chat).at(-1);
}

/** Whether the model of a route has ever answered in the chat. Its recipient may have, with another one. */
export function hasAnswered(chat: Pick<Chat, "marks" | "messages">, { recipientKey, model }: RouteMark): boolean {
  const routes = routesIn(chat);
  // A message names the model that really answered, which may go by another name than the one that was asked.
  const askedModel = (seq: number) => routes.findLast(({ afterSeq = -1 }) => afterSeq < seq)?.model;
  return chat.messages.some(
    (message) =>
      message.role === "assistant" && message.recipientKey === recipientKey && askedModel(message.seq) === model,
  );
}

/** The routes that hold or have held, oldest first. */
function routesIn({ marks }: Pick<Chat, "marks">): RouteMark[] {
  const undone = new Set(marks.flatMap((mark) => (mark.type === "not_sent" ? [mark.markId] : [])));
  return marks.filter((mark) => mark.type === "route").filter(({ id }) => !undone.has(id));
}
