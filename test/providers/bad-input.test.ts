import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { createOpenAIProvider } from "../../src/providers/openai/openai-provider";
import { anthropicWith, ask, blocksOf, errorDetail, instantClock, openAIWith, shownText, sse, turnOf } from "./harness";

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const call = (args: string, more: object = {}) =>
  chunk({ tool_calls: [{ index: 0, ...more, function: { name: "write", arguments: args } }] });
const CHAT = [
  chunk({ content: "I " }),
  chunk({ content: "write." }),
  call('{"path":"a",', { id: "a" }),
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

const FORMATS = [
  ["Chat Completions", openAIWith, CHAT],
  ["Messages", anthropicWith, MESSAGES],
] as const;

/** Never half an input: a call has all that the model wrote, or an error in its place. */
function expectWholeInputs(turn: ReturnType<typeof turnOf>) {
  for (const use of blocksOf(turn, "tool_use")) {
    if (use.inputError === undefined) expect(use.input).toEqual({ path: "a", text: "b" });
    else expect(use.input).toEqual({});
  }
}

describe.each(FORMATS)("W5 bad input in %s", (_format, provider, events) => {
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
            // A call that got no arguments at all is one without arguments, for all that anybody can tell.
            if (rawInput !== "" && use.inputError === undefined) expect(use.input).toEqual({ path: "a", text: "b" });
          }
      }),
      { numRuns: 200 },
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

  it.each([
    ["a web page", "<!doctype html><h1>It works</h1>", "invalid_base_url"],
    ["a web page after a byte order mark and blanks", "\uFEFF \r\n<html>", "invalid_base_url"],
    ["nothing", "", "incomplete_response"],
    ["blanks", " \n\n \n", "incomplete_response"],
    ["comments alone", ": ping\n\n: ping\n\n", "incomplete_response"],
    ["JSON that is no answer", "{}", "incomplete_response"],
    ["cut JSON", '{"choices":[{"message":{"content":"x"', "incomplete_response"],
    ["deep JSON", `data: ${"[".repeat(100_000)}\n\n`, "incomplete_response"],
    ["a line without an end", `data: ${"x".repeat(100_000)}`, "incomplete_response"],
  ])("%s in place of a stream", async (_what, body, type) => {
    const outcome = await ask(provider([body]));
    expect(shownText(outcome)).toBe("");
    expect(errorDetail(outcome).type).toBe(type);
  });
});

describe("W5 bad input over the network", () => {
  /** Asks a server on this machine that answers each request like this. */
  async function askServer(answer: (response: ServerResponse) => void) {
    const server = createServer((_request: IncomingMessage, response) => answer(response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    });
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const baseUrl = `http://127.0.0.1:${String(port)}/v1`;
    return ask(createOpenAIProvider({ model: "small-model", baseUrl, clock: instantClock().clock }));
  }

  const body = sse(...CHAT);
  const gzip = { "content-type": "text/event-stream", "content-encoding": "gzip" };

  it("gzip is unpacked as it comes", async () => {
    const outcome = await askServer((response) => response.writeHead(200, gzip).end(gzipSync(body)));
    expect(blocksOf(turnOf(outcome), "tool_use")).toMatchObject([{ input: { path: "a", text: "b" } }]);
  });

  it("gzip that is cut is an error, whatever of it could be unpacked", async () => {
    const packed = gzipSync(sse(...CHAT.slice(0, 3)) + sse(chunk({ content: "x".repeat(1_000) })));
    const outcome = await askServer((response) => response.writeHead(200, gzip).end(packed.subarray(0, -20)));
    expect(outcome.turn).toBeUndefined();
    expect(errorDetail(outcome).type).toBeTypeOf("string");
  });

  it("a body that only says it is gzip is an error", async () => {
    const outcome = await askServer((response) => response.writeHead(200, gzip).end(body));
    expect(outcome.turn).toBeUndefined();
    expect(errorDetail(outcome).type).toBeTypeOf("string");
  });

  it.each(["text/plain", "application/json", "text/html", "application/octet-stream", "nonsense"])(
    "the wrong content type %s costs nothing: the bytes count",
    async (type) => {
      const outcome = await askServer((response) => response.writeHead(200, { "content-type": type }).end(body));
      expect(turnOf(outcome).stopReason).toEqual({ type: "tool_use" });
    },
  );

  it("a JSON answer to a stream request is an answer", async () => {
    const whole = { choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] };
    const outcome = await askServer((response) => response.end(JSON.stringify(whole, null, 2)));
    expect(shownText(outcome)).toBe("Hello");
  });
});
