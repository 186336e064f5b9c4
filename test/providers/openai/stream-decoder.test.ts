import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, errorDetail, openAIWith, shownText, sse, turnOf } from "../harness";

const chunk = (delta: unknown, finish_reason: string | null = null, more: object = {}) => ({
  id: "chunk",
  model: "answering-model",
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
});
const call = (fragment: object) => chunk({ tool_calls: [fragment] });
const run = (...events: unknown[]) => ask(openAIWith([sse(...events)]));

describe("P3 Chat Completions streams", () => {
  it("gives text as it comes, then the turn", async () => {
    const outcome = await ask(
      openAIWith([
        sse(chunk({ role: "assistant", content: "Hel" })),
        sse(chunk({ content: "lo" }), chunk({}, "stop"), "[DONE]"),
      ]),
    );
    expect(outcome.events).toEqual([
      { type: "text_delta", text: "Hel" },
      { type: "text_delta", text: "lo" },
      {
        type: "end",
        turn: {
          content: [{ type: "text", text: "Hello" }],
          stopReason: { type: "end_turn" },
          model: "answering-model",
        },
      },
    ]);
  });

  it("shows text that came together together", async () => {
    const { events } = await run(chunk({ content: "a" }), chunk({ content: "b" }), chunk({}, "stop"));
    expect(events.slice(0, -1)).toEqual([{ type: "text_delta", text: "ab" }]);
  });

  it("announces a call when its name is known, and trusts its arguments only at the end", async () => {
    const outcome = await run(
      chunk({ content: "Looking." }),
      call({ index: 0, id: "call_a", type: "function", function: { name: "search_files", arguments: "" } }),
      call({ index: 0, function: { arguments: '{"query":"inv' } }),
      call({ index: 0, function: { arguments: 'oice"}' } }),
      chunk({}, "tool_calls"),
      "[DONE]",
    );
    expect(outcome.events.slice(0, -1)).toEqual([
      { type: "text_delta", text: "Looking." },
      { type: "tool_call_started", id: "call_a", name: "search_files" },
    ]);
    expect(turnOf(outcome)).toMatchObject({
      content: [
        { type: "text", text: "Looking." },
        {
          type: "tool_use",
          id: "call_a",
          name: "search_files",
          input: { query: "invoice" },
          rawInput: '{"query":"invoice"}',
        },
      ],
      stopReason: { type: "tool_use" },
    });
  });

  it.each([
    ["one call without its list", { tool_calls: { id: "a", function: { name: "f", arguments: { x: 1 } } } }],
    ["the older function_call", { function_call: { name: "f", arguments: '{"x":1}' } }],
    ["no list, but the older form", { tool_calls: null, function_call: { name: "f", arguments: '{"x":1}' } }],
  ])("takes %s", async (_what, delta) => {
    const outcome = await run(chunk(delta), chunk({}, "stop"));
    expect(turnOf(outcome)).toMatchObject({
      content: [{ name: "f", input: { x: 1 } }],
      stopReason: { type: "tool_use" },
    });
  });

  it.each(["reasoning", "reasoning_content"])("keeps %s with its field, and never shows it", async (field) => {
    const outcome = await run(
      chunk({ [field]: "Let me " }),
      chunk({ [field]: "think.", content: "Yes." }),
      chunk({}, "stop"),
    );
    expect(shownText(outcome)).toBe("Yes.");
    expect(turnOf(outcome).content).toEqual([
      { type: "thinking", text: "Let me think.", field },
      { type: "text", text: "Yes." },
    ]);
  });

  it("takes content in parts, thinking parts included", async () => {
    const outcome = await run(
      chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }] }),
      chunk({
        content: [
          { type: "text", text: "Yes" },
          { type: "text", text: "." },
          { type: "reference", ids: [1] },
        ],
      }),
      chunk({}, "stop"),
    );
    expect(turnOf(outcome).content).toEqual([
      { type: "thinking", text: "Hm." },
      { type: "text", text: "Yes." },
    ]);
  });

  it("takes a refusal in words as the answer", async () => {
    expect(shownText(await run(chunk({ content: null, refusal: "I cannot." }), chunk({}, "stop")))).toBe("I cannot.");
  });

  it("takes a whole completion from a server that does not stream", async () => {
    const completion = {
      model: "answering-model",
      choices: [{ message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 12, completion_tokens: 3 },
    };
    const outcome = await ask(openAIWith([JSON.stringify(completion, null, 2)]));
    expect(shownText(outcome)).toBe("Hello");
    expect(turnOf(outcome).usage).toEqual({ input: 12, output: 3, cacheRead: 0, cacheWrite: 0 });
  });

  it.each([
    ["content_filter", { type: "refusal" }],
    ["length", { type: "max_tokens" }],
    ["stop", { type: "end_turn" }],
    ["tool_calls", { type: "end_turn" }],
    ["function_call", { type: "end_turn" }],
    ["end_turn", { type: "end_turn" }],
    ["tool_use", { type: "end_turn" }],
    ["STOP", { type: "end_turn" }],
    ["stop_sequence", { type: "stop_sequence" }],
    ["model_context_window_exceeded", { type: "context_window_exceeded" }],
    ["eos", { type: "other", value: "eos" }],
    ["MALFORMED_FUNCTION_CALL", { type: "other", value: "MALFORMED_FUNCTION_CALL" }],
  ])("P3 finish reason %s without calls", async (finish, stopReason) => {
    expect(turnOf(await run(chunk({ content: "x" }), chunk({}, finish))).stopReason).toEqual(stopReason);
  });

  it.each([
    // Blocked: no call runs.
    ...[
      "content_filter",
      "refusal",
      "SAFETY",
      "RECITATION",
      "PROHIBITED_CONTENT",
      "BLOCKLIST",
      "SPII",
      "sensitive",
    ].map((word) => [word, "refusal"]),
    // Cut: no call runs, however whole it looks.
    ...["length", "model_length", "max_tokens", "MAX_TOKENS", "max_output_tokens"].map((word) => [word, "max_tokens"]),
    ["model_context_window_exceeded", "context_window_exceeded"],
    // Ended: the calls decide.
    ...["stop", "STOP", "tool_calls", "function_call", "tool_use", "end_turn", "stop_sequence", "eos"].map((word) => [
      word,
      "tool_use",
    ]),
  ])("P3 finish reason %s with a call", async (finish, type) => {
    const fragment = call({ index: 0, id: "a", function: { name: "f", arguments: "{}" } });
    expect(turnOf(await run(fragment, chunk({}, finish))).stopReason.type).toBe(type);
  });

  it.each([
    ["error", "incomplete_response"],
    ["network_error", "incomplete_response"],
    ["abort", "incomplete_response"],
    ["insufficient_system_resource", "overloaded"],
  ])("P3 finish reason %s is a failure, whatever came before", async (finish, type) => {
    const fragment = call({ index: 0, id: "a", function: { name: "f", arguments: "{}" } });
    const outcome = await run(chunk({ content: "par" }), fragment, chunk({}, finish), "[DONE]");
    expect(shownText(outcome)).toBe("par");
    expect(errorDetail(outcome).type).toBe(type);
  });

  it("counts the last usage, the cached part apart, also where it comes after the finish", async () => {
    const usage = (prompt: number, cached: number) => ({
      prompt_tokens: prompt,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: cached },
    });
    const outcome = await run(
      chunk({ content: "x" }, null, { usage: usage(1, 0) }),
      chunk({}, "stop", { usage: null }),
      { choices: [], usage: usage(100, 80) },
      "[DONE]",
    );
    expect(turnOf(outcome).usage).toEqual({ input: 20, output: 5, cacheRead: 80, cacheWrite: 0 });
  });

  it("counts only the first choice", async () => {
    const outcome = await run(
      {
        choices: [
          { index: 1, delta: { content: "no" } },
          { index: 0, delta: { content: "yes" } },
        ],
      },
      { choices: [{ index: 1, delta: {}, finish_reason: "stop" }] },
      { choices: [{ index: 0, delta: {}, finish_reason: "length" }] },
    );
    expect(shownText(outcome)).toBe("yes");
    expect(turnOf(outcome).stopReason).toEqual({ type: "max_tokens" });
  });

  it("keeps the finish reason where later chunks have none", async () => {
    const outcome = await run(chunk({ content: "x" }), chunk({}, "length"), chunk({}, null), chunk({}, ""));
    expect(turnOf(outcome).stopReason).toEqual({ type: "max_tokens" });
  });

  it("only [DONE] itself ends a stream", async () => {
    const outcome = await run(chunk({ content: "x" }), "[DONE] or not", chunk({}, "stop"));
    expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
    expect(shownText(await run(chunk({ content: "[DONE]" }), chunk({ content: "!" }), "[DONE]"))).toBe("[DONE]!");
  });

  it("a body that ends without a finish is an error, not an answer", async () => {
    const outcome = await run(chunk({ content: "Hel" }));
    expect(shownText(outcome)).toBe("Hel");
    expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
  });

  it("a body cut inside what follows the finish is an answer", async () => {
    const outcome = await ask(
      openAIWith([sse(chunk({ content: "Hello" }), chunk({}, "stop")), 'data: {"choices":[],"usa']),
    );
    expect(turnOf(outcome).content).toEqual([{ type: "text", text: "Hello" }]);
  });

  it("a call that never got a name makes the turn unusable, not silently shorter", async () => {
    const outcome = await run(call({ index: 0, id: "a", function: { arguments: "{}" } }), chunk({}, "tool_calls"));
    expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
  });

  it.each([
    [{ error: { type: "rate_limit_error" } }, { type: "rate_limited" }],
    [{ error: { code: "rate_limit_exceeded" } }, { type: "rate_limited" }],
    [{ error: { code: 429 } }, { type: "rate_limited" }],
    [{ error: { type: "overloaded" } }, { type: "overloaded" }],
    [{ error: { code: "529" } }, { type: "overloaded" }],
    [{ error: { type: "server_error" } }, { type: "server", status: 500 }],
    [{ error: { type: "upstream", code: 502 } }, { type: "server", status: 502 }],
    [{ error: { code: "insufficient_quota", message: "You exceeded your quota" } }, { type: "billing" }],
    [{ error: "something broke" }, { type: "incomplete_response" }],
    [
      { error: { message: "no" }, choices: [{ delta: { content: "x" }, finish_reason: "stop" }] },
      { type: "incomplete_response" },
    ],
  ])("an error in the stream: %j", async (event, detail) => {
    const outcome = await run(chunk({ content: "par" }), event, chunk({}, "stop"));
    expect(shownText(outcome)).toBe("par");
    expect(errorDetail(outcome)).toEqual(detail);
  });

  it("an event named error is an error, whatever its form", async () => {
    const body = `${sse(chunk({ content: "par" }))}event: error\ndata: {"message":"it broke"}\n\n${sse("[DONE]")}`;
    expect(errorDetail(await ask(openAIWith([body])))).toEqual({ type: "incomplete_response" });
  });

  it("never fails over a field that it does not need, whatever stands in it", async () => {
    const odd = fc.jsonValue();
    await fc.assert(
      fc.asyncProperty(odd, odd, odd, odd, async (first, second, third, fourth) => {
        const noise = {
          id: first,
          created: second,
          model: third,
          usage: fourth,
          choices: [{ index: 0, logprobs: first, delta: { role: second, annotations: third, reasoning: fourth } }],
        };
        const outcome = await run(chunk({ content: "Hello" }), noise, chunk({}, "stop"));
        expect(shownText(outcome)).toBe("Hello");
        expect(turnOf(outcome).stopReason).toEqual({ type: "end_turn" });
      }),
      { numRuns: 100 },
    );
  });

  it("never throws anything but a ProviderError, whatever a server sends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.json(), fc.string())), fc.jsonValue(), async (events, delta) => {
        const outcome = await run(...events, { choices: [{ delta }] }, { choices: delta }, "[DONE]");
        if (outcome.turn === undefined) expect(errorDetail(outcome).type).toBeTypeOf("string");
      }),
      { numRuns: 200 },
    );
  });
});

describe("P3 what other servers want back", () => {
  const signed = (thought_signature: string) => ({ extra_content: { google: { thought_signature } } });
  const whole = (delta: object, ...more: object[]) =>
    run(...more.map((part) => chunk(part)), chunk(delta), chunk({}, "stop"));

  it("keeps a call's members whole: Gemini's signature and what stands beside it, LiteLLM's", async () => {
    const extra = {
      extra_content: { google: { thought_signature: "SIG", more: [1] }, other: true },
      provider_specific_fields: { thought_signature: "SIG" },
    };
    const tool_calls = [{ index: 0, id: "a", function: { name: "f", arguments: "{}" }, ...extra, odd: 1 }];
    expect(turnOf(await whole({ tool_calls })).content).toEqual([
      { type: "tool_use", id: "a", name: "f", input: {}, rawInput: "{}", extra },
    ]);
  });

  it("keeps the signature of a text (Gemini), and not that some piece was a thought", async () => {
    const thought = { content: "Hm.", extra_content: { google: { thought: true } } };
    expect(turnOf(await whole({ content: "", ...signed("SIG") }, thought)).content).toEqual([
      { type: "thinking", text: "", extra: signed("SIG") },
      { type: "text", text: "Hm." },
    ]);
  });

  const details = async (...pieces: object[][]) =>
    turnOf(await whole({ content: "x" }, ...pieces.map((reasoning_details) => ({ reasoning_details })))).content[0];
  const block = (...reasoning_details: object[]) => ({ type: "thinking", text: "", extra: { reasoning_details } });
  const piece = (index: number, text: string, more: object = {}) => ({ type: "reasoning.text", index, text, ...more });

  it("joins the pieces of OpenRouter's reasoning by their index, the signature with the last", async () => {
    expect(
      await details(
        [piece(0, "Let ", { format: "anthropic-claude-v1", signature: null })],
        [piece(0, "me."), piece(1, "Or ")],
        [piece(0, "", { signature: "SIG" })],
        [piece(1, "not.")],
      ),
    ).toEqual(block(piece(0, "Let me.", { format: "anthropic-claude-v1", signature: "SIG" }), piece(1, "Or not.")));
  });

  it("joins pieces without an index until one is signed", async () => {
    const text = (words: string, more: object = {}) => ({ type: "reasoning.text", text: words, ...more });
    expect(await details([text("a")], [text("b", { signature: "S" })], [text("c")], [text("d")])).toEqual(
      block(text("ab", { signature: "S" }), text("cd")),
    );
  });

  it("joins a signature that comes without a text, and summaries, and nothing of different kinds or ids", async () => {
    const signature = { type: "reasoning.text", index: 0, signature: "SIG" };
    const summary = (words: string, id: string) => ({ type: "reasoning.summary", index: 0, summary: words, id });
    expect(
      await details([piece(0, "a")], [signature], [summary("b", "1")], [summary("c", "1")], [summary("d", "2")]),
    ).toEqual(block(piece(0, "a", { signature: "SIG" }), summary("bc", "1"), summary("d", "2")));
  });

  it("never joins encrypted reasoning, which comes whole", async () => {
    const encrypted = (data: string) => ({ type: "reasoning.encrypted", index: 0, data });
    expect(await details([encrypted("AAA")], [encrypted("BBB")])).toEqual(block(encrypted("AAA"), encrypted("BBB")));
  });

  it("joins the pieces of LiteLLM's thinking blocks, each up to its signature, beside the text of the reasoning", async () => {
    const part = (thinking: string, signature: string | null = "") => ({
      reasoning_content: thinking,
      thinking_blocks: [{ type: "thinking", thinking, signature }],
    });
    const redacted = { type: "redacted_thinking", data: "AAA" };
    const pieces = [part("Let "), part("me."), part("", "SIG"), { thinking_blocks: [redacted] }, part("Or", null)];
    const { content } = turnOf(await whole({ content: "x" }, ...pieces, part("", "SIG 2"), part("Cut")));
    expect(content[0]).toEqual({
      type: "thinking",
      text: "Let me.OrCut",
      field: "reasoning_content",
      extra: {
        thinking_blocks: [
          { type: "thinking", thinking: "Let me.", signature: "SIG" },
          redacted,
          // What follows a signature is another block; the last, which was never signed, goes back to nobody.
          { type: "thinking", thinking: "Or", signature: "SIG 2" },
        ],
      },
    });
  });

  it.each([[null], ["text"], [[null, 1, "a"]], [{}]])(
    "passes over details that are none: %j",
    async (reasoning_details) => {
      expect(
        turnOf(
          await whole({
            content: "x",
            reasoning_details,
            thinking_blocks: reasoning_details,
            extra_content: reasoning_details,
          }),
        ).content,
      ).toEqual([{ type: "text", text: "x" }]);
    },
  );
});

/** The kinds of quirks that public reports name, one case each, beside the hostile streams of the fixtures. */
describe("P3 a stream with a quirk", () => {
  const fn = (name: string | null | undefined, args: unknown) => ({ function: { name, arguments: args } });
  const calls = (...list: object[]) => chunk({ tool_calls: list });
  const end = chunk({}, "tool_calls");
  const X1 = [["a", "f", { x: 1 }]];

  it.each<[string, unknown[], unknown[]]>([
    [
      "an index as text",
      [calls({ index: "0", id: "a", ...fn("f", '{"x":') }), calls({ index: "0", ...fn(null, "1}") }), end],
      X1,
    ],
    [
      "null for id and name later",
      [calls({ index: 0, id: "a", ...fn("f", '{"x":') }), calls({ index: 0, id: null, ...fn(null, "1}") }), end],
      X1,
    ],
    [
      "an id that comes late",
      [calls({ index: 0, ...fn("f", '{"x":') }), calls({ index: 0, id: "a", ...fn("", "1}") }), end],
      X1,
    ],
    [
      "arguments before the name",
      [calls({ index: 0, id: "a", ...fn(undefined, '{"x":') }), calls({ index: 0, ...fn("f", "1}") }), end],
      X1,
    ],
    ["arguments as an object", [calls({ index: 0, id: "a", ...fn("f", { x: 1 }) }), end], X1],
    [
      "arguments as an object, beside an empty piece",
      [calls({ index: 0, id: "a", ...fn("f", "") }), calls({ index: 0, ...fn(null, { x: 1 }) }), end],
      X1,
    ],
    ["arguments encoded twice", [calls({ index: 0, id: "a", ...fn("f", '"{\\"x\\":1}"') }), end], X1],
    ["no arguments at all", [calls({ index: 0, id: "a", function: { name: "f" } }), end], [["a", "f", {}]]],
    ["null for arguments", [calls({ index: 0, id: "a", ...fn("f", null) }), end], [["a", "f", {}]]],
    ["the text null for arguments", [calls({ index: 0, id: "a", ...fn("f", "null") }), end], [["a", "f", {}]]],
    [
      "a raw line end in an argument",
      [calls({ index: 0, id: "a", ...fn("f", '{"x":"a\nb"}') }), end],
      [["a", "f", { x: "a\nb" }]],
    ],
    [
      "a bad escape in an argument",
      [calls({ index: 0, id: "a", ...fn("f", '{"x":"\\d"}') }), end],
      [["a", "f", { x: "\\d" }]],
    ],
    [
      "the largest index",
      [
        calls({ index: 4_294_967_295, id: "a", ...fn("f", '{"x":') }),
        calls({ index: 4_294_967_295, ...fn(null, "1}") }),
        end,
      ],
      X1,
    ],
    [
      "a negative index, which is none",
      [calls({ index: -1, id: "a", ...fn("f", '{"x":') }), calls({ index: -1, ...fn(null, "1}") }), end],
      X1,
    ],
    [
      "a call without the envelope of a function",
      [calls({ index: 0, id: "a", name: "f", arguments: '{"x":1}' }), end],
      X1,
    ],
    [
      "JSON that is no chunk, between the chunks",
      [
        "null",
        calls({ index: 0, id: "a", ...fn("f", '{"x":') }),
        '"ping"',
        calls({ index: 0, ...fn(null, "1}") }),
        end,
      ],
      X1,
    ],
    [
      "an error with nothing in it in every chunk",
      ["", false, {}, null].map((error, at) =>
        at === 3
          ? { ...end, error }
          : chunk({ tool_calls: at === 0 ? [{ index: 0, id: "a", ...fn("f", '{"x":1}') }] : [] }, null, { error }),
      ),
      X1,
    ],
    [
      "names of an object's own members",
      [calls({ index: 0, id: "constructor", ...fn("__proto__", '{"x":1}') }), end],
      [["constructor", "__proto__", { x: 1 }]],
    ],
    [
      "pieces of parallel calls that take turns",
      [
        calls({ index: 0, id: "a", ...fn("f", '{"x":') }, { index: 1, id: "b", ...fn("f", '{"x":') }),
        calls({ index: 1, ...fn(null, "2}") }, { index: 0, ...fn(null, "1}") }),
        end,
      ],
      [...X1, ["b", "f", { x: 2 }]],
    ],
    [
      "index 0 for every call",
      [calls({ index: 0, id: "a", ...fn("f", '{"x":1}') }), calls({ index: 0, id: "b", ...fn("f", '{"x":2}') }), end],
      [...X1, ["b", "f", { x: 2 }]],
    ],
    [
      "two calls with the same empty id",
      [calls({ index: 0, id: "", ...fn("f", "{}") }, { index: 1, id: "", ...fn("f", "{}") }), end],
      [
        ["call_1", "f", {}],
        ["call_2", "f", {}],
      ],
    ],
    [
      "a call in another choice",
      [
        { choices: [{ index: 1, delta: { tool_calls: [{ index: 0, id: "z", ...fn("g", "{}") }] } }] },
        calls({ index: 0, id: "a", ...fn("f", '{"x":1}') }),
        end,
      ],
      X1,
    ],
    [
      "the older function_call, in pieces",
      [
        chunk({ function_call: { name: "f", arguments: '{"x":' } }),
        chunk({ function_call: { arguments: "1}" } }),
        chunk({}, "function_call"),
      ],
      [["call_1", "f", { x: 1 }]],
    ],
    [
      "choices: null, and none",
      [{ choices: null }, { id: "x" }, calls({ index: 0, id: "a", ...fn("f", '{"x":1}') }), { choices: [] }, end],
      X1,
    ],
    [
      "an empty finish with every chunk",
      [chunk({ content: "" }, ""), chunk({ tool_calls: [{ index: 0, id: "a", ...fn("f", '{"x":1}') }] }, ""), end],
      X1,
    ],
    [
      "chunks after [DONE]",
      [
        calls({ index: 0, id: "a", ...fn("f", '{"x":1}') }),
        end,
        "[DONE]",
        calls({ index: 1, id: "b", ...fn("f", "{}") }),
        { error: { message: "late" } },
      ],
      X1,
    ],
    [
      "arguments as an object that is nested too deeply",
      [calls({ index: 0, id: "a", ...fn("f", JSON.parse('{"x":'.repeat(2_000) + "1" + "}".repeat(2_000))) }), end],
      [["a", "f", "cut"]],
    ],
    ["[DONE] with blanks around it", [calls({ index: 0, id: "a", ...fn("f", '{"x":1}') }), " [DONE] "], X1],
    ["[DONE] in place of a finish", [calls({ index: 0, id: "a", ...fn("f", '{"x":1}') }), "[DONE]"], X1],
    [
      "cut arguments, whatever the finish says",
      [calls({ index: 0, id: "a", ...fn("f", '{"x":') }), end],
      [["a", "f", "cut"]],
    ],
  ])("%s", async (_what, events, expected) => {
    const turn = turnOf(await run(...events));
    const got = turn.content.map((block) =>
      block.type === "tool_use" ? [block.id, block.name, block.inputError === undefined ? block.input : "cut"] : block,
    );
    expect(got).toEqual(expected);
    expect(turn.stopReason).toEqual({ type: "tool_use" });
  });

  it.each<[string, unknown[]]>([
    ["usage without choices", [chunk({}, "stop"), { usage: { prompt_tokens: 9, completion_tokens: 2 } }]],
    [
      "usage in the choice",
      [{ choices: [{ delta: {}, finish_reason: "stop", usage: { prompt_tokens: 9, completion_tokens: 2 } }] }],
    ],
    [
      "usage, then one with nothing in it",
      [chunk({}, null, { usage: { prompt_tokens: 9, completion_tokens: 2 } }), chunk({}, "stop", { usage: {} })],
    ],
    ["usage as text", [chunk({}, "stop", { usage: { prompt_tokens: "9", completion_tokens: "2" } })]],
    [
      "null for the details",
      [chunk({}, "stop", { usage: { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: null } })],
    ],
    [
      "usage with every chunk",
      [
        chunk({}, null, { usage: { prompt_tokens: 9, completion_tokens: 1 } }),
        chunk({}, "stop", { usage: { prompt_tokens: 9, completion_tokens: 2 } }),
      ],
    ],
  ])("%s", async (_what, events) => {
    const outcome = await run(chunk({ content: "x" }), ...events, "[DONE]");
    expect(turnOf(outcome).usage).toEqual({ input: 9, output: 2, cacheRead: 0, cacheWrite: 0 });
  });

  it("counts no more cached tokens than were sent", async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 50 } };
    expect(turnOf(await run(chunk({ content: "x" }), chunk({}, "stop", { usage }))).usage).toEqual({
      input: 0,
      output: 2,
      cacheRead: 9,
      cacheWrite: 0,
    });
  });

  it.each(["data: [DONE]suffix\n\n", "data: [DONE]\ndata: more\n\n", "event: done\ndata: DONE\n\n"])(
    "%j is no end",
    async (last) => {
      expect(errorDetail(await ask(openAIWith([sse(chunk({ content: "x" })) + last])))).toEqual({
        type: "incomplete_response",
      });
    },
  );
});
