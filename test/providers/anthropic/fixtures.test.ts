import { describe, expect, it } from "vitest";
import * as z from "zod";
import { isJsonObject, jsonObjectSchema } from "../../../src/agent/text/json";
import type { ContentBlock } from "../../../src/agent/history/messages";
import { anthropicWith, ask, blocksOf, shownText, turnOf } from "../harness";
import { fixtureNames, readFixture, readJsonFixture, WITHOUT_FIXTURES } from "../fixtures";

const blockSchema = z.object({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  signature: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: jsonObjectSchema.optional(),
});

const streamSchema = z.object({
  blocks: z.array(blockSchema),
  stop: z.string(),
  usage: z.object({
    input_tokens: z.number(),
    output_tokens: z.number(),
    cache_read_input_tokens: z.number().optional(),
    cache_creation_input_tokens: z.number().optional(),
  }),
});

type ExpectedBlock = z.infer<typeof blockSchema>;

/** A block in the shape of the expectations, which leave out what opaque results hold. */
function summary(block: ContentBlock): ExpectedBlock {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "thinking":
      return {
        type: "thinking",
        thinking: block.text,
        ...(block.signature !== undefined && { signature: block.signature }),
      };
    case "tool_use":
      return { type: "tool_use", id: block.id, name: block.name, input: block.input };
    case "opaque":
      return opaqueSummary(block.value);
    default:
      return { type: block.type };
  }
}

function opaqueSummary(value: unknown): ExpectedBlock {
  const { type, id, name, input } = blockSchema.parse(value);
  return type.endsWith("tool_use") ? { type, id, name, input } : { type };
}

/** The messages of a capture: some hold the answers to several requests, one after the other. */
function messagesOf(body: Buffer): Buffer[] {
  return body
    .toString()
    .split(/(?=event: message_start\n)/)
    .filter((part) => part.trim() !== "")
    .reduce<string[]>((messages, part) => {
      const last = messages.at(-1);
      if (last === undefined || last.includes("event: message_stop")) return [...messages, part];
      return [...messages.slice(0, -1), last + part];
    }, [])
    .map((message) => Buffer.from(message));
}

const withoutMarks = (blocks: ExpectedBlock[]) =>
  blocks
    .filter((block) => block.type !== "fallback")
    .map(({ type, text, thinking, signature, id, name, input }) =>
      Object.fromEntries(
        Object.entries({ type, text, thinking, signature, id, name, input }).filter(([, value]) => value !== undefined),
      ),
    );

describe.skipIf(WITHOUT_FIXTURES)(`P2 captured Messages streams${WITHOUT_FIXTURES}`, () => {
  const expected =
    WITHOUT_FIXTURES === "" ? z.record(z.string(), z.unknown()).parse(readJsonFixture("streams/expected.json")) : {};
  // A model whose thinking is reasoning, not notes: what was not shown can still be taken back.
  const decode = async (pieces: Uint8Array[]) =>
    turnOf(await ask(anthropicWith(pieces, { model: "claude-haiku-4-5" })));

  it.each(fixtureNames("streams/anthropic"))("%s", async (name) => {
    const stream = streamSchema.parse(expected[`anthropic/${name}`]);
    const bodies = messagesOf(readFixture(`streams/anthropic/${name}`));
    const turns = [];
    for (const body of bodies) turns.push(await decode([body]));
    const last = turns.at(-1);
    expect(turns.flatMap((turn) => turn.content.map(summary))).toEqual(withoutMarks(stream.blocks));
    expect(last?.stopReason).toEqual({ type: stream.stop });
    expect(last?.usage).toEqual({
      input: stream.usage.input_tokens,
      output: stream.usage.output_tokens,
      cacheRead: stream.usage.cache_read_input_tokens ?? 0,
      cacheWrite: stream.usage.cache_creation_input_tokens ?? 0,
    });
  });

  it("says what a compaction summed up, so that it can go back", async () => {
    const turn = await decode([readFixture("streams/anthropic/anthropic--anthropic-compaction.1.sse")]);
    const [compaction] = blocksOf(turn, "opaque").map((block) => block.value);
    expect(isJsonObject(compaction) && compaction["content"]).toMatch(/^## Summary of Conversation\n/);
  });

  it("names the model that took over", async () => {
    const turn = await decode([readFixture("streams/anthropic/anthropic--anthropic-fallback.sse")]);
    expect(turn.model).toBe("claude-opus-4-8");
  });
});

describe.skipIf(WITHOUT_FIXTURES)(`P2 raw Messages bodies${WITHOUT_FIXTURES}`, () => {
  const decode = async (name: string) => ask(anthropicWith([readFixture(`anthropic-raw/${name}`)]));

  it("basic_response.txt: text between pings and odd spaces", async () => {
    const outcome = await decode("basic_response.txt");
    expect(turnOf(outcome).content).toEqual([{ type: "text", text: shownText(outcome) }]);
    expect(shownText(outcome)).not.toBe("");
    expect(turnOf(outcome).stopReason).toEqual({ type: "end_turn" });
  });

  it("tool_use_response.txt: text, then a call", async () => {
    const turn = turnOf(await decode("tool_use_response.txt"));
    expect(turn.content.map((block) => block.type)).toEqual(["text", "tool_use"]);
    expect(blocksOf(turn, "tool_use")[0]?.inputError).toBeUndefined();
    expect(turn.stopReason).toEqual({ type: "tool_use" });
  });

  it("incomplete_partial_json_response.txt: a call cut at the token limit never has an input", async () => {
    const turn = turnOf(await decode("incomplete_partial_json_response.txt"));
    expect(turn.stopReason).toEqual({ type: "max_tokens" });
    expect(blocksOf(turn, "tool_use")).toMatchObject([{ name: "make_file", input: {} }]);
    expect(blocksOf(turn, "tool_use")[0]?.inputError).toBeDefined();
  });

  it("stream-a-refusal.sse and stream-a-toolrefusal.sse: refused after some output", async () => {
    for (const name of ["stream-a-refusal.sse", "stream-a-toolrefusal.sse"]) {
      expect(turnOf(await decode(name)).stopReason).toEqual({ type: "refusal" });
    }
  });

  it("stream-b-fallback.sse: the answer of the model that took over", async () => {
    const outcome = await decode("stream-b-fallback.sse");
    expect(turnOf(outcome).model).toBe("claude-opus-4-8");
    expect(shownText(outcome)).toMatch(/^ there! Happy to explain\./);
    expect(turnOf(outcome).stopReason).toEqual({ type: "end_turn" });
  });
});
