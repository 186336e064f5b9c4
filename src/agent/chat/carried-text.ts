import type { Chat } from "./chat";

/**
 * What a new chat takes along of the one before it: the question that did not fit any more, where that is how it ended.
 * Only what was typed; what was sent along was of that moment.
 */
export function carriedText({ rows }: Pick<Chat, "rows">): string | undefined {
  const last = rows.findLast(({ type }) => type !== "queued" && type !== "disclosure");
  if (last?.type !== "notice" || last.reason !== "context_full") return undefined;
  return rows.findLast((row) => row.type === "user")?.text;
}
