import { describe, expect, it } from "vitest";
import type { CallRow, CallState } from "../../../src/agent/history/calls";
import type { ChatRow, NoticeAction } from "../../../src/agent/chat/rows";
import { EMPTY_SNAPSHOT, type ChatSnapshot } from "../../../src/agent/chat/snapshot";
import { chatSections, defaultRow, hasEarlier, pendingRow } from "../../../src/commands/ask-orbit/sections";

type Draft = { requestId: string } & (
  | { type: "user" | "progress"; text: string }
  | { type: "answer"; text: string; status: "streaming" | "complete" }
  | { type: "call"; callId: string }
  | { type: "notice"; text: string }
);

function chatRow(draft: Draft, seq: number): ChatRow {
  const base = { id: `row-${seq}`, seq, createdAt: seq * 1_000 };
  return draft.type === "notice" ? { ...base, ...draft, style: "info", actions: [] } : { ...base, ...draft };
}

function call(id: string, state: CallState, rest: Partial<CallRow> = {}): CallRow {
  const made = {
    id,
    requestId: "r1",
    messageId: "m1",
    index: Number(id.slice(1)),
    tool: "create_file",
    input: {},
    label: "…",
  };
  return { ...made, risk: "write", state, ...rest };
}

function snapshotOf(drafts: Draft[], calls: CallRow[] = [], status: ChatSnapshot["status"] = "idle"): ChatSnapshot {
  return {
    ...EMPTY_SNAPSHOT,
    rows: drafts.map(chatRow),
    calls: new Map(calls.map((one) => [one.id, one])),
    status,
    canRetry: status === "idle",
  };
}

/** More requests than any of these chats has. */
const ALL = 10;

const user = (requestId: string): Draft => ({ type: "user", requestId, text: `Question ${requestId}` });
const answer = (requestId: string, text: string): Draft => ({ type: "answer", requestId, text, status: "complete" });
const callOf = (callId: string): Draft => ({ type: "call", requestId: "r1", callId });

const approval = {
  form: { title: "Create File", message: "", fields: [], confirmLabel: "Create" },
  input: {},
  digest: "d",
};
const WAITING: CallState = { type: "awaiting_approval", since: 0, approval };
const file = (path: string) => ({ path, name: path, isFolder: false });
const found = (...paths: string[]): CallState => ({
  type: "result",
  at: 0,
  text: "",
  isError: false,
  ran: true,
  summary: "Found",
  card: { type: "files", items: paths.map(file) },
});

const idsOf = (snapshot: ChatSnapshot, expanded: string[] = []) =>
  chatSections(snapshot, new Set(expanded), ALL).map(({ rows }) => rows.map(({ id }) => id));

describe("the sections of a chat", () => {
  it("M5.1 come newest first, earlier ones with their outcome only", () => {
    const snapshot = snapshotOf(
      [
        user("r1"),
        callOf("c0"),
        answer("r1", "One."),
        user("r2"),
        { type: "notice", requestId: "r2", text: "Failed." },
        user("r3"),
        answer("r3", "Three."),
      ],
      [call("c0", found("~/a"))],
    );
    expect(idsOf(snapshot)).toEqual([["answer:r3"], ["row-4"], ["answer:r1"]]);
    expect(idsOf(snapshot, ["r1"])[2]).toEqual(["answer:r1", "call:c0", "file:c0:~/a"]);
    expect(chatSections(snapshot, new Set(), ALL).map(({ details }) => details)).toEqual(["fixed", "hidden", "hidden"]);
  });

  it("M5.1 are only made for as many requests as are drawn, and know whether there are earlier ones", () => {
    const snapshot = snapshotOf([user("r1"), answer("r1", "One."), user("r2"), user("r3")]);
    const newest = chatSections(snapshot, new Set(), 2);
    expect(newest.map(({ requestId }) => requestId)).toEqual(["r3", "r2"]);
    expect(hasEarlier(snapshot, newest)).toBe(true);
    expect(hasEarlier(snapshot, chatSections(snapshot, new Set(), 3))).toBe(false);
    expect(hasEarlier(snapshotOf([]), [])).toBe(false);
  });

  it("M5.1 text before a call was said on the way; the text after the last call is the answer", () => {
    const rows = [user("r1"), answer("r1", "Let me look."), callOf("c0")];
    const calls = [call("c0", found())];
    expect(idsOf(snapshotOf(rows, calls))).toEqual([["row-1", "call:c0"]]);
    expect(idsOf(snapshotOf([...rows, answer("r1", "Here.")], calls))).toEqual([["answer:r1", "row-1", "call:c0"]]);
  });

  it("M5.1 the row of the answer is there from the start of a run, and keeps its id when the answer comes", () => {
    expect(idsOf(snapshotOf([user("r1")], [], "running"))).toEqual([["answer:r1"]]);
    expect(idsOf(snapshotOf([user("r1")]))).toEqual([[]]);
  });

  it("M5.1 a file that several calls give is shown once", () => {
    const snapshot = snapshotOf(
      [user("r1"), callOf("c0"), callOf("c1"), answer("r1", "Two.")],
      [call("c0", found("~/a", "~/b", "~/a")), call("c1", found("~/b", "~/c"))],
    );
    expect(idsOf(snapshot)[0]).toEqual([
      "answer:r1",
      "call:c0",
      "file:c0:~/a",
      "file:c0:~/b",
      "call:c1",
      "file:c1:~/c",
    ]);
  });

  it("M5.1 a call whose arguments are still being written shows as the last row, until the turn is complete", () => {
    const rowsOf = (snapshot: ChatSnapshot) => chatSections(snapshot, new Set(), ALL)[0]?.rows;
    const running = snapshotOf([user("r1")], [], "running");
    expect(rowsOf({ ...running, coming: "Create File" })?.at(-1)).toEqual({
      type: "progress",
      id: "coming:r1",
      text: "Preparing: Create File…",
    });
    expect(rowsOf(running)?.map(({ type }) => type)).toEqual(["answer"]);
  });

  it("an answer that streams is not there to be copied yet", () => {
    const streaming: Draft = { type: "answer", requestId: "r1", text: "So f", status: "streaming" };
    expect(
      chatSections(snapshotOf([user("r1"), streaming], [], "running"), new Set(), ALL)[0]?.answerText,
    ).toBeUndefined();
    expect(chatSections(snapshotOf([user("r1"), answer("r1", "So.")]), new Set(), ALL)[0]?.answerText).toBe("So.");
  });

  it("M5.1 counts the calls of the same turn that got a form, whatever became of them", () => {
    const refused: CallState = {
      type: "result",
      at: 0,
      text: "",
      isError: true,
      ran: false,
      summary: "Called with wrong values",
    };
    const calls = [
      call("c0", found(), { risk: "read" }),
      call("c1", { type: "declined", at: 0 }, { askedAt: 0 }),
      call("c2", refused),
      call("c9", refused, { askedAt: 0, index: 2 }),
      call("c3", WAITING),
      call("c4", WAITING),
      call("c5", WAITING, { messageId: "m0" }),
    ];
    const sections = chatSections(
      snapshotOf([user("r1"), ...calls.map(({ id }) => callOf(id))], calls),
      new Set(),
      ALL,
    );
    const counted = sections[0]?.rows.flatMap((row) =>
      row.type === "approval" ? [[row.id, row.position, row.total]] : [],
    );
    expect(counted).toEqual([
      ["approval:c3", 3, 4],
      ["approval:c4", 4, 4],
      ["approval:c5", 1, 1],
    ]);
    expect(pendingRow(sections)?.id).toBe("approval:c3");
  });

  it("C7 counts questions with the forms of their turn, and what waits first is selected", () => {
    const question: CallState = {
      type: "awaiting_answer",
      since: 0,
      question: { text: "Which?", choices: [], freeText: true },
    };
    const calls = [call("c0", question, { risk: "read", askedAt: 0 }), call("c1", WAITING, { askedAt: 0 })];
    const sections = chatSections(snapshotOf([user("r1"), callOf("c0"), callOf("c1")], calls), new Set(), ALL);
    expect(sections[0]?.rows).toMatchObject([
      { type: "question", id: "question:c0", position: 1, total: 2 },
      { type: "approval", id: "approval:c1", position: 2, total: 2 },
    ]);
    expect(defaultRow(sections)?.id).toBe("question:c0");
  });

  it("C6 what waits in another window is not asked here, and what runs there still runs", () => {
    const calls = [call("c0", WAITING), call("c1", { type: "announced" })];
    const snapshot = snapshotOf([user("r1"), callOf("c0"), callOf("c1")], calls);
    const rowsOf = (isElsewhere: boolean) =>
      chatSections({ ...snapshot, isElsewhere }, new Set(), ALL)[0]?.rows.map((row) =>
        row.type === "call" ? row.status : row.type,
      );
    expect(rowsOf(true)).toEqual(["waiting", "running"]);
    expect(rowsOf(false)).toEqual(["approval", "interrupted"]);
  });

  it("C14 leave out the questions that wait: they are of no request yet", () => {
    const queued: ChatRow = {
      id: "q",
      seq: 9,
      createdAt: 0,
      requestId: "r9",
      type: "queued",
      text: "Next",
      attachments: [],
    };
    const snapshot = snapshotOf([user("r1"), answer("r1", "One.")]);
    const withQueue = { ...snapshot, rows: [...snapshot.rows, queued] };
    expect(idsOf(withQueue)).toEqual([["answer:r1"]]);
    expect(chatSections(withQueue, new Set(), ALL)[0]?.isNewest).toBe(true);
    const first = { ...snapshot, rows: [queued, ...snapshot.rows] };
    expect(hasEarlier(first, chatSections(first, new Set(), ALL))).toBe(false);
  });

  it("C11 what goes on is offered by the last notice only, and while nothing runs; settings stay on all", () => {
    const notice = (id: string, requestId: string, actions: NoticeAction[]): ChatRow => ({
      ...{ id, seq: 0, createdAt: 0, requestId },
      ...{ type: "notice", style: "error", text: "", actions },
    });
    const rows = [
      notice("n1", "r1", ["retry", "new_chat", "open_settings"]),
      notice("n2", "r2", ["open_settings", "retry"]),
      notice("n3", "r2", ["retry", "new_chat", "switch_provider"]),
      notice("n4", "r2", ["open_permission_settings"]),
    ];
    const buttons = (changes: Partial<ChatSnapshot>) =>
      chatSections({ ...snapshotOf([]), rows, ...changes }, new Set(["r1"]), ALL)
        .flatMap((section) => section.rows)
        .flatMap((row) => (row.type === "notice" ? [[row.id, ...row.buttons]] : []));
    expect(buttons({ canRetry: true })).toEqual([
      ["n2", "open_settings"],
      ["n3", "retry", "new_chat", "switch_provider"],
      ["n4", "open_permission_settings"],
      ["n1", "open_settings"],
    ]);
    expect(buttons({ canRetry: false })[1]).toEqual(["n3", "new_chat"]);
  });

  it("M5.1 the default selection is the card, else the answer, else the last notice", () => {
    const defaultOf = (drafts: Draft[], calls: CallRow[] = []) =>
      defaultRow(chatSections(snapshotOf(drafts, calls), new Set(), ALL))?.id;
    const notice = (text: string): Draft => ({ type: "notice", requestId: "r1", text });
    expect(defaultOf([user("r1"), callOf("c0"), answer("r1", "Hm.")], [call("c0", WAITING)])).toBe("approval:c0");
    expect(defaultOf([user("r1"), answer("r1", "Yes."), notice("Cut off.")])).toBe("answer:r1");
    expect(defaultOf([user("r1"), notice("First."), notice("Second.")])).toBe("row-2");
    expect(defaultOf([])).toBeUndefined();
  });
});
