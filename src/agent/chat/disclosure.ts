import type { CallRow } from "../history/calls";
import { keptMessages, type SentMark } from "../history/marks";
import type { Provider } from "../ports/provider";
import { TEXT_LIMITS } from "../text/text-limits";
import { mergeDisclosures, type Disclosure } from "../tool/disclosure";
import type { Attachment } from "./attachments";
import type { Chat } from "./chat";

/** What of the person's went to one recipient. */
export type DisclosureNote = { recipient: string; items: Disclosure[] };

/** What a request that is about to leave holds of the person's and this recipient has not had. */
type Pending = { items: Disclosure[]; images: string[] };

/**
 * What of the person's is in the history and has not gone to this recipient yet. Nobody keeps a tally: it is what
 * requests would hold, after the newest message that a request has taken there. So a recipient that is new to the chat
 * gets all of it, and what waits since a request was stopped goes with the next one. Not so images, which can stay out of
 * a request and be in a later one: `shown` are those of this one, by their files, and each counts when it first goes out.
 */
export function pendingDisclosures(chat: Chat, recipientKey: string, shown: readonly string[]): Pending {
  const sent = sentMarks(chat).filter((mark) => mark.recipientKey === recipientKey);
  const sentUpTo = sent.reduce((last, { upToSeq }) => Math.max(last, upToSeq), -1);
  const attachments = attachmentsByRequest(chat);
  const calls = Map.groupBy(chat.calls.values(), ({ messageId }) => messageId);
  const items = keptMessages(chat)
    .filter(({ seq }) => seq > sentUpTo)
    .flatMap((message) =>
      message.role === "user"
        ? (attachments.get(message.requestId) ?? []).flatMap(attachmentDisclosures)
        : // A request goes out only when the calls before it are settled, and the results go right after their message.
          (calls.get(message.id) ?? []).toSorted((a, b) => a.index - b.index).flatMap(resultDisclosures),
    );
  const had = new Set(sent.flatMap(({ images }) => images ?? []));
  const images = shown.filter((file) => !had.has(file));
  const counted: Disclosure[] = images.length === 0 ? [] : [{ kind: "images", count: images.length }];
  return { items: mergeDisclosures([...items, ...counted]), images };
}

/** The mark for a request that is about to be handed to a provider; none where it holds nothing new of the person's. */
export function sentMark(
  chat: Chat,
  { recipientKey, recipient }: Pick<Provider, "recipientKey" | "recipient">,
  shown: readonly string[],
  { requestId, id }: Pick<SentMark, "requestId" | "id">,
): SentMark | undefined {
  const { items, images } = pendingDisclosures(chat, recipientKey, shown);
  const upToSeq = keptMessages(chat).at(-1)?.seq;
  if (upToSeq === undefined || items.length === 0) return undefined;
  return {
    id,
    type: "sent",
    upToSeq,
    recipientKey,
    recipient,
    requestId,
    items,
    ...(images.length > 0 && { images }),
  };
}

/**
 * What has gone out in this chat and stands in no row yet, one note for each recipient: all that the marks say, less all
 * that the rows say. So it does not matter how often it is asked for, or whether a crash came between mark and row.
 */
export function openNotes(chat: Chat): DisclosureNote[] {
  const said = new Map<string, number>();
  for (const row of chat.rows) {
    if (row.type !== "disclosure") continue;
    for (const { kind, count } of row.items) {
      const key = `${kind} ${row.recipient}`;
      said.set(key, (said.get(key) ?? 0) + count);
    }
  }
  const open = new Map<string, Disclosure[]>();
  for (const { recipient, items } of sentMarks(chat)) {
    const unsaid = items.flatMap(({ kind, count }): Disclosure[] => {
      const key = `${kind} ${recipient}`;
      const already = Math.min(said.get(key) ?? 0, count);
      said.set(key, (said.get(key) ?? 0) - already);
      return already === count ? [] : [{ kind, count: count - already }];
    });
    if (unsaid.length > 0) open.set(recipient, [...(open.get(recipient) ?? []), ...unsaid]);
  }
  return [...open].map(([recipient, items]) => ({ recipient, items: mergeDisclosures(items) }));
}

/** The requests that left this Mac, or may have. */
function sentMarks({ marks }: Pick<Chat, "marks">): SentMark[] {
  const failed = new Set(marks.flatMap((mark) => (mark.type === "not_sent" ? [mark.markId] : [])));
  return marks.filter((mark) => mark.type === "sent").filter(({ id }) => !failed.has(id));
}

function attachmentsByRequest({ rows }: Pick<Chat, "rows">): Map<string, Attachment[]> {
  return new Map(rows.flatMap((row) => (row.type === "user" ? [[row.requestId, row.attachments ?? []]] : [])));
}

/** The names of selected files count each, a selected text counts once. */
function attachmentDisclosures(attachment: Attachment): Disclosure[] {
  switch (attachment.type) {
    case "finder_selection": {
      const count = Math.min(attachment.paths.length, TEXT_LIMITS.selectionPaths);
      return count === 0 ? [] : [{ kind: "selection", count }];
    }
    case "selected_text":
      return attachment.text.trim() === "" ? [] : [{ kind: "selection", count: 1 }];
    case "image":
      // Counted where a request shows it.
      return [];
  }
}

/** A result that was cut later still counts whole: its beginning and its end go out. */
function resultDisclosures({ state }: CallRow): Disclosure[] {
  return state.type === "result" ? (state.disclosures ?? []) : [];
}
