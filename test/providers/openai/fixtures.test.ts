import { describe, expect, it } from "vitest";
import * as z from "zod";
import { jsonObjectSchema, jsonValueSchema } from "../../../src/agent/text/json";
import { ask, blocksOf, errorDetail, openAIWith, shownText, sse, turnOf, type Outcome } from "../harness";
import { fixtureNames, readFixture, readJsonFixture, WITHOUT_FIXTURES } from "../fixtures";

const usageSchema = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().optional() }).nullish(),
});

const streamSchema = z.object({
  text: z.string(),
  reasoning: z.string(),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), input: jsonObjectSchema })),
  finish: z.enum(["stop", "length", "tool_calls"]),
  usage: usageSchema.nullable(),
});

const STOP_REASONS = { stop: "end_turn", length: "max_tokens", tool_calls: "tool_use" };

const expectedUsage = (usage: z.infer<typeof usageSchema>) => {
  const cacheRead = usage.prompt_tokens_details?.cached_tokens ?? 0;
  return { input: usage.prompt_tokens - cacheRead, output: usage.completion_tokens, cacheRead, cacheWrite: 0 };
};

describe.skipIf(WITHOUT_FIXTURES)(`P3 captured Chat Completions streams${WITHOUT_FIXTURES}`, () => {
  const expected =
    WITHOUT_FIXTURES === "" ? z.record(z.string(), z.unknown()).parse(readJsonFixture("streams/expected.json")) : {};

  it.each(fixtureNames("streams/openai-compatible"))("%s", async (name) => {
    const stream = streamSchema.parse(expected[`openai-compatible/${name}`]);
    const outcome = await ask(openAIWith([readFixture(`streams/openai-compatible/${name}`)]));
    const turn = turnOf(outcome);
    expect(shownText(outcome)).toBe(stream.text);
    expect(blocksOf(turn, "text").map((block) => block.text)).toEqual(stream.text === "" ? [] : [stream.text]);
    expect(blocksOf(turn, "thinking").map((block) => block.text)).toEqual(
      stream.reasoning === "" ? [] : [stream.reasoning],
    );
    expect(blocksOf(turn, "tool_use").map(({ id, name, input }) => ({ id, name, input }))).toEqual(stream.toolCalls);
    expect(turn.stopReason).toEqual({ type: STOP_REASONS[stream.finish] });
    expect(turn.usage).toEqual(stream.usage === null ? undefined : expectedUsage(stream.usage));
  });
});

const hostileSchema = z.array(
  z.object({
    name: z.string(),
    chunks: z.array(jsonValueSchema),
    expect: z.object({
      text: z.string(),
      reasoning: z.string().optional(),
      stop: z.enum(["endTurn", "toolUse", "maxTokens", "refusal", "other", "error"]),
      toolCalls: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          input: jsonObjectSchema.optional(),
          invalid: z.boolean().optional(),
          noPrototypePollution: z.boolean().optional(),
          signature: z.string().optional(),
        }),
      ),
      usage: usageSchema.optional(),
      errorKind: z.enum(["incomplete_stream", "malformed_stream", "provider"]).optional(),
    }),
  }),
);

const STOPS = { endTurn: "end_turn", toolUse: "tool_use", maxTokens: "max_tokens", refusal: "refusal", other: "other" };

describe.skipIf(WITHOUT_FIXTURES)(`P3 hostile Chat Completions streams${WITHOUT_FIXTURES}`, () => {
  const cases = WITHOUT_FIXTURES === "" ? hostileSchema.parse(readJsonFixture("hostile-chat-completions.json")) : [];

  it("are all 46 there", () => {
    expect(cases).toHaveLength(46);
  });

  it.each(cases.map((hostile) => [hostile.name, hostile] as const))(
    "%s",
    async (_name, { chunks, expect: expected }) => {
      const outcome = await ask(openAIWith([sse(...chunks)]));
      expect(shownText(outcome)).toBe(expected.text);
      if (expected.stop === "error") {
        expectFailure(outcome, expected.errorKind);
        return;
      }
      const turn = turnOf(outcome);
      expect(turn.stopReason.type).toBe(STOPS[expected.stop]);
      if (expected.reasoning !== undefined) expect(blocksOf(turn, "thinking")[0]?.text).toBe(expected.reasoning);
      if (expected.usage !== undefined) expect(turn.usage).toEqual(expectedUsage(expected.usage));

      const calls = blocksOf(turn, "tool_use");
      expect(calls).toHaveLength(expected.toolCalls.length);
      expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
      for (const [position, call] of expected.toolCalls.entries()) {
        const got = calls[position];
        expect(got?.name).toBe(call.name);
        if (call.id === "<generated>") expect(got?.id).toMatch(/^call_\d+$/);
        else expect(got?.id).toBe(call.id);
        expect(got?.inputError === undefined).toBe(call.invalid !== true);
        if (call.input !== undefined) expect(got?.input).toEqual(call.input);
        if (call.signature !== undefined) {
          expect(got?.extra).toEqual({ extra_content: { google: { thought_signature: call.signature } } });
        }
        if (call.noPrototypePollution === true) {
          expect(Object.hasOwn(got?.input ?? {}, "__proto__")).toBe(true);
          expect("p" in (got?.input ?? {})).toBe(false);
          expect("p" in {}).toBe(false);
        }
      }
    },
  );
});

function expectFailure(outcome: Outcome, kind: string | undefined) {
  expect(outcome.turn).toBeUndefined();
  const type = errorDetail(outcome).type;
  if (kind === "provider") expect(["server", "incomplete_response"]).toContain(type);
  else expect(type).toBe("incomplete_response");
}
