import type { ChatRow } from "../../agent/chat/rows";
import type { ChatSnapshot } from "../../agent/chat/snapshot";
import { toolUsage, type ToolUsage } from "../../agent/history/tool-usage";
import { imageWords } from "./words";
import { answerOf, requestRows, type PendingRow, type SectionRow } from "./request-rows";

/** One request as the list shows it. */
export type ChatSection = {
  requestId: string;
  question: string;
  /** The images that it came with, in words; empty for none. */
  images: string;
  /** Milliseconds since 1970. */
  askedAt: number;
  isNewest: boolean;
  /** `fixed`: the newest request always shows all of its rows. */
  details: "fixed" | "shown" | "hidden";
  rows: SectionRow[];
  /** The Markdown of an answer that does not stream any more. */
  answerText: string | undefined;
  /** What the tools that ran for the request have cost. */
  tools: ToolUsage[];
};

/**
 * The newest requests of a chat, at most so many, the newest first. Of an earlier one only the outcome shows, unless the
 * person expanded it.
 */
export function chatSections(snapshot: ChatSnapshot, expanded: ReadonlySet<string>, most: number): ChatSection[] {
  const requests = [...byRequest(snapshot.rows)].slice(-most).reverse();
  return requests.map(([requestId, chatRows], index) => {
    const isNewest = index === 0;
    const question = chatRows.find((row) => row.type === "user");
    const answer = answerOf(chatRows);
    const rows = requestRows({ id: requestId, rows: chatRows, isNewest }, snapshot);
    const details = isNewest ? "fixed" : expanded.has(requestId) ? "shown" : "hidden";
    return {
      requestId,
      question: question?.text ?? snapshot.header?.title ?? "",
      images: imageWords(question?.attachments),
      askedAt: question?.createdAt ?? chatRows[0]?.createdAt ?? 0,
      isNewest,
      details,
      rows: details === "hidden" ? outcomeOnly(rows) : rows,
      answerText: answer === undefined || answer.status === "streaming" ? undefined : answer.text,
      tools: toolUsage(rows.flatMap((row) => (row.type === "call" ? [row.call] : []))),
    };
  });
}

/** True where the chat begins before the last of these sections. */
export function hasEarlier({ rows }: ChatSnapshot, sections: readonly ChatSection[]): boolean {
  const first = rows.find(({ type }) => type !== "queued");
  return first !== undefined && first.requestId !== sections.at(-1)?.requestId;
}

/** The form or question that waits for the person, the first where several do. */
export function pendingRow(sections: readonly ChatSection[]): PendingRow | undefined {
  return sections.flatMap(({ rows }) => rows).find((row) => row.type === "approval" || row.type === "question");
}

/** The row to look at while the person has chosen none: what waits for them, else the newest answer or what came instead. */
export function defaultRow(sections: readonly ChatSection[]): SectionRow | undefined {
  return pendingRow(sections) ?? outcomeOnly(sections[0]?.rows ?? [])[0];
}

/** Without the questions that wait: they are of no request yet. */
function byRequest(rows: readonly ChatRow[]): Map<string, ChatRow[]> {
  return Map.groupBy(
    rows.filter(({ type }) => type !== "queued"),
    ({ requestId }) => requestId,
  );
}

function outcomeOnly(rows: readonly SectionRow[]): SectionRow[] {
  const outcome =
    rows.find((row) => row.type === "answer") ?? rows.findLast((row) => row.type === "notice") ?? rows.at(-1);
  return outcome === undefined ? [] : [outcome];
}
