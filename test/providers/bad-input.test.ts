import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anthropicWith, ask, blocksOf, errorDetail, openAIWith, shownText, sse, turnOf } from "./harness";
import { piecesOf } from "./fixtures";

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const call = (args: string, more: object = {}) =>
  chunk({ tool_calls: [{ index: 0, ...more, function: { name: "write", arguments: args } }] });
const CHAT = [
  chunk({ content: "I " }),
  chunk({ content: "write." }),
  call("", { id: "a" }),
  call('{"path":"a",'),
  call('"text":"b"}'),
  chunk({}, "tool_calls"),
  "[DONE]",
];

const MESSAGES = [
  { type: "message_start", message: { id: "m" } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "I write." } },
  { type: "content_block_stop", index: 0 },
  { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "t", name: "write", input: {} } },
  { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"path":"a",' } },
  { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '"text":"b"}' } },
  { type: "content_block_stop", index: 1 },
  { type: "message_delta", delta: { stop_reason: "tool_use" } },
  { type: "message_stop" },
];

const manyChatCalls = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    chunk({ tool_calls: [{ index, id: `c${String(index)}`, function: { name: "write", arguments: '{"path":"a"}' } }] }),
  );
const manyMessageCalls = (count: number) => [
  MESSAGES[0],
  ...Array.from({ length: count }, (_, index) => [
    { type: "content_block_start", index, content_block: { type: "tool_use", id: `c${String(index)}`, name: "write" } },
    { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: '{"path":"a"}' } },
    { type: "content_block_stop", index },
  ]).flat(),
];

/** The events of an answer with a text, which begins at `textAt`, and a call; and those of many calls. */
const FORMATS = [
  ["Chat Completions", openAIWith, CHAT, 0, manyChatCalls],
  ["Messages", anthropicWith, MESSAGES, 2, manyMessageCalls],
] as const;

/** What an event is, for the name of its case. */
function nameOf(event: unknown, position: number): string {
  const short =
    typeof event === "string" ? event : JSON.stringify(event).replace(/"(?:choices|index|finish_reason)":/g, "");
  return `${String(position + 1)}, ${short.slice(0, 90)}`;
}

/** Never half an input: a call has all that the model wrote, or an error in its place. */
function expectWholeInputs(turn: ReturnType<typeof turnOf>) {
  for (const use of blocksOf(turn, "tool_use")) {
    if (use.inputError === undefined) expect(use.input).toEqual({ path: "a", text: "b" });
    else expect(use.input).toEqual({});
  }
}

describe.each(FORMATS)("P1 P2 P3 bad input in %s", (_format, provider, events, textAt, manyCalls) => {
  const named = events.map((event, position) => [nameOf(event, position), position] as const);
  const isWholeAt = (position: number) => position >= events.length - 2;

  it.each(named)("truncated after event %s", async (_name, position) => {
    const outcome = await ask(provider([sse(...events.slice(0, position + 1))]));
    if (isWholeAt(position)) {
      expect(turnOf(outcome).stopReason).toEqual({ type: "tool_use" });
      expect(blocksOf(turnOf(outcome), "tool_use")).toMatchObject([{ input: { path: "a", text: "b" } }]);
    } else expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
    expect("I write.").toContain(shownText(outcome));
  });

  it.each(named)("event doubled: %s", async (_name, position) => {
    const doubled = events.flatMap((event, at) => (at === position ? [event, event] : [event]));
    const outcome = await ask(provider([sse(...doubled)]));
    const turn = turnOf(outcome);
    const running = blocksOf(turn, "tool_use").filter(({ inputError }) => inputError === undefined);
    expect(running.length).toBeLessThanOrEqual(1);
    expectWholeInputs(turn);
    // A text is the same text twice, for all that anybody can tell; nothing of it is lost.
    expect(shownText(outcome).replaceAll(/(I |write\.|I write\.)\1/g, "$1")).toBe("I write.");
  });

  it("two answers whose events take turns: no call of them runs with what the other wrote", async () => {
    const other = JSON.parse(
      JSON.stringify(events)
        .replace(/"id":"(\w)"/g, '"id":"other $1"')
        .replaceAll('\\"a\\"', '\\"c\\"'),
    ) as unknown[];
    const outcome = await ask(provider([sse(...events.flatMap((event, at) => [event, other[at]]))]));
    if (outcome.turn === undefined) expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
    else expect(blocksOf(outcome.turn, "tool_use").every(({ inputError }) => inputError !== undefined)).toBe(true);
  });

  it("truncated at any byte: an error, or the whole turn", async () => {
    const bytes = Buffer.from(sse(...events));
    for (let length = 0; length < bytes.length; length++) {
      const outcome = await ask(provider([bytes.subarray(0, length)]));
      if (outcome.turn === undefined) expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
      else {
        expect(outcome.turn.stopReason).toEqual({ type: "tool_use" });
        expect(blocksOf(outcome.turn, "tool_use")).toMatchObject([{ input: { path: "a", text: "b" } }]);
        expect(shownText(outcome)).toBe("I write.");
      }
    }
  });

  it("an event lost anywhere: no call ever runs with a part of its input", async () => {
    for (let lost = 0; lost < events.length; lost++) {
      const { turn } = await ask(provider([sse(...events.toSpliced(lost, 1))]));
      if (turn !== undefined) expectWholeInputs(turn);
    }
  });

  it("every event doubled: a call whose input is broken by it says so, and no second one runs without", async () => {
    const { turn } = await ask(provider([sse(...events.flatMap((event) => [event, event]))]));
    if (turn !== undefined) expectWholeInputs(turn);
  });

  it("the whole body doubled: the first answer counts", async () => {
    const outcome = await ask(provider([sse(...events, ...events)]));
    expect(shownText(outcome)).toBe("I write.");
    expect(blocksOf(turnOf(outcome), "tool_use")).toHaveLength(1);
  });

  it("two answers whose events take turns in any way: an error or a turn, and never a part of an input", async () => {
    const other = events.map(
      (event) => JSON.parse(JSON.stringify(event).replace(/"id":"(\w)"/g, '"id":"other $1"')) as unknown,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (turns) => {
        const [first, second] = [[...events] as unknown[], [...other]];
        const mixed = turns.flatMap((isFirst) => (isFirst ? first : second).splice(0, 1));
        const outcome = await ask(provider([sse(...mixed, ...first, ...second)]));
        if (outcome.turn === undefined) expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
        else
          for (const { rawInput, ...use } of blocksOf(outcome.turn, "tool_use")) {
            // A call that has none where the answer ends is one without arguments, for all that anybody can tell.
            if (rawInput !== "" && use.inputError === undefined) expect(use.input).toEqual({ path: "a", text: "b" });
          }
      }),
      { numRuns: 300 },
    );
  });

  it("invalid UTF-8 becomes the sign for it, and nothing around it is lost", async () => {
    const bytes = Buffer.from(sse(...events).replaceAll("I ", "I \u0001"));
    const outcome = await ask(provider([bytes.map((byte) => (byte === 1 ? 0xff : byte))]));
    const escaped = await ask(provider([sse(...events).replaceAll("I ", "I \\ud83d")]));
    expect(shownText(outcome)).toMatch(/^I \uFFFD ?write\.$/);
    expect(blocksOf(turnOf(outcome), "tool_use")).toHaveLength(1);
    // Half a pair as an escape is JSON all the same; it is mended where it would be sent.
    expect(shownText(escaped)).toMatch(/^I \ud83d ?write\.$/);
  });

  it("an event in many megabytes, and a call of a megabyte", async () => {
    const text = "x".repeat(4_000_000);
    const long = sse(...events).replaceAll("write.", text);
    expect(shownText(await ask(provider([long])))).toHaveLength(4_000_002);
    const raw = sse(...events).replaceAll('\\"b\\"', `\\"${text.slice(0, 1_000_000)}\\"`);
    const [use] = blocksOf(turnOf(await ask(provider([raw]))), "tool_use");
    expect(use?.input["text"]).toHaveLength(1_000_000);
  });

  it("20 MB of text in 20,000 events", async () => {
    const textEvent =
      sse(...events.slice(0, textAt + 1))
        .split("\n\n")
        .at(-2) ?? "";
    const piece = `${textEvent.replace(/I (?:write\.)?/, "x".repeat(1_000))}\n\n`;
    const start = sse(...events.slice(0, textAt));
    const end = sse(...events.slice(textAt + 1));
    const outcome = await ask(provider([start, ...Array.from({ length: 20_000 }, () => piece), end]));
    expect(shownText(outcome).length).toBeGreaterThanOrEqual(20_000_000);
    expect(blocksOf(turnOf(outcome), "tool_use")).toMatchObject([{ input: { path: "a", text: "b" } }]);
  });

  it("an event of 20 MB on one line is more than Orbit holds", async () => {
    const long = Buffer.from(sse(...events).replace("I ", "x".repeat(20_000_000)));
    const outcome = await ask(provider(piecesOf(long, 64 * 1024)));
    expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
  });

  it("5,000 calls", async () => {
    const turn = turnOf(await ask(provider([sse(...manyCalls(5_000), ...events.slice(-2))])));
    const uses = blocksOf(turn, "tool_use");
    expect([uses.length, new Set(uses.map(({ id }) => id)).size]).toEqual([5_000, 5_000]);
    expect(uses.every(({ input, inputError }) => input["path"] === "a" && inputError === undefined)).toBe(true);
  });

  it("arguments 10,000 levels deep are an error of the call, not of the turn", async () => {
    const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    const body = sse(...events).replaceAll('\\"b\\"', deep);
    expect(blocksOf(turnOf(await ask(provider([body]))), "tool_use")).toMatchObject([
      { input: {}, inputError: expect.any(String) as string },
    ]);
  });

  it("10,000 levels in a member that nobody reads", async () => {
    const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    const body = sse(...events).replaceAll("data: {", `data: {"odd":${deep},`);
    expect(shownText(await ask(provider([body])))).toBe("I write.");
  });

  it("a NUL character in a text is one, and a NUL byte within JSON is broken JSON", async () => {
    expect(shownText(await ask(provider([sse(...events).replace("I ", "I \\u0000")])))).toMatch(/^I \0 ?write\.$/);
    const broken = await ask(provider([sse(...events).replace("I ", "I \0")]));
    expect(errorDetail(broken)).toEqual({ type: "incomplete_response" });
  });

  it("bytes that are no UTF-8 between the members of JSON", async () => {
    const bytes = Buffer.from(sse(...events).replace('{"', '{\u0001"'));
    const outcome = await ask(provider([bytes.map((byte) => (byte === 1 ? 0xff : byte))]));
    expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
  });

  it.each([
    ["a web page", "<!doctype html><h1>It works</h1>", "invalid_base_url"],
    ["a web page after a byte order mark and blanks", "\uFEFF \r\n<html>", "invalid_base_url"],
    ["nothing", "", "incomplete_response"],
    ["blanks", " \n\n \n", "incomplete_response"],
    ["comments alone", ": ping\n\n: ping\n\n", "incomplete_response"],
    ["JSON that is no answer", "{}", "invalid_base_url"],
    ["cut JSON", '{"choices":[{"message":{"content":"x"', "incomplete_response"],
    ["deep JSON", `data: ${"[".repeat(100_000)}\n\n`, "incomplete_response"],
    ["a line without an end", `data: ${"x".repeat(100_000)}`, "incomplete_response"],
  ])("%s in place of a stream", async (_what, body, type) => {
    const outcome = await ask(provider([body]));
    expect(shownText(outcome)).toBe("");
    expect(errorDetail(outcome).type).toBe(type);
  });
});
