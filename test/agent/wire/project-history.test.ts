import { describe, expect, it } from "vitest";
import { emptyChat, type Chat } from "../../../src/agent/chat/chat";
import type { CallState } from "../../../src/agent/history/calls";
import type { AssistantMessage, ContentBlock, Message } from "../../../src/agent/history/messages";
import type { WireTarget } from "../../../src/agent/ports/provider";
import { projectHistory } from "../../../src/agent/wire/project-history";
import { repairMessages } from "../../../src/agent/wire/repair-messages";
import type { Risk } from "../../../src/agent/tool/risk";
import { expectValidView, toldResults } from "../support/wire-view";

const ANTHROPIC: WireTarget = { id: "anthropic", recipientKey: "anthropic@api.anthropic.com", toolIds: "anthropic" };
const COMPATIBLE: WireTarget = { ...ANTHROPIC, recipientKey: "anthropic@models.example" };
const OLLAMA: WireTarget = { id: "openai", recipientKey: "openai@localhost:11434", toolIds: "openai" };
const GEMINI: WireTarget = { ...OLLAMA, recipientKey: "openai@gemini.example" };

const base = { requestId: "r", createdAt: 0 };
const question = (id: string, seq: number): Message => ({
  ...base,
  id,
  seq,
  role: "user",
  content: [{ type: "text", text: id }],
});
const turn = (id: string, seq: number, ...content: ContentBlock[]): AssistantMessage => ({
  ...base,
  id,
  seq,
  role: "assistant",
  content,
  provider: "anthropic",
  model: "m",
  stopReason: { type: "end_turn" },
});
const use = (id: string): ContentBlock => ({
  type: "tool_use",
  id,
  name: "f",
  input: { b: 1, a: "x\ud83d" },
  rawInput: "{}",
});

function chatOf(messages: Message[], states: CallState[] = [], risk: Risk = "write"): Chat {
  const chat = emptyChat({ id: "c", title: "", createdAt: 0, updatedAt: 0, left: false });
  chat.messages = messages;
  // Rows may have been stored in any order.
  for (const [index, state] of [...states.entries()].reverse()) {
    chat.calls.set(`call${index}`, {
      id: `call${index}`,
      requestId: "r",
      messageId: "a",
      index,
      tool: "f",
      risk,
      input: {},
      label: "",
      state,
    });
  }
  return chat;
}

const form = { title: "", message: "", fields: [], confirmLabel: "" };
const approval = { form, input: {}, digest: "d" };

describe("C1 C2 the wire view of a chat", () => {
  it("answers calls from their rows, in call order", () => {
    const result = (text: string): CallState => ({
      type: "result",
      at: 0,
      text,
      isError: false,
      ran: true,
      summary: "",
    });
    const chat = chatOf([question("q", 1), turn("a", 2, use("x"), use("y"))], [result("one"), result("two")]);
    expect(projectHistory(chat, ANTHROPIC)[2]?.content).toEqual([
      { type: "tool_result", toolUseId: "x", content: "one", isError: false },
      { type: "tool_result", toolUseId: "y", content: "two", isError: false },
    ]);
  });

  it.each<[CallState, Risk, RegExp]>([
    [{ type: "announced" }, "write", /^NOT run: the request ended/],
    [{ type: "awaiting_approval", since: 0, approval }, "write", /^NOT run: the request ended/],
    [{ type: "approved", at: 0, approval, edits: {} }, "destructive", /^NOT run: the request ended/],
    [{ type: "expired", at: 0 }, "draft", /^NOT run: the request ended/],
    [{ type: "expired", at: 0 }, "read", /^No result: the request ended/],
    [{ type: "declined", at: 0 }, "write", /^The person said no to this action. It was NOT carried out/],
    [{ type: "intent", at: 0, by: "i" }, "write", /^It is unknown .* Do not repeat it/],
    [{ type: "unknown", at: 0, reason: "crashed" }, "write", /^It is unknown .* Do not repeat it/],
  ])("tells what is known of a call: %j of a %s", (state, risk, words) => {
    const view = projectHistory(chatOf([question("q", 1), turn("a", 2, use("x"))], [state], risk), ANTHROPIC);
    expect(toldResults(view)["x"]).toMatch(words);
    expectValidView(view);
  });

  it("answers a call whose row was lost as lost, where it stands", () => {
    const view = projectHistory(chatOf([question("q", 1), turn("b", 2, use("x")), turn("c", 3, use("y"))]), ANTHROPIC);
    expect(view.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user"]);
    expect(toldResults(view)["x"]).toMatch(/^The result of this call was lost/);
  });

  it("leaves out what marks name, with its results", () => {
    const chat = chatOf([question("q", 1), turn("a", 2, use("x")), question("p", 3)], [{ type: "declined", at: 0 }]);
    chat.marks = [{ id: "m", type: "superseded", messageId: "a" }];
    expect(projectHistory(chat, ANTHROPIC)).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "q" },
          { type: "text", text: "p" },
        ],
      },
    ]);
  });

  it("is the same bytes each time, and changes nothing that is stored", () => {
    const chat = chatOf(
      [question("q\ud83d", 1), turn("a", 2, use("x.1"), use("x.1"), { type: "text", text: "t" }), question("p", 3)],
      [{ type: "declined", at: 0 }],
    );
    const before = structuredClone(chat);
    const views = [projectHistory(chat, ANTHROPIC), projectHistory(structuredClone(chat), ANTHROPIC)];
    expect(JSON.stringify(views[0])).toBe(JSON.stringify(views[1]));
    expect(chat).toEqual(before);
    expectValidView(views[0] ?? []);
  });
});

/** A turn with all that only its own server understands. */
const signedTurn = (id: string, seq: number, target?: WireTarget): AssistantMessage => ({
  ...turn(
    id,
    seq,
    { type: "thinking", text: "Hm.", signature: "s" },
    { type: "redacted_thinking", data: "r" },
    { type: "opaque", value: { type: "later" } },
    { type: "text", text: id },
    { type: "tool_use", id: `call-${id}`, name: "f", input: {}, rawInput: "{}", signature: "g" },
  ),
  ...(target && { provider: target.id, recipientKey: target.recipientKey }),
});
const types = (chat: Chat, target: WireTarget) =>
  projectHistory(chat, target).flatMap(({ role, content }) =>
    role === "assistant" ? [content.map((block) => block.type + ("signature" in block ? " signed" : ""))] : [],
  );

const ALL = ["thinking signed", "redacted_thinking", "opaque", "text", "tool_use signed"];
const FOR_OTHERS = ["text", "tool_use"];

describe("C2 C12 what only its own server understands", () => {
  it.each([
    ["the server that made it", ANTHROPIC, ANTHROPIC, ALL],
    ["another server of the same wire format", ANTHROPIC, COMPATIBLE, FOR_OTHERS],
    ["another wire format", ANTHROPIC, OLLAMA, FOR_OTHERS],
    ["another server, where calls are signed", GEMINI, OLLAMA, FOR_OTHERS],
    ["the API, from the same server by another way", { ...ANTHROPIC, id: "claude-code" as const }, ANTHROPIC, ALL],
  ])("goes to %s as far as it should", (_name, maker, target, expected) => {
    const chat = chatOf([question("q", 1), signedTurn("a", 2, maker)]);
    expect(types(chat, target)).toEqual([expected]);
    expectValidView(projectHistory(chat, target));
  });

  it("goes by the wire format where an older chat names no server", () => {
    const chat = chatOf([question("q", 1), signedTurn("a", 2)]);
    expect(types(chat, COMPATIBLE)).toEqual([ALL]);
    expect(types(chat, OLLAMA)).toEqual([FOR_OTHERS]);
  });

  it("P3 takes along the members that a server wants back, for that server only", () => {
    const extra = { extra_content: { google: { thought_signature: "S" } } };
    const made = {
      ...turn(
        "a",
        2,
        { type: "thinking", text: "", extra },
        { type: "tool_use", id: "call-a", name: "f", input: {}, rawInput: "{}", extra },
      ),
      provider: GEMINI.id,
      recipientKey: GEMINI.recipientKey,
    };
    const chat = chatOf([question("q", 1), made]);
    expect(projectHistory(chat, GEMINI)[1]?.content).toEqual(made.content);
    expect(projectHistory(chat, OLLAMA)[1]?.content).toEqual([
      { type: "tool_use", id: "call-a", name: "f", input: {}, rawInput: "{}" },
    ]);
  });

  it("C16 is never turned into text, and the repair after it leaves no empty message behind", () => {
    const thought = turn("a", 2, { type: "thinking", text: "Hm.", signature: "s" });
    expect(projectHistory(chatOf([question("q", 1), thought, question("p", 3)]), OLLAMA)).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "q" },
          { type: "text", text: "p" },
        ],
      },
    ]);
  });

  it("comes back when the chat goes back to its server", () => {
    const chat = chatOf([question("q", 1), signedTurn("a", 2, ANTHROPIC), signedTurn("b", 3, OLLAMA)]);
    expect(types(chat, ANTHROPIC)).toEqual([ALL, FOR_OTHERS]);
    expect(types(chat, OLLAMA)).toEqual([FOR_OTHERS, ALL]);
  });
});

describe("C12 reasoning that a server refused", () => {
  const chat = chatOf([question("q", 1), signedTurn("a", 2, ANTHROPIC), signedTurn("b", 3, ANTHROPIC)]);
  const rejected = (id: string, target: WireTarget, upToSeq: number) => ({
    id,
    type: "thinking_rejected" as const,
    recipientKey: target.recipientKey,
    upToSeq,
  });

  it("is left out for that server up to the mark, and nothing else is", () => {
    chat.marks = [rejected("m", ANTHROPIC, 2)];
    expect(types(chat, ANTHROPIC)).toEqual([["opaque", "text", "tool_use signed"], ALL]);
  });

  it("is left out up to the furthest mark", () => {
    chat.marks = [rejected("m", ANTHROPIC, 3), rejected("n", ANTHROPIC, 2)];
    expect(types(chat, ANTHROPIC)[1]).toEqual(["opaque", "text", "tool_use signed"]);
  });

  it("still goes to others that take it", () => {
    chat.marks = [rejected("m", COMPATIBLE, 9)];
    expect(types(chat, ANTHROPIC)).toEqual([ALL, ALL]);
  });
});

describe("C1 C3 a cut", () => {
  const long = "x".repeat(5_000);
  const chat = chatOf(
    [
      question("q", 1),
      turn("a", 2, { type: "thinking", text: "Hm.", signature: "s" }, use("x"), use("y")),
      question("p", 3),
    ],
    [
      { type: "result", at: 0, text: long, isError: false, ran: true, summary: "" },
      { type: "declined", at: 0 },
    ],
  );
  const cut = (id: string, upToSeq: number) => ({ id, type: "cut" as const, upToSeq, head: 10, tail: 5 });

  it("shortens the output of the messages that it names and leaves every call answered", () => {
    chat.marks = [cut("m", 2)];
    const view = projectHistory(chat, ANTHROPIC);
    expectValidView(view);
    expect(toldResults(view)["x"]?.length).toBeLessThan(300);
    expect(toldResults(view)["y"]).toMatch(/^The person said no/);
    expect(view[1]?.content.map(({ type }) => type)).toEqual(["tool_use", "tool_use"]);
    expect(repairMessages(view, "anthropic")).toEqual({ messages: view, mended: [] });
  });

  it("is the newest one, and gives the same bytes each time", () => {
    chat.marks = [cut("m", 2), cut("n", 1)];
    const view = projectHistory(chat, ANTHROPIC);
    expect(toldResults(view)["x"]).toBe(long);
    expect(JSON.stringify(projectHistory(structuredClone(chat), ANTHROPIC))).toBe(JSON.stringify(view));
  });
});

describe("C1 the end of a view that grows", () => {
  it("stays as it was when the results of its calls and the next question have come", () => {
    const turns = [question("q", 1), turn("a", 2, use("x.1"), use("y"))];
    const told: CallState[] = [
      { type: "declined", at: 0 },
      { type: "expired", at: 0 },
    ];
    const view = projectHistory(chatOf(turns, told), ANTHROPIC);
    const longer = projectHistory(chatOf([...turns, turn("b", 3, use("x.1")), question("p", 4)], told), ANTHROPIC);
    expect(JSON.stringify(longer.slice(0, view.length))).toBe(JSON.stringify(view));
    expectValidView(longer);
  });
});
