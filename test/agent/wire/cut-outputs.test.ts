import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContentBlock } from "../../../src/agent/history/messages";
import { cutOutputs, headAndTail } from "../../../src/agent/wire/cut-outputs";
import type { ViewContext, ViewMessage } from "../../../src/agent/wire/view-message";

const output = (toolUseId: string, content: string): ContentBlock => ({
  type: "tool_result",
  toolUseId,
  content,
  isError: false,
});
const long = (ending: string) => `begin ${"x".repeat(5_000)} ${ending}`;

const view: ViewMessage[] = [
  { seq: 1, role: "user", content: [{ type: "text", text: "y".repeat(9_000) }] },
  {
    seq: 2,
    role: "assistant",
    content: [
      { type: "thinking", text: "hm", signature: "s" },
      { type: "redacted_thinking", data: "r" },
      { type: "tool_use", id: "a", name: "f", input: {}, rawInput: "{}" },
      { type: "tool_use", id: "b", name: "f", input: {}, rawInput: "{}" },
    ],
  },
  { seq: 2, role: "user", content: [output("a", long("error: no such file")), output("b", "short")] },
  {
    seq: 3,
    role: "assistant",
    content: [
      { type: "thinking", text: "so", signature: "t" },
      { type: "tool_use", id: "c", name: "f", input: {}, rawInput: "{}" },
    ],
  },
  { seq: 3, role: "user", content: [output("c", long("end"))] },
];

const context = (upToSeq?: number): ViewContext => ({
  target: { id: "anthropic", recipientKey: "anthropic@api.anthropic.com", toolIds: "anthropic" },
  rejectedUpTo: -1,
  imagesOut: [],
  cut: upToSeq === undefined ? undefined : { id: "m", type: "cut", upToSeq, head: 1_000, tail: 500 },
});

describe("C3 a cut", () => {
  it("leaves a chat without a cut as it is", () => {
    expect(cutOutputs(view, context())).toEqual(view);
  });

  it("cuts long tool output up to its message, and leaves the reasoning there out", () => {
    const cut = cutOutputs(view, context(2));
    expect(cut[0]).toEqual(view[0]);
    expect(cut[1]?.content.map(({ type }) => type)).toEqual(["tool_use", "tool_use"]);
    expect(cut[2]?.content).toEqual([
      output("a", headAndTail(long("error: no such file"), { head: 1_000, tail: 500 })),
      output("b", "short"),
    ]);
    expect(cut.slice(3)).toEqual(view.slice(3));
  });

  it("keeps the end, where an error stands, and says how much is missing", () => {
    expect(headAndTail(`${"a".repeat(300)}${"b".repeat(900)}${"c".repeat(200)}`, { head: 300, tail: 200 })).toBe(
      `${"a".repeat(300)}\n[Orbit left out 900 characters here so that the chat fits the model. Call the tool again if you need them.]\n${"c".repeat(200)}`,
    );
  });

  it("leaves text alone that a cut would hardly shorten", () => {
    const text = "a".repeat(700);
    expect(headAndTail(text, { head: 300, tail: 200 })).toBe(text);
    expect(headAndTail(`${text}a`, { head: 300, tail: 200 }).length).toBeLessThan(701);
  });

  it("never splits a character", () => {
    const family = "👨‍👩‍👧‍👦";
    const pieces = headAndTail(family.repeat(200), { head: 100, tail: 100 }).split(/\n\[[^\]]*\]\n/);
    expect(pieces).toEqual([family.repeat(9), family.repeat(10)]);
  });

  it("never makes a text longer, and keeps its beginning and its end", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 400 }).map((piece) => piece.repeat(4));
    const kept = fc.record({ head: fc.nat({ max: 150 }), tail: fc.nat({ max: 150 }) });
    fc.assert(
      fc.property(text, kept, (whole, keep) => {
        const cut = headAndTail(whole, keep);
        expect(cut.length).toBeLessThanOrEqual(whole.length);
        expect(cut.isWellFormed()).toBe(whole.isWellFormed());
        if (cut === whole) return;
        const [head = "", tail = ""] = cut.split(/\n\[Orbit left out \d+ characters here [^\]]*\]\n/);
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        expect(cut).toContain(`left out ${whole.length - head.length - tail.length} characters`);
      }),
    );
  });
});
