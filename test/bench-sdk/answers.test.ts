import { describe, expect, it } from "vitest";
import { ANSWERS, bodyOf, check, eventsOf } from "./answers";

const [text, ...calls] = ANSWERS;

describe("P1 P2 P3 the answers of the bench beside the SDKs", () => {
  it("has 20,000 text deltas", () => {
    expect(eventsOf(text, "openai").filter((event) => event.includes(" word"))).toHaveLength(20_000);
    expect(eventsOf(text, "anthropic").filter((event) => event.includes(" word"))).toHaveLength(20_000);
  });

  it.each(calls.map((call, index) => ({ call, size: [50_000, 100_000, 200_000][index] ?? 0 })))(
    "has a call of $size bytes in fragments of 20",
    ({ call, size }) => {
      expect(call.pieces).toHaveLength(size / 20);
      expect(call.pieces.every((piece) => Buffer.byteLength(piece) === 20)).toBe(true);
      expect(JSON.parse(call.pieces.join(""))).toEqual(call.type === "call" && call.input);
    },
  );

  it("takes no other outcome than the right one", () => {
    const [call] = calls;
    const input: unknown = JSON.parse(call.pieces.join(""));
    const whole = text.pieces.join("");
    const judge = (answer: (typeof ANSWERS)[number], outcome: Parameters<typeof check>[1]) => () =>
      check(answer, outcome, "openai");
    expect(judge(text, { type: "text", shown: whole, whole })).not.toThrow();
    expect(judge(text, { type: "text", shown: whole.slice(1), whole })).toThrow("read wrongly");
    expect(judge(text, { type: "text", shown: whole, whole: "" })).toThrow("read wrongly");
    expect(judge(text, { type: "bytes", count: bodyOf(text, "openai").length })).not.toThrow();
    expect(judge(text, { type: "bytes", count: 1 })).toThrow("read wrongly");
    expect(judge(call, { type: "call", input })).not.toThrow();
    expect(judge(call, { type: "call", input: { path: "notes.txt" } })).toThrow("read wrongly");
  });
});
