import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chat } from "../../../src/agent/chat/chat";
import { requestBudget } from "../../../src/agent/context/context-budget";
import { fitRequest, type Fitted } from "../../../src/agent/context/fit-request";
import { requestMeter } from "../../../src/agent/context/request-size";
import type { ContextWindow } from "../../../src/agent/ports/provider";
import { projectHistory } from "../../../src/agent/wire/project-history";
import { repairMessages } from "../../../src/agent/wire/repair-messages";
import { chatOfTurns, type MadeTurn } from "../support/long-chat";
import { expectValidView, toldResults } from "../support/wire-view";

const provider = {
  id: "anthropic",
  recipientKey: "anthropic@script",
  toolIds: "anthropic",
  maxOutputTokens: 4_000,
} as const;
const told = (tokens: number): ContextWindow => ({ tokens, source: "server" });
const isCut = (text: string | undefined) => text?.includes("[Orbit left out") ?? false;

/** The chat with the cut stored. */
function withCut(chat: Chat, { cut }: Fitted, id = "cut"): Chat {
  return cut === undefined ? chat : { ...chat, marks: [...chat.marks, { ...cut, id }] };
}

/** Ten requests that each read one file of 6,000 characters: about 2,000 tokens each. */
const tenReads = Array.from({ length: 10 }, (_, index): MadeTurn[] => [
  { question: `Question ${index}`, thinking: "Let me look.", outputs: [`${index} ${"x".repeat(5_900)} end ${index}`] },
  { text: `Answer ${index}` },
]).flat();

describe("C3 a request that fits", () => {
  it("is sent whole, byte for byte as without a budget", () => {
    const chat = chatOfTurns(tenReads, "And now?");
    const fitted = fitRequest(chat, provider, told(200_000));
    expect(fitted).toEqual({ messages: projectHistory(chat, provider), isTooLarge: false });
  });

  it("keeps room for the answer: its limit, at most a quarter of the window", () => {
    expect(requestBudget(told(100_000), provider)).toBe(96_000);
    expect(requestBudget(told(8_000), provider)).toBe(6_000);
    const chat = chatOfTurns(tenReads, "And now?");
    const size = Math.ceil(requestMeter(chat, provider).size(projectHistory(chat, provider)));
    expect(fitRequest(chat, provider, told(size + 4_000)).cut).toBeUndefined();
    expect(fitRequest(chat, provider, told(size + 3_990)).cut).toBeDefined();
  });
});

describe("C3 a request that does not fit", () => {
  const window = told(24_000);
  const chat = chatOfTurns(tenReads, "And now?");
  const fitted = fitRequest(chat, provider, window);
  const results = Object.values(toldResults(fitted.messages));

  it("loses older tool output in one large step, and no more than it must", () => {
    const size = requestMeter(chat, provider).size(fitted.messages);
    const goal = requestBudget(window, provider) * 0.6;
    expect(size).toBeLessThanOrEqual(goal);
    // One output more would not have gone.
    expect(size).toBeGreaterThan(goal - 2_000);
    expect(results.map(isCut)).toEqual([...Array<boolean>(6).fill(true), ...Array<boolean>(4).fill(false)]);
  });

  it("keeps the head and the tail of each, and says in between what is missing", () => {
    expect(results[0]).toMatch(/^0 x{998}\n\[Orbit left out 4408 characters here .*\]\nx{494} end 0$/);
  });

  it("leaves the reasoning before the cut out", () => {
    const thinking = fitted.messages.map(({ content }) => content.some(({ type }) => type === "thinking"));
    expect(thinking.filter(Boolean)).toHaveLength(4);
    expect(thinking.indexOf(true)).toBeGreaterThan(thinking.length / 2);
  });

  it("is the same again with the cut stored, also after a relaunch", () => {
    const again = fitRequest(withCut(chat, fitted), provider, window);
    expect(again).toEqual({ messages: fitted.messages, isTooLarge: false });
  });

  it("moves the cut forward when the window gets smaller, and never back when it gets larger", () => {
    const cutOnce = withCut(chat, fitted);
    const smaller = fitRequest(cutOnce, provider, told(14_000));
    expect(smaller.cut?.upToSeq).toBeGreaterThan(fitted.cut?.upToSeq ?? Infinity);
    expect(fitRequest(withCut(cutOnce, smaller, "next"), provider, told(200_000)).cut).toBeUndefined();
  });

  it("keeps the output of the newest turn whole", () => {
    const reading = chatOfTurns(tenReads.slice(0, -1));
    const { messages } = fitRequest(reading, provider, told(6_000));
    const outputs = Object.values(toldResults(messages));
    expect(outputs.slice(0, -1).every(isCut)).toBe(true);
    expect(isCut(outputs.at(-1))).toBe(false);
  });

  it("keeps less of each where heads and tails alone are too much", () => {
    const { cut, messages } = fitRequest(chat, provider, told(8_000));
    expect(cut).toMatchObject({ head: 100, tail: 300 });
    expect(requestMeter(chat, provider).size(messages)).toBeLessThan(requestBudget(told(8_000), provider));
  });
});

describe("C3 a request that the server found too long", () => {
  const chat = chatOfTurns(tenReads, "And now?");

  it("is cut to half, although it seemed to fit", () => {
    const meter = requestMeter(chat, provider);
    const { cut, messages } = fitRequest(chat, provider, told(1_000_000), true);
    expect(cut).toBeDefined();
    expect(meter.size(messages)).toBeLessThanOrEqual(meter.size(projectHistory(chat, provider)) / 2);
  });

  it("has no cut where there is nothing to cut", () => {
    const talk = chatOfTurns([{ question: "a".repeat(9_000), text: "b".repeat(9_000) }], "And now?");
    expect(fitRequest(talk, provider, told(32_000), true).cut).toBeUndefined();
  });
});

describe("C3 a request that cannot fit", () => {
  const huge = chatOfTurns([], "a".repeat(60_000));

  it("is told from one that might", () => {
    expect(fitRequest(huge, provider, told(14_000)).isTooLarge).toBe(true);
    // Four bytes a token is the kindest count, and with that it fits.
    expect(fitRequest(huge, provider, told(15_200)).isTooLarge).toBe(false);
  });

  it("is sent all the same where nobody knows the window", () => {
    expect(fitRequest(huge, provider, { tokens: 14_000, source: "unknown" }).isTooLarge).toBe(false);
  });
});

describe("C3 the size of a request", () => {
  const usage = (input: number, cacheRead = 0) => ({ input, cacheRead, cacheWrite: 0, output: 1 });
  const counted = (tokens: number, cached = 0) =>
    chatOfTurns([{ question: "a".repeat(30_000), text: "b", usage: usage(tokens, cached) }], "And now?");

  it("follows what the same server counted for the last turn, within bounds", () => {
    expect(requestMeter(counted(9_000), provider).correction).toBeCloseTo(0.9, 1);
    expect(requestMeter(counted(2_000, 9_000), provider).correction).toBeCloseTo(1.1, 1);
    expect(requestMeter(counted(100), provider).correction).toBe(0.75);
    expect(requestMeter(counted(99_000), provider).correction).toBe(1.25);
  });

  it("does not follow another server, or one that counts nothing", () => {
    expect(requestMeter(counted(9_000), { ...provider, recipientKey: "openai@elsewhere" }).correction).toBe(1);
    expect(requestMeter(counted(0), provider).correction).toBe(1);
  });
});

describe("C3 the notice about tools", () => {
  const tool = { name: "t", description: "d".repeat(30_000), inputSchema: {} };
  const chat = { ...chatOfTurns([], "Hi"), frozen: { systemPrompt: "", tools: [tool] } };

  it("comes where they take more than a quarter of the window", () => {
    expect(fitRequest(chat, provider, told(32_000)).notice).toMatchObject({
      style: "warning",
      reason: "tools_too_large",
      actions: ["open_settings"],
      text: expect.stringContaining("31% of the 32,000 tokens") as string,
    });
    expect(fitRequest(chat, provider, told(42_000)).notice).toBeUndefined();
  });

  it("comes once in a chat", () => {
    const { notice } = fitRequest(chat, provider, told(32_000));
    if (notice === undefined) throw new Error("There is no notice.");
    const row = { id: "n", seq: 1, requestId: "r1", createdAt: 0, type: "notice", ...notice } as const;
    expect(fitRequest({ ...chat, rows: [row] }, provider, told(32_000)).notice).toBeUndefined();
  });
});

describe("C3 any chat in any window", () => {
  const size = fc.oneof(fc.nat({ max: 300 }), fc.integer({ min: 300, max: 12_000 }));
  const words = fc.constantFrom("word ", "語", "👨‍👩‍👧", "line\n");
  const output = fc.tuple(words, size).map(([word, length]) => word.repeat(Math.ceil(length / word.length)));
  const counts = fc.integer({ min: 1, max: 40_000 });
  const turn = fc.record(
    {
      question: fc.constant("Next?"),
      thinking: output,
      text: fc.constant("Well."),
      outputs: fc.array(output, { maxLength: 3 }),
      usage: counts.map((input) => ({ input, output: 1, cacheRead: 0, cacheWrite: 0 })),
    },
    { requiredKeys: [] },
  );
  const chats = fc.array(turn, { maxLength: 12 }).map((turns) => chatOfTurns(turns, "Now?"));
  const windows = fc.integer({ min: 4_000, max: 60_000 }).map(told);

  it("gives a view that is valid, repaired for good, and within the budget or cut as far as it goes", () => {
    fc.assert(
      fc.property(chats, windows, fc.boolean(), (chat, window, wasRefused) => {
        const fitted = fitRequest(chat, provider, window, wasRefused);
        expectValidView(fitted.messages);
        expect(repairMessages(fitted.messages, provider.toolIds).messages).toEqual(fitted.messages);
        const cut = withCut(chat, fitted);
        expect(projectHistory(cut, provider)).toEqual(fitted.messages);
        if (requestMeter(chat, provider).size(fitted.messages) <= requestBudget(window, provider)) return;
        expect(fitRequest(cut, provider, window).cut).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it("only ever cuts further, and what fits after a cut goes on to fit", () => {
    fc.assert(
      fc.property(chats, fc.array(windows, { minLength: 1, maxLength: 4 }), (chat, sizes) => {
        let current = chat;
        for (const [index, window] of sizes.entries()) {
          const fitted = fitRequest(current, provider, window);
          const before = current.marks.findLast((mark) => mark.type === "cut");
          if (fitted.cut !== undefined && before !== undefined) {
            expect(fitted.cut.upToSeq).toBeGreaterThanOrEqual(before.upToSeq);
            expect(fitted.cut.head).toBeLessThanOrEqual(before.head);
          }
          current = withCut(current, fitted, `cut${index}`);
          expect(fitRequest(current, provider, window).cut).toBeUndefined();
        }
      }),
      { numRuns: 200 },
    );
  });
});
