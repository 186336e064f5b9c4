import type { Chat } from "../../../../src/agent/chat/chat";
import type { Life } from "./life";

/**
 * What of the person's went to a recipient: each thing once, of the requests that were handed to the provider, or only of
 * those that left.
 */
export function sentCount({ requests }: Life, { header: { id } }: Chat, recipientKey: string, hasLeft = false): number {
  const personal = new Map<string, number>();
  for (const sent of requests) {
    if (sent.chatId !== id || sent.recipientKey !== recipientKey || (hasLeft && !sent.turn.leaves)) continue;
    for (const [name, count] of sent.personal) personal.set(name, count);
  }
  return sum([...personal.values()]);
}

/** What the marks say went to a recipient. */
export function markedCount({ marks }: Chat, recipientKey: string): number {
  const undone = new Set(marks.map((mark) => (mark.type === "not_sent" ? mark.markId : "")));
  const sent = marks.filter(
    (mark) => mark.type === "sent" && mark.recipientKey === recipientKey && !undone.has(mark.id),
  );
  return sum(sent.flatMap((mark) => (mark.type === "sent" ? mark.items.map(({ count }) => count) : [])));
}

/** What the person is told of that. */
export function saidCount({ rows }: Chat, recipient: string): number {
  const said = rows.filter((row) => row.type === "disclosure" && row.recipient === recipient);
  return sum(said.flatMap((row) => (row.type === "disclosure" ? row.items.map(({ count }) => count) : [])));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
