import { describe, expect, it } from "vitest";
import { resultItems } from "../../../src/commands/ask-orbit/result-items";
import { dayWords, timeWords } from "../../../src/commands/ask-orbit/words";

const AT = Date.UTC(2026, 11, 8, 8);
const LATER = AT + 45 * 60_000;

describe("C9 the rows of a result card", () => {
  it("of mails say who wrote, when, and how the mail begins", () => {
    const [mail] = resultItems({
      type: "mails",
      items: [{ id: "m", subject: "Invoice", from: "Anna", date: AT, preview: "Dear…" }],
    });
    expect(mail).toEqual({
      type: "mails",
      id: "m",
      title: "Invoice",
      subtitle: "Anna",
      text: "Invoice",
      date: AT,
      facts: [
        { title: "From", text: "Anna" },
        { title: "Received", text: timeWords(AT) },
        { title: "Begins", text: "Dear…" },
      ],
    });
  });

  it("of a draft give its text to copy, and leave out who does not get it", () => {
    const [draft] = resultItems({
      type: "mail_draft",
      items: [{ to: ["a@b.c", "d@e.f"], subject: "Hi", body: "Text" }],
    });
    expect(draft).toMatchObject({ id: undefined, title: "Hi", subtitle: "a@b.c, d@e.f", text: "Text" });
    expect(draft?.facts.map(({ title }) => title)).toEqual(["To", "Text"]);
  });

  it("of events show the time, of whole days the day", () => {
    const event = { id: "e", title: "Dentist", start: AT, end: LATER, isAllDay: false, calendar: "Private" };
    expect(resultItems({ type: "events", items: [event] })[0]).toMatchObject({
      subtitle: timeWords(AT),
      facts: [
        { title: "Starts", text: timeWords(AT) },
        { title: "Ends", text: timeWords(LATER) },
        { title: "Calendar", text: "Private" },
      ],
    });
    const day = resultItems({ type: "events", items: [{ ...event, isAllDay: true }] })[0];
    expect(day?.subtitle).toBe(dayWords(AT));
  });

  it("of reminders say when they are due, and whether they are done", () => {
    const [open, done] = resultItems({
      type: "reminders",
      items: [
        { id: "1", title: "Milk", isDone: false, due: AT },
        { id: "2", title: "Tea", isDone: true, list: "Home" },
      ],
    });
    expect(open).toMatchObject({ subtitle: `Due ${timeWords(AT)}`, isDone: false });
    expect(done).toMatchObject({ subtitle: "Home", isDone: true });
  });

  it("of contacts give everything to copy", () => {
    const [anna] = resultItems({
      type: "contacts",
      items: [{ id: "c", name: "Anna", emails: ["a@b.c"], phones: ["+49 30 1"], organisation: "Sand" }],
    });
    expect(anna).toMatchObject({ subtitle: "Sand", text: "Anna\na@b.c\n+49 30 1" });
  });

  it("of notes, photos and plain news show what there is", () => {
    expect(resultItems({ type: "notes", items: [{ id: "n", title: "Ideas" }] })).toEqual([
      { type: "notes", id: "n", title: "Ideas", subtitle: "", text: "Ideas", facts: [] },
    ]);
    const photo = { id: "p", name: "IMG_1", takenAt: AT, path: "~/a.jpg" };
    expect(resultItems({ type: "photos", items: [photo] })[0]).toMatchObject({
      subtitle: timeWords(AT),
      path: "~/a.jpg",
    });
    expect(resultItems({ type: "info", items: [{ title: "Dark mode on", detail: "Until sunrise" }] })[0]).toMatchObject(
      {
        id: undefined,
        subtitle: "Until sunrise",
      },
    );
  });
});
