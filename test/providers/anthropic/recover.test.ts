import { describe, expect, it } from "vitest";
import type { ProviderRequest } from "../../../src/agent/ports/provider";
import { createAnthropicProvider, type AnthropicConfig } from "../../../src/providers/anthropic/anthropic-provider";
import { memoryMemory } from "../../agent/support/memory-memory";
import { collect, errorDetail, instantClock, QUESTION, respond, scriptedFetch, shownText, sse } from "../harness";

const HOUR = 60 * 60_000;

const taken = () =>
  respond([
    sse(
      { type: "message_start", message: { id: "msg_1" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
      { type: "message_stop" },
    ),
  ]);
const answer = (status: number, body: unknown) => () =>
  respond([typeof body === "string" ? body : JSON.stringify(body)], { status });
const refused = (message: string, status = 400) =>
  answer(status, { type: "error", error: { type: "invalid_request_error", message } });

/** A tool loop in progress, with thinking before the call. */
const LOOP: ProviderRequest = {
  ...QUESTION,
  messages: [
    { role: "user", content: [{ type: "text", text: "Find it" }] },
    {
      role: "assistant",
      content: [
        { type: "thinking", text: "Hm.", signature: "sig" },
        { type: "redacted_thinking", data: "secret" },
        { type: "tool_use", id: "a", name: "f", input: {}, rawInput: "{}" },
      ],
    },
    { role: "user", content: [{ type: "tool_result", toolUseId: "a", content: "out", isError: false }] },
  ],
  tools: [{ name: "f", description: "F.", inputSchema: { type: "object" } }],
};

/** Claude on the official API, or on a server like it. */
const OFFICIAL: Partial<AnthropicConfig> = { apiKey: "sk-test", effort: "low" };
const COMPATIBLE: Partial<AnthropicConfig> = { baseUrl: "http://localhost:4000", effort: "low" };

/** What of the optional parts a request has; `thinking` stands for the blocks in the history. */
function partsOf({ body, headers }: { body: string; headers: Headers }): string[] {
  return [
    ...(body.includes('"type":"thinking"') || body.includes("redacted_thinking") ? ["thinking"] : []),
    ...(headers.has("anthropic-beta") ? ["beta"] : []),
    ...(body.includes('"display":"updates"') ? ["updates"] : []),
    ...(body.includes('"fallbacks"') ? ["fallbacks"] : []),
    ...(body.includes('"eager_input_streaming"') ? ["eager"] : []),
    ...(body.includes('"effort"') ? ["effort"] : []),
    ...(body.startsWith('{"cache_control"') ? ["cache"] : []),
    ...(body.includes('"system":[{"cache_control"') ? ["prompt cache"] : []),
  ];
}

function setUp(...answers: (() => Response)[]) {
  const { fetch, sent } = scriptedFetch(...answers);
  const time = { now: Date.UTC(2030, 0, 1) };
  const { clock } = instantClock();
  const memory = memoryMemory(time);
  const run = (config: Partial<AnthropicConfig>, request = LOOP) => {
    const provider = createAnthropicProvider({
      model: "claude-sonnet-5-5",
      fetch,
      clock: { ...clock, now: () => time.now },
      memory,
      ...config,
    });
    return collect(provider.stream(request, new AbortController().signal));
  };
  return { run, sent, time, parts: () => sent.map(partsOf) };
}

const ALL = ["thinking", "beta", "updates", "fallbacks", "eager", "effort", "cache", "prompt cache"];
const BARE = ["thinking", "prompt cache"];

describe("P4 thinking that the API does not take back", () => {
  const WITHOUT = ["beta", "fallbacks", "eager", "effort", "cache", "prompt cache"];

  it.each([
    ["of another conversation", "This block is bound to a different conversation; see the anthropic-beta header."],
    ["whose signature is wrong", "messages.1.content.0: Invalid `signature` in `thinking` block"],
    [
      "that has changed",
      "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.",
    ],
    ["where it misses some", "messages.1.content.0.type: Expected `thinking`, but found `tool_use`."],
  ])("%s: is left out, nothing else but the wish for new thinking, and the core hears of it", async (_, message) => {
    for (const status of [400, 422]) {
      const { run, parts } = setUp(refused(message, status), taken);
      const outcome = await run(OFFICIAL);
      expect(outcome.events.map(({ type }) => type)).toEqual(["history_thinking_stripped", "text_delta", "end"]);
      expect(parts()).toEqual([ALL, WITHOUT]);
    }
  });

  it("keeps calls and results as they were", async () => {
    const { run, sent } = setUp(refused("Invalid signature in thinking block"), taken);
    await run(OFFICIAL);
    expect(JSON.parse(sent[1]?.body ?? "")).toMatchObject({
      messages: [
        { role: "user", content: [{ type: "text", text: "Find it" }] },
        { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "out" }] },
      ],
    });
  });

  it("unsigned, from a server that answers as FastAPI does", async () => {
    const loc = ["body", "messages", 1, "content", 0, "thinking", "signature"];
    const { run, parts } = setUp(answer(422, { detail: [{ type: "missing", loc, msg: "Field required" }] }), taken);
    expect(shownText(await run(COMPATIBLE))).toBe("Hello");
    expect(parts()[1]).toEqual(["effort", "prompt cache"]);
  });

  it("is a matter of the chat: other chats with the server keep theirs", async () => {
    const { run, parts } = setUp(refused("Invalid signature in thinking block"), taken);
    await run(OFFICIAL);
    await run(OFFICIAL);
    expect(parts()).toEqual([ALL, WITHOUT, ALL]);
  });

  it("comes first; what is refused then comes second, and a third refusal is the answer", async () => {
    const { run, parts } = setUp(
      refused("bound to a different conversation"),
      refused("anthropic-beta: unknown value"),
      taken,
    );
    const outcome = await run(OFFICIAL);
    expect(outcome.events[0]).toEqual({ type: "history_thinking_stripped" });
    expect(parts()).toEqual([ALL, WITHOUT, ["prompt cache"]]);

    const again = setUp(refused("Invalid signature in thinking block, effort, cache_control"));
    const failed = await again.run(COMPATIBLE);
    expect(errorDetail(failed)).toEqual({ type: "invalid_request" });
    expect(failed.events).toEqual([]);
    expect(again.parts()).toEqual([["thinking", "effort", "prompt cache"], ["effort", "prompt cache"], []]);
  });
});

describe("P4 a key that a compatible server does not see", () => {
  const keyed = { ...COMPATIBLE, apiKey: "sk-test" };
  const keysOf = (sent: { headers: Headers }[]) =>
    sent.map(({ headers }) => [headers.get("x-api-key"), headers.get("authorization")]);
  const OWN = ["sk-test", null];
  const BEARER = [null, "Bearer sk-test"];

  it("goes as a bearer token, from then on at once, also where something else is refused then", async () => {
    const { run, sent } = setUp(answer(401, {}), refused("cache_control"), taken, taken);
    expect(shownText(await run(keyed))).toBe("Hello");
    await run(keyed);
    expect(keysOf(sent)).toEqual([OWN, BEARER, BEARER, BEARER]);
  });

  it("is said to be refused where it is either way, and is sent both ways again the next time", async () => {
    const { run, sent } = setUp(answer(401, {}), answer(401, {}), answer(401, {}), answer(401, {}));
    for (let turn = 0; turn < 2; turn += 1) expect(errorDetail(await run(keyed)).type).toBe("invalid_api_key");
    expect(keysOf(sent)).toEqual([OWN, BEARER, OWN, BEARER]);
  });

  it("is asked for once where there is none, or on the API itself", async () => {
    const none = setUp(answer(401, {}), taken);
    expect(errorDetail(await none.run(COMPATIBLE)).type).toBe("missing_api_key");
    expect(none.sent).toHaveLength(1);
    const official = setUp(answer(401, {}), taken);
    expect(errorDetail(await official.run(OFFICIAL)).type).toBe("invalid_api_key");
    expect(official.sent).toHaveLength(1);
  });
});

describe("P4 optional features that a server refuses", () => {
  it.each([
    "Unexpected value(s) `thinking-display-updates-2026-08-18` for the `anthropic-beta` header.",
    "fallbacks: Extra inputs are not permitted",
    "thinking.adaptive.display: Extra inputs are not permitted",
    "adaptive thinking is not supported on this model",
    "tools.0.custom.eager_input_streaming: Extra inputs are not permitted",
    "output_config: Extra inputs are not permitted",
    "This model does not support the effort parameter.",
    "cache_control: Extra inputs are not permitted",
  ])("are left out of this and later requests: %s", async (message) => {
    for (const status of [400, 422]) {
      const { run, parts } = setUp(refused(message, status), taken);
      expect(shownText(await run(OFFICIAL))).toBe("Hello");
      expect(shownText(await run(OFFICIAL))).toBe("Hello");
      expect(parts()).toEqual([ALL, BARE, BARE]);
    }
  });

  it.each([
    ["a message", { error: { message: "Unknown field: output_config" } }, BARE],
    [
      "FastAPI's list",
      { detail: [{ type: "extra_forbidden", loc: ["body", "output_config"], msg: "Extra inputs are not permitted" }] },
      BARE,
    ],
    ["plain text", "unknown field `effort`", BARE],
    ["members of its own", { problem: "Effort" }, BARE],
    [
      "FastAPI's list, about the cache: the breakpoint goes too",
      { detail: [{ type: "extra_forbidden", loc: ["body", "system", 0, "cache_control"], msg: "Extra inputs" }] },
      ["thinking"],
    ],
  ])("on a compatible server that says so in %s", async (_, body, left) => {
    const { run, parts } = setUp(answer(422, body), taken);
    expect(shownText(await run(COMPATIBLE))).toBe("Hello");
    await run(COMPATIBLE);
    expect(parts()).toEqual([["thinking", "effort", "prompt cache"], left, left]);
  });

  it("are sent again a day later, and to other models and hosts at once", async () => {
    const { run, parts, time } = setUp(refused("effort is not supported"), taken);
    await run(OFFICIAL);
    await run({ ...OFFICIAL, model: "claude-opus-5-5" });
    await run(COMPATIBLE);
    time.now += 24 * HOUR - 1;
    await run(OFFICIAL);
    time.now += 1;
    await run(OFFICIAL);
    expect(parts()).toEqual([ALL, BARE, ALL, ["thinking", "effort", "prompt cache"], BARE, ALL]);
  });

  it("are no reason to ask again where the request has none of them", async () => {
    const { run, sent } = setUp(refused("effort is not supported"), taken);
    expect(errorDetail(await run({ ...COMPATIBLE, model: "small-model" }, QUESTION))).toEqual({
      type: "invalid_request",
    });
    expect(sent).toHaveLength(1);
  });

  it("what FastAPI repeats of the request is no complaint", async () => {
    const input = { message: "effort, thinking, signature" };
    const { run, sent } = setUp(answer(422, { detail: [{ type: "missing", loc: ["body", "n"], msg: "x", input }] }));
    expect(errorDetail(await run(COMPATIBLE))).toEqual({ type: "invalid_request" });
    expect(sent).toHaveLength(1);
  });

  it.each([401, 403, 404, 413])("are not the matter of a %i", async (status) => {
    const { run, sent } = setUp(refused("effort, cache_control, thinking, signature", status), taken);
    expect((await run(OFFICIAL)).error).toBeDefined();
    expect(sent).toHaveLength(1);
  });

  it("a request that names nothing of ours fails as it did", async () => {
    const { run, sent } = setUp(refused("messages: at least one message is required"), taken);
    expect(errorDetail(await run(OFFICIAL))).toEqual({ type: "invalid_request" });
    expect(sent).toHaveLength(1);
  });
});
