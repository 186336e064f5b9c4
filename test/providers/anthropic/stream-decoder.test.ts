import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anthropicWith, ask, errorDetail, shownText, sse, turnOf } from "../harness";

const messageStart = (more: object = {}) => ({
  type: "message_start",
  message: {
    id: "msg_1",
    model: "claude-sonnet-5-5",
    content: [],
    usage: { input_tokens: 10, output_tokens: 1 },
    ...more,
  },
});
const start = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
const delta = (index: number, value: object) => ({ type: "content_block_delta", index, delta: value });
const stop = (index: number) => ({ type: "content_block_stop", index });
const text = (index: number, value: string) => delta(index, { type: "text_delta", text: value });
const json = (index: number, value: string) => delta(index, { type: "input_json_delta", partial_json: value });
const messageDelta = (stop_reason: string | null, more: object = {}) => ({
  type: "message_delta",
  delta: { stop_reason, ...more },
  usage: { output_tokens: 7 },
});
const messageStop = { type: "message_stop" };
const textBlock = (index: number, value: string) => [
  start(index, { type: "text", text: "" }),
  text(index, value),
  stop(index),
];
const thinking = (index: number, value: string) => [
  start(index, { type: "thinking", thinking: "", signature: "" }),
  delta(index, { type: "thinking_delta", thinking: value }),
  delta(index, { type: "signature_delta", signature: "sig" }),
  stop(index),
];
const end = (stop_reason: string | null) => [messageDelta(stop_reason), messageStop];

const run = (...events: unknown[]) => ask(anthropicWith([sse(...events)]));

describe("P2 Messages streams", () => {
  it("gives text as it comes, then the turn with model and usage", async () => {
    const outcome = await run(
      messageStart({
        usage: { input_tokens: 10, cache_read_input_tokens: 90, cache_creation_input_tokens: 5, output_tokens: 1 },
      }),
      { type: "ping" },
      ...textBlock(0, "Hello"),
      { type: "something_new", value: 1 },
      ...end("end_turn"),
    );
    expect(outcome.events).toEqual([
      { type: "text_delta", text: "Hello" },
      {
        type: "end",
        turn: {
          content: [{ type: "text", text: "Hello" }],
          stopReason: { type: "end_turn" },
          model: "claude-sonnet-5-5",
          usage: { input: 10, output: 7, cacheRead: 90, cacheWrite: 5 },
        },
      },
    ]);
  });

  it("announces a call at its start and parses its input at the end", async () => {
    const outcome = await run(
      messageStart(),
      start(0, { type: "tool_use", id: "toolu_a", name: "read_file", input: {} }),
      json(0, ""),
      json(0, '{"path":'),
      json(0, '"~/a.txt"}'),
      stop(0),
      ...end("tool_use"),
    );
    expect(outcome.events[0]).toEqual({ type: "tool_call_started", id: "toolu_a", name: "read_file" });
    expect(turnOf(outcome)).toMatchObject({
      content: [
        {
          type: "tool_use",
          id: "toolu_a",
          name: "read_file",
          input: { path: "~/a.txt" },
          rawInput: '{"path":"~/a.txt"}',
        },
      ],
      stopReason: { type: "tool_use" },
    });
  });

  it("takes an input that comes whole with the start, and none at all", async () => {
    const outcome = await run(
      messageStart(),
      start(0, { type: "tool_use", id: "a", name: "f", input: { b: 1, a: 2 } }),
      stop(0),
      start(1, { type: "tool_use", name: "g" }),
      stop(1),
      ...end("tool_use"),
    );
    expect(turnOf(outcome).content).toEqual([
      { type: "tool_use", id: "a", name: "f", input: { a: 2, b: 1 }, rawInput: '{"a":2,"b":1}' },
      { type: "tool_use", id: "toolu_1", name: "g", input: {}, rawInput: "" },
    ]);
  });

  it("keeps thinking with its signature, and shows it as a note where notes were asked for", async () => {
    const events = [
      messageStart(),
      ...thinking(0, "Reading the invoices"),
      ...textBlock(1, "Done."),
      ...end("end_turn"),
    ];
    const content = [
      { type: "thinking", text: "Reading the invoices", signature: "sig" },
      { type: "text", text: "Done." },
    ];
    const noted = await ask(anthropicWith([sse(...events)], { model: "claude-opus-5-5" }));
    expect(noted.events[0]).toEqual({ type: "progress_note", text: "Reading the invoices" });
    expect(turnOf(noted).content).toEqual(content);

    const silent = await ask(anthropicWith([sse(...events)], { model: "claude-haiku-4-5" }));
    expect(silent.events[0]).toEqual({ type: "text_delta", text: "Done." });
    expect(turnOf(silent).content).toEqual(content);
  });

  it("shows neither an empty note nor the stand-in for one that was cut off, and keeps both", async () => {
    const cut = "This part of the response was interrupted before it finished.";
    const outcome = await run(
      messageStart(),
      ...thinking(0, ""),
      ...thinking(1, cut),
      ...textBlock(2, "x"),
      ...end("end_turn"),
    );
    expect(outcome.events.map((event) => event.type)).toEqual(["text_delta", "end"]);
    expect(turnOf(outcome).content.slice(0, 2)).toEqual([
      { type: "thinking", text: "", signature: "sig" },
      { type: "thinking", text: cut, signature: "sig" },
    ]);
  });

  it("keeps redacted thinking and blocks it does not know, with what they streamed", async () => {
    const outcome = await run(
      messageStart(),
      start(0, { type: "redacted_thinking", data: "secret" }),
      start(1, { type: "server_tool_use", id: "srv_a", name: "web_search", input: {} }),
      json(1, '{"query":"rain"}'),
      start(2, { type: "compaction", content: null }),
      delta(2, { type: "compaction_delta", content: "What came " }),
      delta(2, { type: "compaction_delta", content: "before" }),
      ...end("end_turn"),
    );
    expect(outcome.events).toHaveLength(1);
    expect(turnOf(outcome)).toMatchObject({
      content: [
        { type: "redacted_thinking", data: "secret" },
        {
          type: "opaque",
          value: { type: "server_tool_use", id: "srv_a", name: "web_search", input: { query: "rain" } },
        },
        { type: "opaque", value: { type: "compaction", content: "What came before" } },
      ],
      stopReason: { type: "end_turn" },
    });
  });

  it("after another model took over: only text from before counts, and the marker falls away", async () => {
    const outcome = await run(
      messageStart({ model: "claude-fable-5" }),
      ...thinking(0, "Hm."),
      ...textBlock(1, "Let me see."),
      start(2, { type: "tool_use", id: "a", name: "f", input: {} }),
      stop(2),
      start(3, { type: "fallback", from: { model: "claude-fable-5" }, to: { model: "claude-opus-5" } }),
      stop(3),
      ...thinking(4, "Reading"),
      ...textBlock(5, "Yes."),
      ...end("end_turn"),
    );
    expect(turnOf(outcome)).toMatchObject({
      content: [
        { type: "text", text: "Let me see." },
        { type: "thinking", text: "Reading", signature: "sig" },
        { type: "text", text: "Yes." },
      ],
      model: "claude-opus-5",
      stopReason: { type: "end_turn" },
    });
  });

  it.each([
    ["end_turn", { type: "end_turn" }],
    ["tool_use", { type: "end_turn" }],
    ["max_tokens", { type: "max_tokens" }],
    ["stop_sequence", { type: "stop_sequence" }],
    ["model_context_window_exceeded", { type: "context_window_exceeded" }],
    ["pause_turn", { type: "other", value: "pause_turn" }],
    ["refusal", { type: "refusal" }],
    [null, { type: "end_turn" }],
  ])("stop reason %s", async (reason, stopReason) => {
    expect(turnOf(await run(messageStart(), ...textBlock(0, "x"), ...end(reason))).stopReason).toEqual(stopReason);
  });

  it("names the category of a refusal", async () => {
    const refusal = messageDelta("refusal", { stop_details: { type: "refusal", category: "cyber" } });
    expect(turnOf(await run(messageStart(), refusal, messageStop)).stopReason).toEqual({
      type: "refusal",
      category: "cyber",
    });
  });

  it.each([null, "end_turn"])("a call decides the stop reason where the server says %s", async (reason) => {
    const outcome = await run(
      messageStart(),
      start(0, { type: "tool_use", id: "a", name: "f", input: {} }),
      ...end(reason),
    );
    expect(turnOf(outcome).stopReason).toEqual({ type: "tool_use" });
  });

  it("a body that ends after the stop reason is an answer; one that ends before is not", async () => {
    const whole = await run(messageStart(), ...textBlock(0, "Hello"), messageDelta("end_turn"));
    expect(turnOf(whole).content).toEqual([{ type: "text", text: "Hello" }]);
    const cut = await run(messageStart(), ...textBlock(0, "Hello"));
    expect(shownText(cut)).toBe("Hello");
    expect(errorDetail(cut)).toEqual({ type: "incomplete_response" });
    expect(errorDetail(await run(messageStart(), "{broken"))).toEqual({ type: "incomplete_response" });
  });

  it.each<[string, unknown[], object]>([
    ["a piece that is the object itself", [{}, { x: 1 }], { input: { x: 1 } }],
    ["a start that is a list", [[1]], { inputError: expect.any(String) as string }],
    ["a start that is a number", [5], { inputError: expect.any(String) as string }],
  ])("P2 a call never runs without the input that it came with: %s", async (_what, [input, piece], expected) => {
    const { content } = turnOf(
      await run(
        messageStart(),
        start(0, { type: "tool_use", id: "a", name: "f", input }),
        ...(piece === undefined ? [] : [delta(0, { type: "input_json_delta", partial_json: piece })]),
        stop(0),
        ...end("tool_use"),
      ),
    );
    expect(content).toMatchObject([{ type: "tool_use", id: "a", ...expected }]);
  });

  it("a call that was cut off, or has no name, never has an input to run with", async () => {
    const cut = await run(
      messageStart(),
      start(0, { type: "tool_use", id: "a", name: "f", input: {} }),
      json(0, '{"x":'),
      ...end("max_tokens"),
    );
    expect(turnOf(cut)).toMatchObject({
      content: [{ input: {}, rawInput: '{"x":' }],
      stopReason: { type: "max_tokens" },
    });
    expect(turnOf(cut).content[0]).toHaveProperty("inputError");
    const nameless = await run(
      messageStart(),
      start(0, { type: "tool_use", id: "a", input: { x: 1 } }),
      ...end("tool_use"),
    );
    expect(errorDetail(nameless)).toEqual({ type: "incomplete_response" });
  });

  describe("P2 a block that begins where a call was never stopped", () => {
    const call = (id: string, input: object = {}) => start(0, { type: "tool_use", id, name: "f", input });

    it.each([
      ["another call", [call("b"), json(0, '{"x":1}'), stop(0)]],
      ["another call, and both inputs", [call("b"), json(0, '{"x":1}'), json(0, '{"y":1}'), stop(0)]],
      ["a text", textBlock(0, "x")],
    ])("%s: the call that has no input yet would run without", async (_what, events) => {
      const outcome = await run(messageStart(), call("a"), ...events, ...end("tool_use"));
      expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
    });

    it.each([
      ["within a text", [start(1, { type: "text", text: "" }), json(1, '{"x":1}')]],
      ["in no block", [json(7, '{"x":1}')]],
    ])("P2 an input %s is of a call that would run without", async (_what, events) => {
      const outcome = await run(messageStart(), call("a"), stop(0), ...events, ...end("tool_use"));
      expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
    });

    it("costs nothing where the call has its input, or says itself that there is none", async () => {
      const ofServer = [call("a"), json(0, '{"x":1}'), call("b", { y: 2 }), call("c"), stop(0), call("d"), stop(0)];
      const { content } = turnOf(await run(messageStart(), ...ofServer, ...end("tool_use")));
      expect(content).toMatchObject([{ input: { x: 1 } }, { input: { y: 2 } }, { input: {} }, { input: {} }]);
      expect(content.some((block) => "inputError" in block)).toBe(false);
    });

    it("and one whose input is cut says so", async () => {
      const { content } = turnOf(
        await run(messageStart(), call("a"), json(0, '{"x":'), call("b"), json(0, "{}"), ...end("tool_use")),
      );
      expect(content[0]).toMatchObject({ id: "a", input: {}, inputError: expect.any(String) as string });
    });
  });

  it.each([
    ["overloaded_error", { type: "overloaded" }],
    ["rate_limit_error", { type: "rate_limited" }],
    ["api_error", { type: "server", status: 500 }],
    ["timeout_error", { type: "server", status: 504 }],
    ["billing_error", { type: "billing" }],
    ["permission_error", { type: "permission_denied", model: "claude-sonnet-5-5" }],
    ["request_too_large", { type: "request_too_large" }],
    ["invalid_request_error", { type: "incomplete_response" }],
  ])("an %s in the stream", async (type, detail) => {
    const outcome = await run(
      messageStart(),
      text(0, "par"),
      { type: "error", error: { type, message: "…" } },
      ...end("end_turn"),
    );
    expect(shownText(outcome)).toBe("par");
    expect(errorDetail(outcome)).toEqual(detail);
  });

  it.each([
    ["a ping", { type: "ping", error: null }],
    ["an event of a later version", { type: "progress", error: null }],
    ["an event with an error of no members", { type: "progress", error: {} }],
    ["an event with a false error", { type: "progress", error: false }],
  ])("P2 %s with an empty error is none", async (_, event) => {
    expect(turnOf(await run(messageStart(), event, ...textBlock(0, "x"), ...end("end_turn"))).content).toEqual([
      { type: "text", text: "x" },
    ]);
  });

  it.each([
    ["with its type in the data", 'event: error\ndata: {"type":"overloaded_error","message":"…"}', "overloaded"],
    ["with words alone", 'event: error\ndata: {"message":"…"}', "incomplete_response"],
    ["with text alone", 'event: error\ndata: "Overloaded"', "overloaded"],
    ["without a name", 'data: {"error":{"type":"overloaded_error"}}', "overloaded"],
    ["without a word", 'data: {"type":"error"}', "incomplete_response"],
  ])("P2 an error event %s is one", async (_, event, type) => {
    const body = `${sse(messageStart())}${event}\n\n${sse(...end("end_turn"))}`;
    expect(errorDetail(await ask(anthropicWith([body])))).toEqual({ type });
  });

  it("P2 a block of the API's own whose input was cut off never goes on with an empty one", async () => {
    const cut = (reason: string) =>
      run(
        messageStart(),
        ...textBlock(0, "x"),
        start(1, { type: "server_tool_use", id: "s", name: "web_search", input: {} }),
        json(1, '{"query":"ra'),
        ...end(reason),
      );
    for (const reason of ["max_tokens", "model_context_window_exceeded", "refusal"]) {
      expect(turnOf(await cut(reason)).content).toEqual([{ type: "text", text: "x" }]);
    }
    expect(errorDetail(await cut("end_turn"))).toEqual({ type: "incomplete_response" });
  });

  it("takes a whole message from a server that does not stream", async () => {
    const message = {
      type: "message",
      ...messageStart().message,
      content: [{ type: "text", text: "Hello" }],
      stop_reason: "end_turn",
    };
    const outcome = await ask(anthropicWith([JSON.stringify(message)]));
    expect(shownText(outcome)).toBe("Hello");
    expect(turnOf(outcome).stopReason).toEqual({ type: "end_turn" });
  });

  it("takes deltas whose block or index a server left out", async () => {
    const outcome = await run(
      messageStart(),
      text(0, "Hel"),
      { type: "content_block_delta", delta: { type: "text_delta", text: "lo" } },
      ...end("end_turn"),
    );
    expect(turnOf(outcome).content).toEqual([{ type: "text", text: "Hello" }]);
  });

  describe("a second message_start in one body (vercel/ai#18331)", () => {
    const second = messageStart({ id: "msg_2" });

    it("with the same id is ignored", async () => {
      const outcome = await run(
        messageStart(),
        ...textBlock(0, "x"),
        messageStart(),
        ...textBlock(1, "y"),
        ...end("end_turn"),
      );
      expect(turnOf(outcome).content).toEqual([
        { type: "text", text: "x" },
        { type: "text", text: "y" },
      ]);
    });

    it("with another id takes the place of what was not shown yet", async () => {
      const cutCall = [start(0, { type: "tool_use", id: "a", name: "f", input: {} }), json(0, '{"x":')];
      const outcome = await run(messageStart(), ...cutCall, second, ...textBlock(0, "x"), ...end("end_turn"));
      expect(turnOf(outcome)).toMatchObject({
        content: [{ type: "text", text: "x" }],
        stopReason: { type: "end_turn" },
      });
    });

    it.each([
      ["text", textBlock(0, "x")],
      ["a note", thinking(0, "Reading")],
      ["a whole call", [start(0, { type: "tool_use", id: "a", name: "f", input: {} }), stop(0)]],
    ])("with another id is an error after %s", async (_what, shown) => {
      const outcome = await run(messageStart(), ...shown, second, ...textBlock(0, "y"), ...end("end_turn"));
      expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
    });
  });

  it("never throws anything but a ProviderError, whatever a server sends", async () => {
    const type = fc.constantFrom(
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
    );
    const event = fc.record({
      type,
      index: fc.jsonValue(),
      delta: fc.jsonValue(),
      content_block: fc.jsonValue(),
      message: fc.jsonValue(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(event, fc.json())), async (events) => {
        const outcome = await run(messageStart(), ...events, ...end("end_turn"));
        if (outcome.turn === undefined) expect(errorDetail(outcome).type).toBeTypeOf("string");
      }),
      { numRuns: 200 },
    );
  });
});
