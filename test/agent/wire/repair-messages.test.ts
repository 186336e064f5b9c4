import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContentBlock, WireMessage } from "../../../src/agent/history/messages";
import type { ToolIdRule } from "../../../src/agent/ports/provider";
import { repairMessages } from "../../../src/agent/wire/repair-messages";
import { expectValidView } from "../support/wire-view";

const LOST =
  "The result of this call was lost: it is unknown whether it was carried out. Do not repeat it on your own.";

const text = (value: string): ContentBlock => ({ type: "text", text: value });
const call = (id: string): ContentBlock => ({ type: "tool_use", id, name: "f", input: {}, rawInput: "{}" });
const result = (toolUseId: string, content = "ok"): ContentBlock => ({
  type: "tool_result",
  toolUseId,
  content,
  isError: false,
});
const lost = (toolUseId: string): ContentBlock => ({ type: "tool_result", toolUseId, content: LOST, isError: true });
const opaque: ContentBlock = { type: "opaque", value: { type: "later" } };
const image: ContentBlock = { type: "image", mediaType: "image/png", data: "aGk=" };
const redacted: ContentBlock = { type: "redacted_thinking", data: "r" };
const unsigned: ContentBlock = { type: "thinking", text: "u", field: "reasoning" };
const thinking: ContentBlock = { type: "thinking", text: "t", signature: "s" };
const user = (...content: ContentBlock[]): WireMessage => ({ role: "user", content });
const assistant = (...content: ContentBlock[]): WireMessage => ({ role: "assistant", content });
const repair = (messages: readonly WireMessage[], idRule: ToolIdRule = "openai") =>
  repairMessages(messages, idRule).messages;

describe("C2 the repair of a history", () => {
  it.each<[string, WireMessage[], WireMessage[]]>([
    [
      "leaves a sound one alone",
      [user(text("q")), assistant(thinking, text("I look."), call("1")), user(result("1")), assistant(text("a"))],
      [user(text("q")), assistant(thinking, text("I look."), call("1")), user(result("1")), assistant(text("a"))],
    ],
    [
      "answers a call at the end",
      [user(text("q")), assistant(call("1"))],
      [user(text("q")), assistant(call("1")), user(lost("1"))],
    ],
    [
      "answers a call before other words, first",
      [user(text("q")), assistant(call("1")), user(text("next"))],
      [user(text("q")), assistant(call("1")), user(lost("1"), text("next"))],
    ],
    [
      "puts results in call order and in front",
      [user(text("q")), assistant(call("1"), call("2")), user(text("x"), result("2"), result("1"))],
      [user(text("q")), assistant(call("1"), call("2")), user(result("1"), result("2"), text("x"))],
    ],
    [
      "drops a result that answers nothing",
      [user(text("s")), user(result("9"), text("go on"))],
      [user(text("s"), text("go on"))],
    ],
    [
      "drops a message that held nothing else",
      [user(text("s")), assistant(text("a")), user(result("9")), assistant(text("b")), user(text("n"))],
      [user(text("s")), assistant(text("a"), text("b")), user(text("n"))],
    ],
    [
      "keeps the first of two results",
      [user(text("q")), assistant(call("1")), user(result("1", "first"), result("1", "second"))],
      [user(text("q")), assistant(call("1")), user(result("1", "first"))],
    ],
    [
      "puts text before the calls",
      [user(text("q")), assistant(call("1"), text("tail")), user(result("1"))],
      [user(text("q")), assistant(text("tail"), call("1")), user(result("1"))],
    ],
    [
      "puts text before the calls, not before the reasoning in front of them",
      [user(text("q")), assistant(text("I look."), thinking, call("1"), text("tail"), call("2")), user()],
      [
        user(text("q")),
        assistant(text("I look."), thinking, text("tail"), call("1"), call("2")),
        user(lost("1"), lost("2")),
      ],
    ],
    [
      "moves no text across signed reasoning, and orders what comes after it by itself",
      [
        user(text("q")),
        assistant(call("1"), thinking, text("a"), call("2"), text("b")),
        user(result("1"), result("2")),
      ],
      [
        user(text("q")),
        assistant(call("1"), thinking, text("a"), text("b"), call("2")),
        user(result("1"), result("2")),
      ],
    ],
    [
      "moves no text across what only the provider understands",
      [user(text("q")), assistant(call("1"), opaque, text("a"), redacted, text("b")), user(result("1"))],
      [user(text("q")), assistant(call("1"), opaque, text("a"), redacted, text("b")), user(result("1"))],
    ],
    [
      "moves text across reasoning that nobody signed",
      [user(text("q")), assistant(call("1"), unsigned, text("tail")), user(result("1"))],
      [user(text("q")), assistant(text("tail"), call("1"), unsigned), user(result("1"))],
    ],
    [
      "keeps a call together with its reasoning",
      [user(text("q")), assistant(thinking, call("1"))],
      [user(text("q")), assistant(thinking, call("1")), user(lost("1"))],
    ],
    [
      "trims the end of a final answer",
      [user(text("q")), assistant(text("hi  \n"))],
      [user(text("q")), assistant(text("hi"))],
    ],
    [
      "drops blank text and what is empty then",
      [user(text("q")), assistant(text(" \n")), user(text("again"))],
      [user(text("q"), text("again"))],
    ],
    [
      "says that an output was empty",
      [user(text("q")), assistant(call("1")), user(result("1", " "))],
      [user(text("q")), assistant(call("1")), user(result("1", "(no output)"))],
    ],
    [
      "begins with the person",
      [assistant(call("1")), user(result("1")), assistant(text("a")), user(text("q"))],
      [user(text("q"))],
    ],
    [
      "begins with the person also where only a stray result comes before",
      [user(result("9")), assistant(text("a")), user(text("q"))],
      [user(text("q"))],
    ],
    [
      "keeps the results of two assistant messages in a row",
      [user(text("q")), assistant(call("a.1")), assistant(call("a.2")), user(result("a.1"), result("a.2"))],
      [
        user(text("q")),
        assistant(call("a_1_270d679c"), call("a_2_a107bb63")),
        user(result("a_1_270d679c"), result("a_2_a107bb63")),
      ],
    ],
    [
      "mends half a surrogate pair",
      [user(text("a\ud83d")), assistant(call("1")), user(result("1", "\udc00b"))],
      [user(text("a\ufffd")), assistant(call("1")), user(result("1", "\ufffdb"))],
    ],
    [
      "leaves out all reasoning of a message where a signed part of it cannot go as it came",
      [user(text("q")), assistant(thinking, redacted, { ...thinking, text: "a\ud83d" }, text("a")), user(text("p"))],
      [user(text("q")), assistant(text("a")), user(text("p"))],
    ],
    [
      "mends reasoning that nobody signed",
      [user(text("q")), assistant({ ...unsigned, text: "a\ud83d" }, thinking, text("a")), user(text("p"))],
      [user(text("q")), assistant({ ...unsigned, text: "a\ufffd" }, thinking, text("a")), user(text("p"))],
    ],
    [
      "mends what only the provider understands",
      [user(text("q")), assistant({ type: "opaque", value: { type: "t", "k\ud83d": ["\udc00"] } })],
      [user(text("q")), assistant({ type: "opaque", value: { type: "t", "k\ufffd": ["\ufffd"] } })],
    ],
    [
      "keeps results whose calls are apart by a blank message only",
      [
        user(text("q")),
        assistant(call("a.1")),
        user(text(" ")),
        assistant(call("a.2")),
        user(result("a.1"), result("a.2")),
      ],
      [
        user(text("q")),
        assistant(call("a_1_270d679c"), call("a_2_a107bb63")),
        user(result("a_1_270d679c"), result("a_2_a107bb63")),
      ],
    ],
    [
      "leaves out what only the other role may say",
      [
        user(text("q"), call("1"), thinking),
        assistant(text("a"), result("2"), image),
        user(image, result("1"), text("p")),
      ],
      [user(text("q")), assistant(text("a")), user(image, text("p"))],
    ],
    ["of nothing is nothing", [], []],
  ])("%s", (_name, messages, expected) => {
    const repaired = repair(messages);
    expect(repaired).toEqual(expected);
    expectValidView(repaired);
    expect(repair(repaired)).toEqual(repaired);
  });

  it("gives a call whose id comes again an id of its own, and pairs results by position", () => {
    const repaired = repair([
      user(text("q")),
      assistant(call("1")),
      user(result("1", "first")),
      assistant(call("1")),
      user(result("1", "second")),
    ]);
    expectValidView(repaired);
    const [first, second] = [repaired[2]?.content[0], repaired[4]?.content[0]];
    expect(first).toEqual(result("1", "first"));
    expect(second).toMatchObject({ content: "second", toolUseId: expect.stringMatching(/^1_[0-9a-f]{8}$/) as string });
  });

  it("changes nothing in place", () => {
    const messages = [user(text("q")), user(text("r\ud83d")), assistant(call("a.b"), text("t ")), assistant(text(""))];
    const before = structuredClone(messages);
    repair(messages);
    expect(messages).toEqual(before);
  });

  it("P3 drops what a server would want back as it came, where that is broken", () => {
    const extra = { a: [{ b: "\ud83d" }] };
    const thinking: ContentBlock = { type: "thinking", text: "Hm.", field: "reasoning" };
    const repaired = repair([
      user(text("q")),
      assistant({ ...thinking, extra }, { type: "tool_use", id: "1", name: "f", input: {}, rawInput: "{}", extra }),
      user(result("1")),
    ]);
    expect(repaired[1]?.content).toEqual([
      thinking,
      { type: "tool_use", id: "1", name: "f", input: {}, rawInput: "{}" },
    ]);
    const whole: ContentBlock = { ...thinking, text: "H\ud83d", extra: { a: 1 } };
    expect(repair([user(text("q")), assistant(whole, text("a"))])[1]?.content[0]).toEqual({
      ...whole,
      text: "H\ufffd",
    });
  });

  it("mends a call in its arguments, also where they hold the half as an escape, and drops a signature that is broken", () => {
    const broken: ContentBlock = {
      type: "tool_use",
      id: "1\ud83d",
      name: "f\ud83d",
      input: { "k\ud83d": ["\udc00"] },
      rawInput: '{"k\\ud83d":["\\udc00"]}',
      signature: "s\ud83d",
    };
    const repaired = repair([user(text("q")), assistant(broken), user(result("1\ud83d"))]);
    expectValidView(repaired);
    expect(repaired[1]?.content).toEqual([
      {
        type: "tool_use",
        id: expect.stringMatching(/^1__[0-9a-f]{8}$/) as string,
        name: "f_",
        input: { "k\ufffd": ["\ufffd"] },
        rawInput: '{"k\ufffd":["\ufffd"]}',
      },
    ]);
    expect(repaired[2]?.content[0]).toMatchObject({ content: "ok" });
    const cut: ContentBlock = {
      type: "tool_use",
      id: "1",
      name: "f",
      input: {},
      rawInput: '{"a":"\ud83d',
      inputError: "e",
    };
    expect(repair([user(text("q")), assistant(cut)])[1]?.content).toEqual([{ ...cut, rawInput: '{"a":"\ufffd' }]);
  });

  it("says what it mended and how often, and of a sound history nothing", () => {
    const broken = [
      user(text("q\ud83d"), text(" ")),
      user(result("9")),
      assistant(call("a.1"), call("2"), text("tail ")),
      user(text("x"), result("2", "")),
      assistant(),
      user(result("a.1")),
      assistant(text("a ")),
    ];
    const { messages, mended } = repairMessages(broken, "openai");
    expect(mended).toEqual([
      { what: "blocks with half a surrogate pair mended", count: 1 },
      { what: "blank texts left out", count: 1 },
      { what: "empty results filled in", count: 1 },
      { what: "empty messages left out", count: 1 },
      { what: "neighbours of one role joined", count: 2 },
      { what: "ids of calls changed", count: 1 },
      { what: "messages whose text was put before their calls", count: 1 },
      { what: "results that answer no call left out", count: 1 },
      { what: "messages whose results were put in order", count: 1 },
      { what: "white space at the end of the last answer left out", count: 1 },
    ]);
    expect(repairMessages(messages, "openai").mended).toEqual([]);
    expect(repairMessages([user(text("q")), assistant(call("1"), call("2"))], "openai").mended).toEqual([
      { what: "calls without a result answered", count: 2 },
    ]);
  });
});

describe("C1 C2 the repair of any list of messages", () => {
  const id = fc.constantFrom("1", "2", "functions.f:0", "x".repeat(70), "", "1_6b86b273");
  const words = fc.constantFrom("", " ", "a", "b\n", "\ud83d", "🙂");
  const block = fc.oneof(
    words.map(text),
    id.map(call),
    fc.tuple(id, words).map(([toolUseId, content]) => result(toolUseId, content)),
    fc.constantFrom<ContentBlock>(thinking, unsigned, redacted, opaque, { ...thinking, text: "t\ud83d" }),
  );
  const idRule = fc.constantFrom<ToolIdRule>("anthropic", "openai", "mistral");
  const message = fc.oneof(
    fc
      .array(block, { maxLength: 4 })
      .map((content) => user(...content.filter(({ type }) => type === "text" || type === "tool_result"))),
    fc
      .array(block, { maxLength: 4 })
      .map((content) => assistant(...content.filter(({ type }) => type !== "tool_result"))),
  );
  const history = fc.array(message, { maxLength: 8 });

  it("gives a valid view", () => {
    fc.assert(
      fc.property(history, idRule, (messages, rule) => expectValidView(repair(messages, rule), rule)),
      { numRuns: 500 },
    );
  });

  it("is done after once", () => {
    const isIdempotent = (messages: WireMessage[], rule: ToolIdRule) => {
      const once = repair(messages, rule);
      expect(repairMessages(once, rule)).toEqual({ messages: once, mended: [] });
    };
    fc.assert(fc.property(history, idRule, isIdempotent), { numRuns: 500 });
  });

  it("gives the same bytes again, and the same beginning when the history has grown by a turn", () => {
    const isStable = (messages: WireMessage[], more: WireMessage[], rule: ToolIdRule) => {
      const asked = [user(text("question")), ...messages, user(text("and now"))];
      const view = repair(asked, rule);
      expect(JSON.stringify(repair(structuredClone(asked), rule))).toBe(JSON.stringify(view));
      const longer = repair([...asked, assistant(text("answer")), ...more], rule);
      expect(JSON.stringify(longer.slice(0, view.length))).toBe(JSON.stringify(view));
    };
    fc.assert(fc.property(history, history, idRule, isStable), { numRuns: 500 });
  });

  it("loses no call, and no words of the person that anything can be said to", () => {
    const keepsAll = (messages: WireMessage[]) => {
      const question = user(text("question"));
      const repaired = repair([question, ...messages]);
      const count = (list: WireMessage[], type: string) =>
        list.flatMap(({ content }) => content).filter((b) => b.type === type).length;
      expect(count(repaired, "tool_use")).toBe(count(messages, "tool_use"));
      const said = (list: WireMessage[]) =>
        list
          .filter(({ role }) => role === "user")
          .flatMap(({ content }) =>
            content.flatMap((b) => (b.type === "text" && b.text.trim() !== "" ? [b.text.toWellFormed()] : [])),
          );
      expect(said(repaired)).toEqual(said([question, ...messages]));
    };
    fc.assert(fc.property(history, keepsAll), { numRuns: 300 });
  });
});
