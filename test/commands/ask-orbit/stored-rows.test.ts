import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Attachment } from "../../../src/agent/chat/attachments";
import type { ChatChange } from "../../../src/agent/chat/chat";
import type { ChatRow } from "../../../src/agent/chat/rows";
import type { CallState } from "../../../src/agent/history/calls";
import type { Message } from "../../../src/agent/history/messages";
import type { ResultCard } from "../../../src/agent/tool/result-card";
import { openChatStore } from "../../../src/store/open-chat-store";
import { attached, pngOf } from "../../agent/support/sample-images";
import type { Session } from "../../host/command/session";
import { startMac, untilQuiet } from "./test-mac";

type Omitting<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;
type Draft = Omitting<ChatRow, "id" | "seq" | "requestId" | "createdAt">;

/** Opens a window on a chat of one request with these rows, and a call for each of these states. */
async function openOn(rows: Draft[], states: CallState[] = [], attachments: Attachment[] = []): Promise<Session> {
  const mac = await startMac();
  const now = Date.now();
  const base = { requestId: "r", createdAt: now };
  const drafts: Draft[] = [
    { type: "user", text: "Look", attachments },
    ...states.map((_, index): Draft => ({ type: "call", callId: `c${index}` })),
    ...rows,
  ];
  const changes = [
    ...drafts.map((draft, seq): ChatChange => ({ type: "row", row: { ...base, ...draft, id: `row-${seq}`, seq } })),
    ...states.map((state, index): ChatChange => {
      const made = { requestId: "r", messageId: "m", index, tool: "find_things", input: {}, label: "Finding things…" };
      return { type: "call", call: { id: `c${index}`, risk: "read", ...made, state } };
    }),
  ];
  const { store } = await openChatStore({ file: join(mac.supportPath, "orbit.sqlite"), now: () => new Date() });
  const header = { id: "chat", title: "Look", createdAt: now, updatedAt: now, left: false };
  await store.save("chat", [{ type: "header", header }, { type: "message", message: turn(now) }, ...changes]);
  await store.close();
  const window = mac.openOrbit();
  await untilQuiet(window, "Look");
  return window;
}

/** The turn that made the calls. */
const turn = (createdAt: number): Message => ({
  ...{ id: "m", seq: 0, requestId: "r", createdAt },
  ...{ role: "assistant", content: [], provider: "openai", model: "test-model", stopReason: { type: "tool_use" } },
});

const result = (rest: Partial<Extract<CallState, { type: "result" }>> = {}): CallState => ({
  type: "result",
  at: 2_000,
  text: "",
  isError: false,
  ran: true,
  summary: "Found things",
  metrics: { durationMs: 400, inputBytes: 2, outputBytes: 9 },
  ...rest,
});
const card = (found: ResultCard): CallState => result({ card: found });

describe("P9 the images of a question", () => {
  it("P9 are named beside its answer, and beside one that waits", async () => {
    const images = [attached(pngOf(3, 2), "cat.png"), attached(pngOf(300, 200))];
    const answer: Draft = { type: "answer", text: "A cat.", status: "complete" };
    const window = await openOn([answer, { type: "queued", text: "And this?", attachments: images }], [], images);
    window.select("A cat.");
    expect(window.metadata).toContainEqual({ title: "Images", text: "cat.png, PNG, 300 × 200" });
    expect(window.item("Queued: And this?")).toMatchObject({
      props: { accessories: [{ tooltip: "cat.png, PNG, 300 × 200" }] },
    });
  });
});

describe("C10 the row of what was sent", () => {
  it("says it in one line, and each kind in its detail", async () => {
    const items = [
      { kind: "fileNames" as const, count: 3 },
      { kind: "photos" as const, count: 1 },
    ];
    const window = await openOn([{ type: "disclosure", items, recipient: "Claude" }]);
    expect(window.items.map(({ title }) => title)).toEqual(["3 file names and details of 1 photo sent to Claude"]);
    expect(window.metadata).toEqual([
      { title: "Sent To", text: "Claude" },
      { title: "Sent", text: "3 file names" },
      { title: "Sent", text: "details of 1 photo" },
    ]);
  });
});

describe("C9 the rows of what was found", () => {
  it("have one line each, whatever was written in them, and something to copy", async () => {
    const window = await openOn(
      [],
      [card({ type: "mails", items: [{ id: "1", subject: "Two\nlines", from: "A\u202eB", date: 0 }] })],
    );
    window.select("Two lines");
    expect(window.selected).toMatchObject({ subtitle: "AB" });
    expect(window.metadata.slice(0, 2)).toEqual([
      { title: "Title", text: "Two lines" },
      { title: "From", text: "AB" },
    ]);
    expect(window.actions[0]?.title).toBe("Copy");
    window.press();
    await window.until(() => window.clipboard !== "");
    expect(window.clipboard).toBe("Two\nlines");
  });

  it("open where there is a file", async () => {
    const window = await openOn([], [card({ type: "photos", items: [{ id: "p", name: "IMG_1", path: "/a/b.jpg" }] })]);
    window.select("IMG_1");
    expect(window.actions.map(({ title }) => title).slice(0, 3)).toEqual(["Open", "Show in Finder", "Copy"]);
    expect(window.selected?.props.icon).toEqual({ fileIcon: "/a/b.jpg" });
  });

  it("are there once, where several calls found the same", async () => {
    const note = { id: "n", title: "Ideas" };
    const window = await openOn(
      [],
      [card({ type: "notes", items: [note] }), card({ type: "notes", items: [note, { id: "o", title: "Other" }] })],
    );
    expect(window.items.map(({ title }) => title)).toEqual(["Found things", "Ideas", "Found things", "Other"]);
  });
});

describe("C6 the row of a call", () => {
  it.each<[string, CallState, string, string]>([
    [
      "that was stopped is no failure",
      result({ isError: true, cancelled: true, summary: "Stopped" }),
      "minus",
      "Stopped",
    ],
    ["that was refused is none either", result({ isError: true, ran: false, summary: "Refused" }), "minus", "Refused"],
    ["that failed is one", result({ isError: true, summary: "Not found" }), "x-mark", "Not found"],
    ["that a crash left open does not spin", { type: "announced" }, "minus", "Not finished"],
  ])("%s", async (_case, state, icon, title) => {
    const window = await openOn([{ type: "notice", style: "info", text: "Over.", actions: [] }], [state]);
    const row = window.item(title);
    expect(row.subtitle).toBe("Finding things");
    expect(row.props.icon).toMatchObject({ source: expect.stringContaining(icon) as unknown });
  });

  it("shows how long the tool took, without the time in which it waited", async () => {
    const window = await openOn([], [result()]);
    expect(window.item("Found things").accessories).toEqual(["0.4 s"]);
  });
});

describe("C13 the detail of an answer", () => {
  it("says how often tools ran, and for how long", async () => {
    const answer = { type: "answer", text: "Here.", status: "complete" } as const;
    const refused = { type: "result", at: 0, text: "", isError: true, ran: false, summary: "Refused" } as const;
    const window = await openOn([answer], [result(), refused, result()]);
    expect(window.metadata).toContainEqual({ title: "Tools", text: "Find Things" });
    expect(window.metadata).toContainEqual({ title: "Tool Calls", text: "2 calls, 0.8 s" });
  });
});

describe("C11 the buttons of notices", () => {
  it("open the right page of System Settings", async () => {
    const window = await openOn([
      { type: "notice", style: "warning", text: "No.", actions: ["open_permission_settings"], permission: "full_disk" },
    ]);
    expect(window.actions[0]?.title).toBe("Open System Settings");
    window.press();
    await window.until(() => window.events.some(({ kind }) => kind === "opened"));
    expect(window.events).toContainEqual({
      kind: "opened",
      target: "x-apple.systempreferences:com.apple.preference.security?Privacy_AllFiles",
      application: undefined,
    });
  });

  it("are none that Orbit cannot do yet", async () => {
    const window = await openOn([
      { type: "notice", style: "error", text: "Out.", actions: ["sign_in", "open_settings"] },
    ]);
    expect(window.actions.map(({ title }) => title)).toEqual(["Open Preferences", "New Chat"]);
  });
});
