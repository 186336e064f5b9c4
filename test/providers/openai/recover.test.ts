import { describe, expect, it } from "vitest";
import type { ProviderRequest } from "../../../src/agent/ports/provider";
import { createOpenAIProvider, type OpenAIConfig } from "../../../src/providers/openai/openai-provider";
import { memoryMemory } from "../../agent/support/memory-memory";
import { collect, errorDetail, instantClock, QUESTION, respond, scriptedFetch, shownText, sse } from "../harness";

const HOUR = 60 * 60_000;

const taken = () => respond([sse({ choices: [{ delta: { content: "Hello" }, finish_reason: "stop" }] })]);
const refused =
  (body: object, status = 400) =>
  () =>
    respond([JSON.stringify(body)], { status });
const says = (message: string) => refused({ error: { message } });

/** A loop of calls in progress, with reasoning before the call. */
const LOOP: ProviderRequest = {
  ...QUESTION,
  messages: [
    { role: "user", content: [{ type: "text", text: "Find it" }] },
    {
      role: "assistant",
      content: [
        { type: "thinking", text: "Hm.", field: "reasoning" },
        { type: "tool_use", id: "a", name: "f", input: {}, rawInput: "{}" },
      ],
    },
    { role: "user", content: [{ type: "tool_result", toolUseId: "a", content: "out", isError: false }] },
  ],
};

function setUp(...answers: (() => Response)[]) {
  const { fetch, sent } = scriptedFetch(...answers);
  const time = { now: Date.UTC(2030, 0, 1) };
  const memory = memoryMemory(time);
  const { clock } = instantClock();
  const run = (config: Partial<OpenAIConfig> = {}, request = LOOP) => {
    const provider = createOpenAIProvider({
      model: "small",
      baseUrl: "http://localhost:11434/v1",
      effort: "low",
      fetch,
      clock: { ...clock, now: () => time.now },
      memory,
      ...config,
    });
    return collect(provider.stream(request, new AbortController().signal));
  };
  const parts = () =>
    sent.map(({ body }) => [
      ...(body.includes('"reasoning":"Hm."') ? ["echo"] : []),
      ...(body.includes('"reasoning_effort"') ? ["effort"] : []),
      ...(body.includes('"stream_options"') ? [] : ["no usage"]),
    ]);
  return { run, parts, time };
}

describe("P4 an effort that a server does not take", () => {
  it.each([
    ["Unknown parameter: 'reasoning_effort'."],
    ["Unrecognized request argument supplied: reasoning_effort"],
    ['"small" does not support thinking'],
    ["reasoning is not supported by this model"],
  ])("is left out, and for a day not sent again to this model: %s", async (message) => {
    const { run, parts, time } = setUp(says(message), taken, taken, taken, taken);
    expect(shownText(await run({}, QUESTION))).toBe("Hello");
    await run({}, QUESTION);
    await run({ model: "other" }, QUESTION);
    time.now += 25 * HOUR;
    await run({}, QUESTION);
    expect(parts()).toEqual([["effort"], [], [], ["effort"], ["effort"]]);
  });
});

describe("P4 reasoning that a server does not take back", () => {
  it.each<[string, object]>([
    ["'reasoning' was unexpected", { error: { message: "property 'reasoning' was unexpected" } }],
    ["a field path", { error: { message: "messages.1.reasoning: Extra inputs are not permitted" } }],
    ["a field of LiteLLM's", { error: { message: "messages.1.thinking_blocks: Extra inputs are not permitted" } }],
    [
      "a list of faults",
      { detail: [{ loc: ["body", "messages", 1, "reasoning"], msg: "Extra inputs are not permitted" }] },
    ],
  ])("is left out, the effort is not: %s", async (_, body) => {
    const { run, parts } = setUp(refused(body), taken, taken);
    expect(shownText(await run())).toBe("Hello");
    await run();
    expect(parts()).toEqual([["echo", "effort"], ["effort"], ["effort"]]);
  });

  it("is left out on a guess where the server says nothing, and remembered only if that helped", async () => {
    const helped = setUp(says("invalid request"), taken, taken);
    await helped.run();
    await helped.run();
    expect(helped.parts()).toEqual([["echo", "effort"], ["effort"], ["effort"]]);

    const vain = setUp(says("invalid request"), says("invalid request"), taken);
    expect(errorDetail(await vain.run())).toMatchObject({ type: "invalid_request" });
    await vain.run();
    expect(vain.parts()).toEqual([["echo", "effort"], ["effort"], ["echo", "effort"]]);

    const other = setUp(says("invalid request"), says("Unknown parameter: 'reasoning_effort'."), taken, taken);
    await other.run();
    await other.run();
    expect(other.parts()).toEqual([["echo", "effort"], ["effort"], [], ["echo"]]);
  });
});

describe("P4 a refusal that names another cause", () => {
  it.each<[string, () => Response, string]>([
    ["a request that is too long", says("This model's maximum context length is 8192 tokens."), "context_too_long"],
    [
      "the same, with a word about reasoning",
      says("Your messages exceed the context window: 9 for reasoning."),
      "context_too_long",
    ],
    ["no credit", says("insufficient_quota"), "billing"],
    ["no such model", says("The model `small` does not exist"), "model_not_found"],
    ["a model without tools", says("small does not support tools"), "tools_not_supported"],
  ])("is no reason to leave the reasoning out, and nothing is learnt from it: %s", async (_, refusal, type) => {
    const { run, parts } = setUp(refusal, taken, taken);
    expect(errorDetail(await run())).toMatchObject({ type });
    await run();
    expect(parts()).toEqual([
      ["echo", "effort"],
      ["echo", "effort"],
    ]);
  });
});

describe("P4 a refusal of something that Orbit cannot leave out", () => {
  it("is told once what could be left out is", async () => {
    const { run, parts } = setUp(says("unknown parameter: tools"), says("unknown parameter: tools"));
    expect(errorDetail(await run({}, QUESTION))).toMatchObject({ type: "invalid_request" });
    expect(parts()).toEqual([["effort"], []]);
  });
});

describe("P4 the tokens of a streamed turn, where a server does not tell them", () => {
  it.each<[string, number, object]>([
    [
      "Mistral",
      422,
      {
        object: "error",
        message: {
          detail: [
            {
              type: "extra_forbidden",
              loc: ["body", "stream_options", "include_usage"],
              msg: "Extra inputs",
              input: true,
            },
          ],
        },
      },
    ],
    ["Fireworks", 400, { error: { message: "Extra inputs are not permitted, field: 'stream_options'" } }],
    ["Azure", 400, { error: { message: "Validation error at #/stream_options: Extra inputs are not permitted" } }],
    ["OpenAI", 400, { error: { message: "Unknown parameter: 'stream_options'.", param: "stream_options" } }],
    ["older ones", 400, { error: { message: "Unrecognized request argument supplied: stream_options" } }],
  ])("are not asked for, for a day, and nothing else is left out: %s", async (_, status, body) => {
    const { run, parts, time } = setUp(refused(body, status), taken, taken, taken);
    expect(shownText(await run())).toBe("Hello");
    await run();
    time.now += 25 * HOUR;
    await run();
    expect(parts()).toEqual([
      ["echo", "effort"],
      ["echo", "effort", "no usage"],
      ["echo", "effort", "no usage"],
      ["echo", "effort"],
    ]);
  });

  it("come after the effort where a refusal names both", async () => {
    const { run, parts } = setUp(
      says("reasoning_effort and stream_options are unknown"),
      says("stream_options?"),
      taken,
    );
    expect(shownText(await run({}, QUESTION))).toBe("Hello");
    expect(parts()).toEqual([["effort"], [], ["no usage"]]);
  });
});
