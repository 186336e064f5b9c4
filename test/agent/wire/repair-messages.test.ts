import { existsSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { ContentBlock, WireMessage } from "../../../src/agent/history/messages";
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
const thinking: ContentBlock = { type: "thinking", text: "t", signature: "s" };
const user = (...content: ContentBlock[]): WireMessage => ({ role: "user", content });
const assistant = (...content: ContentBlock[]): WireMessage => ({ role: "assistant", content });

describe("the repair of a history", () => {
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
      "moves nothing in a message that thinks",
      [user(text("q")), assistant(thinking, call("1"), text("tail")), user(result("1"))],
      [user(text("q")), assistant(thinking, call("1"), text("tail")), user(result("1"))],
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
      [user(text("q")), assistant(call("a_1_3a3a"), call("a_2_3a3a")), user(result("a_1_3a3a"), result("a_2_3a3a"))],
    ],
    [
      "mends half a surrogate pair",
      [user(text("a\ud83d")), assistant(call("1")), user(result("1", "\udc00b"))],
      [user(text("a\ufffd")), assistant(call("1")), user(result("1", "\ufffdb"))],
    ],
    ["of nothing is nothing", [], []],
  ])("%s", (_name, messages, expected) => {
    const repaired = repairMessages(messages);
    expect(maskIds(repaired)).toEqual(maskIds(expected));
    expectValidView(repaired);
  });

  it("gives a call whose id comes again an id of its own, and pairs results by position", () => {
    const repaired = repairMessages([
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
    repairMessages(messages);
    expect(messages).toEqual(before);
  });
});

describe("the repair of any list of messages", () => {
  const id = fc.constantFrom("1", "2", "functions.f:0", "x".repeat(70), "", "1_6b86b273");
  const words = fc.constantFrom("", " ", "a", "b\n", "\ud83d", "🙂");
  const block = fc.oneof(
    words.map(text),
    id.map(call),
    fc.tuple(id, words).map(([toolUseId, content]) => result(toolUseId, content)),
    fc.constant(thinking),
  );
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
      fc.property(history, (messages) => expectValidView(repairMessages(messages))),
      { numRuns: 300 },
    );
  });

  it("is done after once", () => {
    const isIdempotent = (messages: WireMessage[]) => {
      const once = repairMessages(messages);
      expect(repairMessages(once)).toEqual(once);
    };
    fc.assert(fc.property(history, isIdempotent), { numRuns: 300 });
  });

  it("loses no call, and no words of the person that anything can be said to", () => {
    const keepsAll = (messages: WireMessage[]) => {
      const question = user(text("question"));
      const repaired = repairMessages([question, ...messages]);
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

const FIXTURE = "../shared/fixtures/history-repair.json";
const fixtureBlock = z.looseObject({ type: z.string() });
const fixtureSchema = z.array(
  z.object({
    name: z.string(),
    messages: z.array(
      z.object({ role: z.enum(["user", "assistant"]), content: z.union([z.string(), z.array(fixtureBlock)]) }),
    ),
    expect: z.string(),
  }),
);

describe.skipIf(!existsSync(FIXTURE))(`broken histories of public reports (skipped without ${FIXTURE})`, () => {
  const cases = existsSync(FIXTURE) ? fixtureSchema.parse(JSON.parse(readFileSync(FIXTURE, "utf8"))) : [];
  it.each(cases.map((entry) => [entry.name, entry.expect, entry.messages] as const))(
    "%s: %s",
    (name, _words, messages) => {
      const before = messages.map(({ role, content }) => ({
        role,
        content: typeof content === "string" ? [text(content)] : content.map(fromAnthropic),
      }));
      const repaired = repairMessages(before);
      expectValidView(repaired);
      expect(repairMessages(repaired)).toEqual(repaired);
      expect(repaired.length).toBeGreaterThan(0);
      const calls = (list: WireMessage[]) =>
        list.flatMap(({ content }) => content.filter(({ type }) => type === "tool_use")).length;
      if (name !== "trim-cuts-pair") expect(calls(repaired)).toBe(calls(before));
    },
  );
});

const anthropicBlock = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() }),
  z.object({ type: z.literal("tool_use"), id: z.string() }),
  z.object({ type: z.literal("tool_result"), tool_use_id: z.string(), content: z.string() }),
]);

function fromAnthropic(value: unknown): ContentBlock {
  const block = anthropicBlock.parse(value);
  switch (block.type) {
    case "text":
      return text(block.text);
    case "thinking":
      return { type: "thinking", text: block.thinking, signature: block.signature };
    case "tool_use":
      return call(block.id);
    case "tool_result":
      return result(block.tool_use_id, block.content);
  }
}

/** Derived ids end in a hash; their beginning is what a reader can tell. */
function maskIds(messages: WireMessage[]): unknown {
  return JSON.parse(JSON.stringify(messages).replaceAll(/(a_\d)_[0-9a-f]+/g, "$1"));
}
