import { describe, expect, it } from "vitest";
import { callStateSchema } from "../../../src/agent/history/calls";
import { resultCardSchema, type ResultCard } from "../../../src/agent/tool/result-card";

/** Each kind with no more than what it had from the start. */
const CARDS: ResultCard[] = [
  { type: "files", items: [{ path: "~/a.txt", name: "a.txt", isFolder: false }] },
  { type: "mails", items: [{ id: "1", subject: "Hello", from: "kim@example.com", date: 0 }] },
  { type: "mail_draft", items: [{ to: ["kim@example.com"], subject: "Hello", body: "" }] },
  { type: "notes", items: [{ id: "1", title: "Move" }] },
  { type: "events", items: [{ id: "1", title: "Lunch", start: 0, end: 1, isAllDay: false }] },
  { type: "reminders", items: [{ id: "1", title: "Milk", isDone: false }] },
  { type: "contacts", items: [{ id: "1", name: "Kim", emails: [], phones: [] }] },
  { type: "photos", items: [{ id: "1", name: "IMG_1.heic" }] },
  { type: "info", items: [{ title: "Dark appearance" }] },
];

describe("C9 the nine cards", () => {
  it.each(CARDS.map((card) => [card.type, card] as const))(
    "%s: an old row is read, with a new field or without",
    (_type, card) => {
      expect(resultCardSchema.parse(card)).toEqual(card);
      const later = { ...card, items: card.items.map((item) => ({ ...item, addedLater: 1 })) };
      expect(resultCardSchema.parse(later)).toEqual(card);
    },
  );

  it.each<[string, unknown]>([
    ["of a kind that is not known yet", { type: "playlists", items: [{ id: "1" }] }],
    ["with an item that lacks something", { type: "notes", items: [{ id: "1" }] }],
    ["that is none", 7],
  ])("a stored card %s costs its rows, not the call's result", (_name, card) => {
    const state = { type: "result", at: 0, text: "Found it.", isError: false, ran: true, summary: "Found", card };
    expect(callStateSchema.parse(state)).toEqual({ ...state, card: { type: "info", items: [] } });
  });

  it("a result without a card has none", () => {
    const state = { type: "result", at: 0, text: "Found it.", isError: false, ran: true, summary: "Found" };
    expect(callStateSchema.parse(state)).toEqual(state);
    expect(callStateSchema.parse(state)).not.toHaveProperty("card");
  });
});
