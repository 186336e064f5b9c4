import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyChat, type Chat } from "../../src/agent/chat/chat";
import type { CallState } from "../../src/agent/history/calls";
import type { ContentBlock, Message, ProviderId } from "../../src/agent/history/messages";
import { projectHistory } from "../../src/agent/wire/project-history";
import { repairMessages } from "../../src/agent/wire/repair-messages";
import type { Risk } from "../../src/agent/tool/risk";
import { encodeRequest as encodeAnthropic } from "../../src/providers/anthropic/encode-request";
import { featuresOf } from "../../src/providers/anthropic/features";
import { encodeRequest as encodeOpenAI } from "../../src/providers/openai/encode-request";
import type { WireTarget } from "../../src/agent/ports/provider";
import { parseJson, type JsonObject } from "../../src/agent/text/json";
import { decodeAnthropicRequest } from "../fakes/model-server/anthropic-request";
import { decodeOpenAIRequest } from "../fakes/model-server/openai-request";
import { expectValidView } from "../agent/support/wire-view";
import { thinkingSignature } from "../fakes/model-server/thinking-signature";
import { checkWellFormed } from "../fakes/model-server/wire-rules";

const ANTHROPIC: WireTarget = { id: "anthropic", recipientKey: "anthropic@api.anthropic.com", toolIds: "anthropic" };
const OPENAI: WireTarget = { id: "openai", recipientKey: "openai@localhost", toolIds: "openai" };
const MISTRAL: WireTarget = { id: "openai", recipientKey: "openai@api.mistral.ai", toolIds: "mistral" };

// What a chat can hold after models that misbehave, crashes and damaged rows: ids and names of any kind, calls in every
// state or without a row, rows without a message, marks on anything.
const words = fc.constantFrom("", " \n", "a", "b\n", "\ud83d", "🙂", "</orbit_context>");
const callId = fc.constantFrom("1", "2", "functions.f:0", "x".repeat(70), "", "ü");
const toolName = fc.constantFrom("find_notes", "functions.find notes", "n".repeat(200), "メモ", "\ud83d", " ");
const input = fc.constantFrom<JsonObject>({}, { a: "\ud83d" }, { a: [{ b: null }] });

const text = words.map((value): ContentBlock => ({ type: "text", text: value }));
const signed = words.map((value): ContentBlock => ({
  type: "thinking",
  text: value.toWellFormed(),
  signature: thinkingSignature(value.toWellFormed()),
}));
const streamed = words.map((value): ContentBlock => ({ type: "thinking", text: value, field: "reasoning" }));
const nothing = fc.constant<ContentBlock>({ type: "opaque", value: {} });
const call = fc
  .tuple(callId, toolName, input, fc.boolean())
  .map(([id, name, value, isBroken]): ContentBlock =>
    isBroken
      ? { type: "tool_use", id, name, input: {}, rawInput: '{"a":', inputError: "cut" }
      : { type: "tool_use", id, name, input: value, rawInput: JSON.stringify(value) },
  );

const blocks: Record<ProviderId, fc.Arbitrary<ContentBlock>> = {
  anthropic: fc.oneof(text, call, signed, nothing),
  openai: fc.oneof(text, call, streamed),
  "claude-code": fc.oneof(text, call),
};

const form = { title: "", message: "", fields: [], confirmLabel: "" };
const approval = { form, input: {}, digest: "d" };
const state = fc.oneof(
  words.map((said): CallState => ({ type: "result", at: 0, text: said, isError: false, ran: true, summary: "" })),
  fc.constantFrom<CallState>(
    { type: "announced" },
    { type: "awaiting_approval", since: 0, approval },
    { type: "approved", at: 0, approval, edits: {} },
    { type: "declined", at: 0 },
    { type: "expired", at: 0 },
    { type: "intent", at: 0, by: "i" },
    { type: "unknown", at: 0, reason: "crashed" },
  ),
);
const risk = fc.constantFrom<Risk>("read", "draft", "write", "destructive");

const common = { requestId: "r", createdAt: 0 };
const maker = fc.constantFrom<[ProviderId, string?]>(
  ["anthropic"],
  ["anthropic", "anthropic@api.anthropic.com"],
  ["anthropic", "anthropic@elsewhere"],
  ["openai"],
  ["openai", "openai@localhost"],
  ["openai", "openai@elsewhere"],
  ["claude-code", "anthropic@api.anthropic.com"],
);
const turn = maker.chain(([provider, recipientKey]) =>
  fc.array(blocks[provider], { maxLength: 5 }).map((content) => (index: number): Message => ({
    ...common,
    id: `m${index}`,
    seq: index,
    role: "assistant",
    provider,
    ...(recipientKey !== undefined && { recipientKey }),
    model: "m",
    content,
    stopReason: { type: "end_turn" },
  })),
);
const question = fc
  .array(text, { maxLength: 2 })
  .map((content) => (index: number): Message => ({ ...common, id: `m${index}`, seq: index, role: "user", content }));

/** What the view ends with: a question, or a turn whose calls were answered. */
const last = fc.oneof(
  fc.constant((index: number): Message => ({
    ...common,
    id: "last",
    seq: index,
    role: "user",
    content: [{ type: "text", text: "Now?" }],
  })),
  fc.tuple(streamed, call).map((content) => (index: number): Message => ({
    ...common,
    id: "last",
    seq: index,
    role: "assistant",
    provider: "openai",
    model: "m",
    content,
    stopReason: { type: "tool_use" },
  })),
);

const place = fc.nat({ max: 6 });
const mark = fc.oneof(
  place.map((message) => ({ type: "refused" as const, messageId: `m${message}` })),
  place.map((upToSeq) => ({ type: "cut" as const, upToSeq, head: 2, tail: 1 })),
  place.map((upToSeq) => ({ type: "thinking_rejected" as const, recipientKey: ANTHROPIC.recipientKey, upToSeq })),
);
const chat = fc
  .record({
    messages: fc.array(fc.oneof(turn, question), { maxLength: 7 }),
    last,
    calls: fc.array(fc.record({ message: place, index: fc.nat({ max: 4 }), state, risk }), { maxLength: 12 }),
    marks: fc.array(mark, { maxLength: 3 }),
  })
  .map(({ messages, last: makeLast, calls, marks }): Chat => {
    const made = emptyChat({ id: "c", title: "", createdAt: 0, updatedAt: 0, left: false });
    const first: Message = {
      ...common,
      id: "first",
      seq: 0,
      role: "user",
      content: [{ type: "text", text: "Hello." }],
    };
    // What stands before the first question lost its own.
    const others = messages.map((make, index) => make(index));
    made.messages = [...others.slice(0, 2), first, ...others.slice(2), makeLast(99)];
    for (const { message, index, ...rest } of calls) {
      const id = `call ${message} ${index}`;
      made.calls.set(id, {
        id,
        requestId: "r",
        messageId: `m${message}`,
        index,
        tool: "f",
        input: {},
        label: "",
        ...rest,
      });
    }
    made.marks = marks.map((mark, index) => ({ id: `${index}`, ...mark }));
    return made;
  });

const callCount = ({ messages }: { messages: readonly { content: readonly { type: string }[] }[] }) =>
  messages.flatMap(({ content }) => content).filter(({ type }) => type === "tool_use").length;
const request = (made: Chat, target: WireTarget) => ({
  systemPrompt: "Be brief.",
  tools: [],
  messages: projectHistory(made, target).map(({ role, content }) => ({
    role,
    // No chat of this test has any.
    content: content.filter((block) => block.type !== "image_file"),
  })),
});

describe("C1 C2 the history of any chat", () => {
  it("is one that the Messages API takes, with every call that it holds", () => {
    const features = featuresOf("claude-sonnet-5-5", true, "low");
    const isTaken = (made: Chat) => {
      const sent = request(made, ANTHROPIC);
      const body = parseJson(encodeAnthropic(sent, "m", features)) ?? null;
      checkWellFormed(body);
      expect(callCount(decodeAnthropicRequest(body))).toBe(callCount(sent));
    };
    fc.assert(fc.property(chat, isTaken), { numRuns: 400 });
  });

  it("is one that strict servers of Chat Completions take, with every call that it holds", () => {
    const isTaken = (made: Chat) => {
      const sent = request(made, OPENAI);
      const body = parseJson(encodeOpenAI(sent, "m", undefined)) ?? null;
      checkWellFormed(body);
      expect(callCount(decodeOpenAIRequest(body))).toBe(callCount(sent));
    };
    fc.assert(fc.property(chat, isTaken), { numRuns: 400 });
  });

  it("is sound for every kind of server, needs no second repair, and gives the same bytes after a relaunch", () => {
    const isStable = (made: Chat, target: WireTarget) => {
      const view = projectHistory(made, target);
      expectValidView(view, target.toolIds);
      expect(repairMessages(view, target.toolIds)).toEqual({ messages: view, mended: [] });
      const reopened = structuredClone(made);
      for (const encode of [
        (chat: Chat) => encodeAnthropic(request(chat, target), "m", featuresOf("m", true, undefined)),
        (chat: Chat) => encodeOpenAI(request(chat, target), "m", undefined),
      ]) {
        expect(encode(reopened)).toBe(encode(made));
      }
      expect(made).toEqual(reopened);
    };
    fc.assert(fc.property(chat, fc.constantFrom(ANTHROPIC, OPENAI, MISTRAL), isStable), { numRuns: 400 });
  });
});
