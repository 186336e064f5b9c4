import type { ResultCard } from "../../agent/tool/result-card";
import { dayWords, timeWords } from "./words";

/** The cards whose things are drawn alike; files have a row of their own. */
type PlainCard = Exclude<ResultCard, { type: "files" }>;

/** A thing that a call found or made, as any row can show it. */
export type ResultItem = {
  type: PlainCard["type"];
  /** The thing's own; undefined where it has none. */
  id: string | undefined;
  title: string;
  subtitle: string;
  /** What is copied of it. */
  text: string;
  /** A file that shows it, as on a result card. */
  path?: string;
  /** Milliseconds since 1970. */
  date?: number;
  isDone?: boolean;
  facts: { title: string; text: string }[];
};

/** The things of a card in its order. */
export function resultItems(card: PlainCard): ResultItem[] {
  switch (card.type) {
    case "mails":
      return card.items.map(({ id, subject, from, date, mailbox, preview }) =>
        made(card, id, subject, from, { date }, [
          ["From", from],
          ["Received", timeWords(date)],
          ["Mailbox", mailbox],
          ["Begins", preview],
        ]),
      );
    case "mail_draft":
      return card.items.map(({ to, cc = [], bcc = [], subject, body }) => ({
        ...made(card, undefined, subject, to.join(", "), {}, [
          ["To", to.join(", ")],
          ["Cc", cc.join(", ")],
          ["Bcc", bcc.join(", ")],
          ["Text", body],
        ]),
        text: body,
      }));
    case "notes":
      return card.items.map(({ id, title, folder, modifiedAt, preview }) =>
        made(card, id, title, folder, { date: modifiedAt }, [
          ["Folder", folder],
          ["Changed", modifiedAt === undefined ? undefined : timeWords(modifiedAt)],
          ["Begins", preview],
        ]),
      );
    case "events":
      return card.items.map(({ id, title, start, end, isAllDay, calendar, location }) => {
        const words = isAllDay ? dayWords : timeWords;
        return made(card, id, title, words(start), {}, [
          ["Starts", words(start)],
          ["Ends", words(end)],
          ["Calendar", calendar],
          ["Place", location],
        ]);
      });
    case "reminders":
      return card.items.map(({ id, title, isDone, due, list }) =>
        made(card, id, title, due === undefined ? list : `Due ${timeWords(due)}`, { isDone }, [
          ["State", isDone ? "Done" : "To do"],
          ["Due", due === undefined ? undefined : timeWords(due)],
          ["List", list],
        ]),
      );
    case "contacts":
      return card.items.map(({ id, name, emails, phones, organisation }) => ({
        ...made(card, id, name, organisation ?? emails[0] ?? phones[0], {}, [
          ["Organisation", organisation],
          ...emails.map((email): Fact => ["Email", email]),
          ...phones.map((phone): Fact => ["Phone", phone]),
        ]),
        text: [name, ...emails, ...phones].join("\n"),
      }));
    case "photos":
      return card.items.map(({ id, name, takenAt, path }) =>
        made(card, id, name, takenAt === undefined ? undefined : timeWords(takenAt), { path }, [
          ["Taken", takenAt === undefined ? undefined : timeWords(takenAt)],
        ]),
      );
    case "info":
      return card.items.map(({ title, detail }) => made(card, undefined, title, detail, {}, [["Detail", detail]]));
  }
}

type Fact = [title: string, text: string | undefined];
type Extras = { date?: number | undefined; path?: string | undefined; isDone?: boolean };

function made(
  { type }: PlainCard,
  id: string | undefined,
  title: string,
  subtitle: string | undefined,
  { date, path, isDone }: Extras,
  facts: Fact[],
): ResultItem {
  return {
    type,
    id,
    title,
    subtitle: subtitle ?? "",
    text: title,
    ...(date !== undefined && { date }),
    ...(path !== undefined && { path }),
    ...(isDone !== undefined && { isDone }),
    facts: facts.flatMap(([name, text]) => (text === undefined || text === "" ? [] : [{ title: name, text }])),
  };
}
