import { describe, expect, it } from "vitest";
import { emptyChat, type Chat } from "../../../src/agent/chat/chat";
import type { CallState } from "../../../src/agent/history/calls";
import type { ContentBlock, Message } from "../../../src/agent/history/messages";
import { projectHistory } from "../../../src/agent/wire/project-history";
import type { Risk } from "../../../src/agent/tool/risk";
import { expectValidView, toldResults } from "../support/wire-view";

const base = { requestId: "r", createdAt: 0 };
const question = (id: string, seq: number): Message => ({
  ...base,
  id,
  seq,
  role: "user",
  content: [{ type: "text", text: id }],
});
const turn = (id: string, seq: number, ...content: ContentBlock[]): Message => ({
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

describe("the wire view of a chat", () => {
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
    expect(projectHistory(chat, "anthropic")[2]?.content).toEqual([
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
    const view = projectHistory(chatOf([question("q", 1), turn("a", 2, use("x"))], [state], risk), "anthropic");
    expect(toldResults(view)["x"]).toMatch(words);
    expectValidView(view);
  });

  it("answers a call whose row was lost as lost, where it stands", () => {
    const view = projectHistory(
      chatOf([question("q", 1), turn("b", 2, use("x")), turn("c", 3, use("y"))]),
      "anthropic",
    );
    expect(view.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user"]);
    expect(toldResults(view)["x"]).toMatch(/^The result of this call was lost/);
  });

  it("leaves out what marks name, with its results", () => {
    const chat = chatOf([question("q", 1), turn("a", 2, use("x")), question("p", 3)], [{ type: "declined", at: 0 }]);
    chat.marks = [{ id: "m", type: "superseded", messageId: "a" }];
    expect(projectHistory(chat, "anthropic")).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "q" },
          { type: "text", text: "p" },
        ],
      },
    ]);
  });

  it("gives reasoning and opaque blocks only to the provider that made them", () => {
    const own: ContentBlock[] = [
      { type: "thinking", text: "Hm.", signature: "s" },
      { type: "redacted_thinking", data: "r" },
      { type: "opaque", value: { type: "later" } },
      { type: "text", text: "a" },
    ];
    const chat = chatOf([question("q", 1), turn("a", 2, ...own), question("p", 3)]);
    expect(projectHistory(chat, "anthropic")[1]?.content).toEqual(own);
    expect(projectHistory(chat, "claude-code")[1]?.content).toEqual([{ type: "text", text: "a" }]);
  });

  it("is the same bytes each time, and changes nothing that is stored", () => {
    const chat = chatOf(
      [question("q\ud83d", 1), turn("a", 2, use("x.1"), use("x.1"), { type: "text", text: "t" }), question("p", 3)],
      [{ type: "declined", at: 0 }],
    );
    const before = structuredClone(chat);
    const views = [projectHistory(chat, "anthropic"), projectHistory(structuredClone(chat), "anthropic")];
    expect(JSON.stringify(views[0])).toBe(JSON.stringify(views[1]));
    expect(chat).toEqual(before);
    expectValidView(views[0] ?? []);
  });
});
