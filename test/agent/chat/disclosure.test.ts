import { describe, expect, it } from "vitest";
import type { Attachment } from "../../../src/agent/chat/attachments";
import { applyChange, emptyChat, type Chat } from "../../../src/agent/chat/chat";
import { openNotes, pendingDisclosures, sentMark } from "../../../src/agent/chat/disclosure";
import type { CallRow } from "../../../src/agent/history/calls";
import type { Mark } from "../../../src/agent/history/marks";
import type { Disclosure } from "../../../src/agent/tool/disclosure";
import { scriptedProvider } from "../support/scripted-provider";

const A = scriptedProvider([], "anthropic");
const B = { ...scriptedProvider([], "openai"), recipient: "another" };

/** A chat that grows by what each test adds. */
function growingChat() {
  const chat = emptyChat({ id: "chat", title: "", createdAt: 0, updatedAt: 0, left: false });
  let last = 0;
  const base = () => ({ id: `id${(last += 1)}`, seq: last, createdAt: 0 });
  const mark = (each: Mark) => applyChange(chat, { type: "mark", mark: each });
  const asks = (requestId: string, ...attachments: Attachment[]): string => {
    const message = { ...base(), requestId, role: "user" as const, content: [] };
    applyChange(chat, { type: "row", row: { ...base(), requestId, type: "user", text: "?", attachments } });
    applyChange(chat, { type: "message", message });
    return message.id;
  };
  /** A turn that called tools, with what the results of its calls hold. */
  const looks = (requestId: string, ...results: Disclosure[][]): void => {
    const message = {
      ...base(),
      requestId,
      role: "assistant" as const,
      content: [],
      provider: "anthropic" as const,
      model: "m",
      stopReason: { type: "tool_use" as const },
    };
    applyChange(chat, { type: "message", message });
    // Put in backwards, as calls may end in any order.
    for (const [index, disclosures] of [...results.entries()].reverse()) {
      applyChange(chat, { type: "call", call: resultOf(`${message.id}-${index}`, message.id, index, disclosures) });
    }
  };
  /** What a request to this provider does to the chat. */
  const sends = (provider = A, images: readonly string[] = []): string | undefined => {
    const sent = sentMark(chat, provider, images, { requestId: "r", id: base().id });
    if (sent !== undefined) mark(sent);
    return sent?.id;
  };
  /** What the end of a run does to the chat. */
  const notes = (): void => {
    for (const note of openNotes(chat)) {
      applyChange(chat, { type: "row", row: { ...base(), requestId: "r", type: "disclosure", ...note } });
    }
  };
  return { chat, mark, asks, looks, sends, notes };
}

function resultOf(id: string, messageId: string, index: number, disclosures: Disclosure[]): CallRow {
  const state = { type: "result", at: 0, text: "t", isError: false, ran: true, summary: "s", disclosures } as const;
  return { id, requestId: "r", messageId, index, tool: "t", risk: "read", input: {}, label: "", state };
}

const names = (count: number): Disclosure => ({ kind: "fileNames", count });
const files = (count: number): Disclosure => ({ kind: "fileContents", count });
const mails = (count: number): Disclosure => ({ kind: "emails", count });
const selected = (count: number): Disclosure => ({ kind: "selection", count });
const pathsOf = (count: number): Extract<Attachment, { type: "finder_selection" }> => ({
  type: "finder_selection",
  paths: Array.from({ length: count }, (_, index) => `/a/${index}`),
});
const pending = (chat: Chat, { recipientKey } = A, images: readonly string[] = []) =>
  pendingDisclosures(chat, recipientKey, images).items;

describe("C10 what waits to be sent", () => {
  it("is what the chips and the results hold, summed by kind in the order of its first appearance", () => {
    const { chat, asks, looks } = growingChat();
    asks("r", pathsOf(3), { type: "selected_text", text: "Some text" });
    looks("r", [names(2), files(1)], [mails(1), names(5)]);
    looks("r", [files(1)]);
    expect(pending(chat)).toEqual([selected(4), names(7), files(2), mails(1)]);
  });

  it.each<[string, Attachment, Disclosure[]]>([
    ["fifty paths of more", pathsOf(60), [selected(50)]],
    ["no path at all, where all are withheld", { ...pathsOf(0), withheldCount: 2 }, []],
    ["one text, however long", { type: "selected_text", text: "x".repeat(9_000) }, [selected(1)]],
    ["an empty text", { type: "selected_text", text: " \n" }, []],
  ])("counts of a selection what is sent: %s", (_name, attachment, items) => {
    const { chat, asks } = growingChat();
    asks("r", attachment);
    expect(pending(chat)).toEqual(items);
  });

  it("is nothing once a request has taken it, and then only what is new", () => {
    const { chat, asks, looks, sends } = growingChat();
    asks("r", pathsOf(3));
    sends();
    expect([pending(chat), sends()]).toEqual([[], undefined]);
    looks("r", [names(2)]);
    expect(pending(chat)).toEqual([names(2)]);
  });

  it("is everything for a recipient that is new to the chat, and for the first one again only what is new", () => {
    const { chat, asks, sends } = growingChat();
    asks("r1", pathsOf(3));
    sends(A);
    asks("r2", pathsOf(2));
    expect([pending(chat, A), pending(chat, B)]).toEqual([[selected(2)], [selected(5)]]);
    sends(B);
    asks("r3", pathsOf(1));
    expect([pending(chat, A), pending(chat, B)]).toEqual([[selected(3)], [selected(1)]]);
  });

  it("leaves out what a mark keeps from being sent", () => {
    const { chat, asks, mark } = growingChat();
    const refused = asks("r1", pathsOf(3));
    mark({ id: "m", type: "refused", messageId: refused });
    asks("r2", pathsOf(1));
    expect(pending(chat)).toEqual([selected(1)]);
  });

  it("P9 are the images that the request shows, each when it first goes to that recipient, whenever that is", () => {
    const { chat, asks, sends, mark } = growingChat();
    const images = (count: number): Disclosure => ({ kind: "images", count });
    asks("r1", pathsOf(1));
    expect(pending(chat, A, ["x"])).toEqual([selected(1), images(1)]);
    const first = sends(A, ["x"]);
    asks("r2");
    // One that stayed out of the first request is in the second.
    expect(pending(chat, A, ["w", "x", "y"])).toEqual([images(2)]);
    expect(pending(chat, B, ["y"])).toEqual([selected(1), images(1)]);
    expect(pending(chat, A, ["x"])).toEqual([]);
    mark({ id: "n", type: "not_sent", markId: first ?? "" });
    expect(pending(chat, A, ["x"])).toEqual([selected(1), images(1)]);
  });

  it("counts a result whole that a cut sends in part", () => {
    const { chat, asks, looks, mark } = growingChat();
    asks("r");
    looks("r", [names(9)]);
    mark({ id: "m", type: "cut", upToSeq: 99, head: 100, tail: 300 });
    expect(pending(chat)).toEqual([names(9)]);
  });

  it("waits again where the request failed before anything had left", () => {
    const { chat, asks, sends, mark } = growingChat();
    asks("r", pathsOf(3));
    mark({ id: "m", type: "not_sent", markId: sends() ?? "" });
    expect([pending(chat), openNotes(chat)]).toEqual([[selected(3)], []]);
  });
});

describe("C10 the note on what was sent", () => {
  it("is one for all requests of a run", () => {
    const { chat, asks, looks, sends } = growingChat();
    asks("r", pathsOf(2));
    sends();
    looks("r", [names(3)]);
    sends();
    looks("r", [files(1), names(1)]);
    sends();
    expect(openNotes(chat)).toEqual([{ recipient: "the script", items: [selected(2), names(4), files(1)] }]);
  });

  it("says each thing once, and the next one says only what is new, in its own order", () => {
    const { chat, asks, looks, sends, notes } = growingChat();
    asks("r1");
    looks("r1", [names(3)]);
    sends();
    notes();
    expect(openNotes(chat)).toEqual([]);
    looks("r2", [mails(1)], [names(2)]);
    sends();
    expect(openNotes(chat)).toEqual([{ recipient: "the script", items: [mails(1), names(2)] }]);
  });

  it("has what a refused request took along", () => {
    const { chat, asks, sends, mark } = growingChat();
    const refused = asks("r", pathsOf(3));
    sends();
    mark({ id: "m", type: "refused", messageId: refused });
    expect(openNotes(chat)).toEqual([{ recipient: "the script", items: [selected(3)] }]);
  });

  it("is one for each recipient where a run had two", () => {
    const { chat, asks, sends } = growingChat();
    asks("r", pathsOf(3));
    sends(A);
    sends(B);
    expect(openNotes(chat)).toEqual([
      { recipient: "the script", items: [selected(3)] },
      { recipient: "another", items: [selected(3)] },
    ]);
  });

  it("comes again where the row that said it was lost", () => {
    const { chat, asks, sends, notes } = growingChat();
    asks("r", pathsOf(3));
    sends();
    notes();
    chat.rows = chat.rows.filter(({ type }) => type !== "disclosure");
    expect(openNotes(chat)).toEqual([{ recipient: "the script", items: [selected(3)] }]);
  });
});
