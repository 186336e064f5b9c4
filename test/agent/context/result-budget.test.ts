import { describe, expect, it } from "vitest";
import { capResult } from "../../../src/agent/context/result-budget";
import type { ContextWindow } from "../../../src/agent/ports/provider";
import { chatOfTurns } from "../support/long-chat";

const told = (tokens: number): ContextWindow => ({ tokens, source: "server" });
const output = "x".repeat(60_000);

/** How much of a long result is kept in a chat whose results so far are of these lengths. */
function kept(lengths: readonly number[], tokens: number, requestId = "r1"): number {
  const chat = chatOfTurns([{ question: "Read.", outputs: lengths.map((length) => "y".repeat(length)) }]);
  const text = capResult(chat, { id: "new", requestId }, output, told(tokens));
  return /^x*/.exec(text)?.[0].length ?? 0;
}

describe("C3 the results of one request", () => {
  it("share as many characters as the model holds tokens", () => {
    expect(kept([], 32_000)).toBe(32_000);
    expect(kept([10_000, 5_000], 32_000)).toBe(17_000);
  });

  it("each have 2,000 characters at least, and 45,000 at most", () => {
    expect(kept([40_000], 32_000)).toBe(2_000);
    expect(kept([], 1_000)).toBe(2_000);
    expect(kept([], 1_000_000)).toBe(45_000);
  });

  it("do not share with another request", () => {
    expect(kept([30_000], 32_000, "r2")).toBe(32_000);
  });

  it("do not count a result twice that is recorded again", () => {
    const chat = chatOfTurns([{ question: "Read.", outputs: ["y".repeat(30_000)] }]);
    const [call] = chat.calls.values();
    if (call === undefined) throw new Error("There is no call.");
    expect(capResult(chat, call, "z".repeat(30_000), told(32_000))).toBe("z".repeat(30_000));
  });

  it("say that they were cut", () => {
    const chat = chatOfTurns([{ question: "Read.", outputs: [] }]);
    const text = capResult(chat, { id: "new", requestId: "r1" }, output, told(3_000));
    expect(text).toMatch(/^x{3000}\n\[.*3,?000.*\]$/);
    expect(capResult(chat, { id: "new", requestId: "r1" }, "short", told(3_000))).toBe("short");
  });
});
