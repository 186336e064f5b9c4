import { describe, expect, it } from "vitest";
import type { CallState } from "../../src/agent/history/calls";
import type { RouteMark } from "../../src/agent/history/marks";
import type { AgentEvent } from "../../src/agent/chat/event-channel";
import { askEventsOf, type AskEvent } from "../../src/cli/ask-events";
import { approval, callChange, callRow, waiting } from "./rows";

/** What is told of these events, in order. */
function told(...events: AgentEvent[]): AskEvent[] {
  const all: AskEvent[] = [];
  const listener = askEventsOf((event) => all.push(event));
  // Whatever happens, the run ends or waits at last.
  [...events, { type: "status" as const, status: "idle" as const }].forEach(listener);
  return all;
}

const states = (...list: CallState[]) => told(...list.map((state) => callChange(callRow(state))));
const types = (events: readonly AskEvent[]) => events.map(({ type }) => type);

const DONE: CallState = {
  type: "result",
  at: 2,
  text: "Created.",
  isError: false,
  ran: true,
  summary: "Created a.txt",
};
const APPROVED: CallState = { type: "approved", at: 1, approval: approval(), edits: {} };
const INTENT: CallState = { type: "intent", at: 1, by: "life" };

describe("M2.4 what ask tells of a call", () => {
  it("is the call, its form and its result, each once, however often the row is stored", () => {
    const events = states(
      { type: "announced" },
      { type: "announced" },
      waiting(),
      waiting(),
      APPROVED,
      INTENT,
      DONE,
      DONE,
    );
    expect(events).toEqual([
      {
        type: "tool_call",
        id: "call-1",
        name: "create_file",
        label: "Creating a.txt…",
        input: { path: "~/a.txt", content: "one" },
      },
      { type: "approval", id: "call-1", name: "create_file", form: approval().form, shownAgain: false },
      {
        type: "tool_result",
        id: "call-1",
        name: "create_file",
        status: "completed",
        isError: false,
        text: "Created.",
        summary: "Created a.txt",
      },
    ]);
  });

  it("is the form again where it has changed, and also where it came back to what it was", () => {
    const changed = waiting({ digest: "digest-2", shownAgain: true });
    const events = states(waiting(), APPROVED, changed, APPROVED, waiting({ shownAgain: true }));
    expect(types(events)).toEqual(["tool_call", "approval", "approval", "approval"]);
    expect(events.slice(1)).toMatchObject([{ shownAgain: false }, { shownAgain: true }, { shownAgain: true }]);
  });

  it("is the form again also where an edit came to the values that it showed", () => {
    const events = states(waiting(), APPROVED, waiting({ shownAgain: true }));
    expect(types(events)).toEqual(["tool_call", "approval", "approval"]);
  });

  it("is the form with the values that were typed into it before, but for those it does not let change", () => {
    const [, form] = states(waiting({ edits: { content: "two", size: "9", other: "x" } }));
    expect(form).toMatchObject({ form: { fields: [{ value: "~/a.txt" }, { value: "two" }, { value: "3 bytes" }] } });
  });

  it("says of a call that was not carried out what the model is told of it", () => {
    const [, , declined] = states(waiting(), { type: "declined", at: 1 });
    expect(declined).toMatchObject({ type: "tool_result", status: "declined", isError: false });
    expect(declined).toMatchObject({ summary: "Not run: you said no" });
    const [, , unknown] = states(waiting(), { type: "unknown", at: 1, reason: "crashed" });
    expect(unknown).toMatchObject({ status: "unknown", isError: true });
  });

  it("C7 is a question, once, and its answer as the result", () => {
    const question = { text: "Which one?", choices: ["A", "B"], freeText: false };
    const asked: CallState = { type: "awaiting_answer", since: 0, question };
    const events = states(asked, asked, { ...DONE, text: "The person answered: A", summary: "You answered" });
    expect(types(events)).toEqual(["tool_call", "question", "tool_result"]);
    expect(events[1]).toEqual({ type: "question", id: "call-1", name: "create_file", question });
    expect(events[2]).toMatchObject({ status: "completed", summary: "You answered" });
  });

  it("C6 says of a read that was stopped, and of a call that was refused, that neither failed", () => {
    expect(states({ ...DONE, cancelled: true }).at(-1)).toMatchObject({ status: "cancelled" });
    expect(states({ ...DONE, isError: true, ran: false }).at(-1)).toMatchObject({ status: "not_run" });
  });

  it("keeps calls apart", () => {
    const events = told(callChange(callRow(DONE, "a")), callChange(callRow(DONE, "b")));
    expect(types(events)).toEqual(["tool_call", "tool_result", "tool_call", "tool_result"]);
  });
});

describe("M2.4 what ask tells of the rest", () => {
  const row = { id: "row", seq: 1, requestId: "request", createdAt: 0 };
  const change = (changed: Extract<AgentEvent, { type: "change" }>["change"]): AgentEvent => ({
    type: "change",
    chatId: "chat",
    change: changed,
  });

  it("is every piece of the answer and every notice", () => {
    const notice = { type: "notice", style: "error", text: "No.", actions: ["retry"] } as const;
    expect(
      told(
        { type: "delta", rowId: "row", text: "Hel" },
        { type: "delta", rowId: "row", text: "lo" },
        change({
          type: "row",
          row: { ...row, ...notice, actions: ["retry"] },
        }),
      ),
    ).toEqual([{ type: "text", text: "Hel" }, { type: "text", text: "lo" }, notice]);
  });

  it("is nothing of what the view needs: status, stored answers, ends, other rows", () => {
    expect(
      told(
        { type: "status", status: "running" },
        { type: "chat", chatId: "chat" },
        change({ type: "row", row: { ...row, type: "answer", text: "Hello", status: "complete" } }),
        change({ type: "row_removed", rowId: "row" }),
      ),
    ).toEqual([]);
  });
});

describe("P7 what ask tells of who answers", () => {
  const route = (model: string): RouteMark => ({
    id: model,
    type: "route",
    provider: "openai",
    model,
    recipientKey: "openai@localhost",
    recipient: "the model on this Mac",
  });
  const mark = (model: string): AgentEvent => ({
    type: "change",
    chatId: "chat",
    change: { type: "mark", mark: route(model) },
  });
  const opened: AgentEvent = { type: "chat", chatId: "chat" };
  const running: AgentEvent = { type: "status", status: "running" };
  const idle: AgentEvent = { type: "status", status: "idle" };
  const delta: AgentEvent = { type: "delta", rowId: "row", text: "Hi." };

  /** What is told in a chat that `current` answers in, as far as it is not settled by an event: models and types. */
  const toldWith = (current: string | undefined, ...events: AgentEvent[]): string[] => {
    const all: string[] = [];
    const listener = askEventsOf(
      (event) => all.push(event.type === "route" ? event.model : event.type),
      () => [],
      () => (current === undefined ? undefined : route(current)),
    );
    events.forEach(listener);
    return all;
  };

  it("is who it is, without what only the loop needs", () => {
    expect(told(running, mark("m1"))).toEqual([
      { type: "route", provider: "openai", model: "m1", recipient: "the model on this Mac" },
    ]);
  });

  it("comes in a new chat as soon as that is settled, and once", () => {
    expect(toldWith("m1", opened, running, mark("m1"), delta, idle, running, delta)).toEqual(["m1", "text", "text"]);
  });

  it("comes in a chat that goes on before the first thing that comes from there", () => {
    expect(toldWith("m1", opened, running, delta, delta)).toEqual(["m1", "text", "text"]);
    expect(toldWith("m1", opened, callChange(callRow(waiting())))).toEqual(["m1", "tool_call", "approval"]);
  });

  it("comes again where the chat is moved, once somebody is asked there", () => {
    expect(toldWith("m2", opened, running, mark("m1"), delta, idle, mark("m2"))).toEqual(["m1", "text"]);
    expect(toldWith("m2", opened, running, mark("m1"), delta, idle, mark("m2"), running, delta)).toEqual([
      "m1",
      "text",
      "m2",
      "text",
    ]);
  });

  it("comes again in another chat", () => {
    expect(toldWith("m1", opened, running, mark("m1"), delta, idle, opened, running, delta)).toEqual([
      "m1",
      "text",
      "m1",
      "text",
    ]);
  });
});

describe("C10 what ask tells of what was sent", () => {
  it("is the pieces, to whom they went, and both in words", () => {
    const items = [{ kind: "fileNames" as const, count: 3 }];
    const row = {
      id: "row",
      seq: 1,
      requestId: "r",
      createdAt: 0,
      type: "disclosure" as const,
      items,
      recipient: "Claude",
    };
    expect(told({ type: "change", chatId: "chat", change: { type: "row", row } })).toEqual([
      { type: "disclosure", items, recipient: "Claude", text: "3 file names sent to Claude" },
    ]);
  });
});

describe("C6 what ask tells of a word that came second", () => {
  const toldOf = (calls: CallState[], ...events: AgentEvent[]): AskEvent[] => {
    const all: AskEvent[] = [];
    const listener = askEventsOf(
      (event) => all.push(event),
      () => calls.map((state) => callRow(state)),
    );
    events.forEach(listener);
    return all;
  };
  const declined = callChange(callRow({ type: "declined", at: 1 }));
  const running: AgentEvent = { type: "status", status: "running" };
  const readAnew: AgentEvent = { type: "chat", chatId: "chat" };
  const idle: AgentEvent = { type: "status", status: "idle" };

  it("is what the other window made of the call, never that it did not run", () => {
    const events = toldOf([DONE], callChange(callRow(waiting())), declined, running, readAnew, idle);
    expect(types(events)).toEqual(["tool_call", "approval", "tool_result"]);
    expect(events.at(-1)).toMatchObject({ status: "completed", summary: "Created a.txt" });
  });

  it("is nothing as long as the other window has not settled it", () => {
    const events = toldOf([INTENT], callChange(callRow(waiting())), declined, running, readAnew, idle);
    expect(types(events)).toEqual(["tool_call", "approval"]);
  });

  it("is the no of the other window where it was said yes to here", () => {
    const yes = callChange(callRow(APPROVED));
    const events = toldOf([{ type: "declined", at: 1 }], callChange(callRow(waiting())), yes, running, readAnew);
    expect(events.at(-1)).toMatchObject({ type: "tool_result", status: "declined" });
  });

  it("comes before what follows where it was the first word", () => {
    const delta: AgentEvent = { type: "delta", rowId: "row", text: "Well then." };
    const events = toldOf([], callChange(callRow(waiting())), declined, running, delta, idle);
    expect(types(events)).toEqual(["tool_call", "approval", "tool_result", "text"]);
  });
});
