import { describe, expect, it } from "vitest";
import { nextCut, type Cut } from "../../../src/agent/context/next-cut";
import { chatOfTurns } from "../support/long-chat";

/** Turns that call a tool at 2, 5, 8, 11 and 14, each answered at the place after it. */
function chatWith(earlier?: Omit<Cut, "type">) {
  const read = { question: "Read.", outputs: ["x"] };
  const chat = chatOfTurns(Array.from({ length: 5 }, () => [read, { text: "Done." }]).flat(), "And?");
  if (earlier !== undefined) chat.marks.push({ id: "m", type: "cut", ...earlier });
  return chat;
}

const upTo =
  (seq: number, head = 1_000) =>
  (cut: Cut) =>
    cut.upToSeq >= seq && cut.head <= head;

describe("C3 the next cut", () => {
  it("is the mildest that fits", () => {
    expect(nextCut(chatWith(), upTo(6))).toEqual({ type: "cut", upToSeq: 6, head: 1_000, tail: 500 });
    expect(nextCut(chatWith(), upTo(0))?.upToSeq).toBe(2);
  });

  it("takes more of each output only where heads and tails of all are too much", () => {
    expect(nextCut(chatWith(), upTo(5, 100))).toEqual({ type: "cut", upToSeq: 5, head: 100, tail: 300 });
  });

  it("is the hardest where none fits, and leaves the newest turn that called tools alone", () => {
    expect(nextCut(chatWith(), () => false)).toEqual({ type: "cut", upToSeq: 12, head: 100, tail: 300 });
  });

  it("gives nothing back that an earlier one took", () => {
    const far = chatWith({ upToSeq: 9, head: 1_000, tail: 500 });
    expect(nextCut(far, upTo(0, 100))).toEqual({ type: "cut", upToSeq: 9, head: 100, tail: 300 });
    const hard = chatWith({ upToSeq: 5, head: 100, tail: 300 });
    expect(nextCut(hard, upTo(8))).toEqual({ type: "cut", upToSeq: 8, head: 100, tail: 300 });
  });

  it("is none in a chat without turns to cut", () => {
    expect(nextCut(chatOfTurns([{ question: "Read.", outputs: ["x"] }]), () => true)).toBeUndefined();
    expect(nextCut(chatOfTurns([], "Hi"), () => true)).toBeUndefined();
  });
});
