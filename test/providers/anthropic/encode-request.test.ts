import { describe, expect, it } from "vitest";
import type { SentBlock, SentMessage } from "../../../src/agent/history/messages";
import type { ProviderRequest } from "../../../src/agent/ports/provider";
import { encodeRequest } from "../../../src/providers/anthropic/encode-request";
import { featuresOf } from "../../../src/providers/anthropic/features";

const request: ProviderRequest = {
  systemPrompt: "Be brief.",
  messages: [{ role: "user", content: [{ type: "text", text: "Find my invoices" }] }],
  tools: [
    {
      name: "search_files",
      description: "Finds files.",
      inputSchema: {
        type: "object",
        properties: { query: { type: "string" } },
        required: ["query"],
        additionalProperties: false,
      },
    },
  ],
};

const official = (model: string, effort?: "low" | "medium" | "high") => featuresOf(model, true, effort);

/** The messages as they go out, as data. */
function messagesOf(messages: SentMessage[], features = official("claude-sonnet-5-5")): unknown {
  const body: unknown = JSON.parse(encodeRequest({ ...request, messages }, "claude-sonnet-5-5", features));
  return (body as { messages: unknown }).messages;
}

const user = (...content: SentBlock[]): SentMessage => ({ role: "user", content });
const assistant = (...content: SentBlock[]): SentMessage => ({ role: "assistant", content });
const text = (value: string): SentBlock => ({ type: "text", text: value });

describe("P2 the Messages request", () => {
  it("is these bytes on the official API", () => {
    expect(encodeRequest(request, "claude-sonnet-5-5", official("claude-sonnet-5-5", "low"))).toBe(
      '{"cache_control":{"type":"ephemeral"},"fallbacks":"default","max_tokens":32000,' +
        '"messages":[{"content":[{"text":"Find my invoices","type":"text"}],"role":"user"}],' +
        '"model":"claude-sonnet-5-5","output_config":{"effort":"low"},"stream":true,' +
        '"system":[{"cache_control":{"type":"ephemeral"},"text":"Be brief.","type":"text"}],' +
        '"thinking":{"display":"updates","type":"adaptive"},' +
        '"tools":[{"description":"Finds files.","eager_input_streaming":true,"input_schema":{"additionalProperties":false,' +
        '"properties":{"query":{"type":"string"}},"required":["query"],"type":"object"},"name":"search_files"}]}',
    );
  });

  it("is these bytes on a compatible server", () => {
    expect(encodeRequest(request, "gpt-oss:20b", featuresOf("gpt-oss:20b", false, "low"))).toBe(
      '{"max_tokens":32000,"messages":[{"content":[{"text":"Find my invoices","type":"text"}],"role":"user"}],' +
        '"model":"gpt-oss:20b","stream":true,"system":[{"cache_control":{"type":"ephemeral"},"text":"Be brief.","type":"text"}],' +
        '"tools":[{"description":"Finds files.","input_schema":{"additionalProperties":false,' +
        '"properties":{"query":{"type":"string"}},"required":["query"],"type":"object"},"name":"search_files"}]}',
    );
  });

  it("gives the same bytes for the same history, whatever order its keys came in", () => {
    const call = (input: { a?: number; b?: number }): SentMessage[] => [
      user(text("x")),
      assistant({ type: "tool_use", id: "a", name: "f", input, rawInput: "…" }),
    ];
    const encode = (messages: SentMessage[]) => encodeRequest({ ...request, messages }, "m", official("m"));
    expect(encode(call({ a: 1, b: 2 }))).toBe(encode(call({ b: 2, a: 1 })));
  });

  it("leaves out a blank prompt and an empty list of tools", () => {
    const body: unknown = JSON.parse(encodeRequest({ ...request, systemPrompt: " \n", tools: [] }, "m", official("m")));
    expect(body).not.toHaveProperty("system");
    expect(body).not.toHaveProperty("tools");
  });

  it("skips blank text, drops messages that are left empty, and merges the neighbours", () => {
    expect(
      messagesOf([user(text("One"), text(" \n")), assistant(text("")), user(text("Two")), assistant(text("Answer"))]),
    ).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "One" },
          { type: "text", text: "Two" },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "Answer" }] },
    ]);
  });

  it("puts results first in their message, and marks errors", () => {
    const result = (toolUseId: string, isError: boolean): SentBlock => ({
      type: "tool_result",
      toolUseId,
      content: "out",
      isError,
    });
    expect(messagesOf([user(text("And?"), result("a", false)), user(result("b", true))])).toEqual([
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "out" },
          { type: "tool_result", tool_use_id: "b", content: "out", is_error: true },
          { type: "text", text: "And?" },
        ],
      },
    ]);
  });

  it("sends back calls, thinking and unknown blocks as they came", () => {
    expect(
      messagesOf([
        user(text("x"), { type: "image", mediaType: "image/png", data: "QUJD" }),
        assistant(
          { type: "thinking", text: "", signature: "sig" },
          { type: "redacted_thinking", data: "secret" },
          { type: "opaque", value: { type: "compaction", content: "before" } },
          { type: "tool_use", id: "a", name: "f", input: { q: 1 }, rawInput: '{"q": 1}' },
        ),
      ]),
    ).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "x" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "QUJD" } },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "", signature: "sig" },
          { type: "redacted_thinking", data: "secret" },
          { type: "compaction", content: "before" },
          { type: "tool_use", id: "a", name: "f", input: { q: 1 } },
        ],
      },
    ]);
  });

  it("never sends reasoning of another wire format, and unsigned thinking only to servers that do not sign", () => {
    const messages = [
      user(text("x")),
      assistant(
        { type: "thinking", text: "foreign", field: "reasoning" },
        { type: "thinking", text: "unsigned" },
        text("y"),
      ),
    ];
    const answer = { type: "text", text: "y" };
    const unsigned = { type: "thinking", thinking: "unsigned" };
    expect(messagesOf(messages)).toMatchObject([{}, { content: [answer] }]);
    expect(messagesOf(messages, featuresOf("m", false, undefined))).toMatchObject([
      {},
      { content: [unsigned, answer] },
    ]);
  });

  it("C2 sends no half of a surrogate pair, wherever prompt and tools hold one", () => {
    const [tool] = request.tools;
    if (tool === undefined) throw new Error("no tool");
    const body = (sent: ProviderRequest) => encodeRequest(sent, "m", official("m"));
    const broken = {
      ...request,
      systemPrompt: "For Ann\ud83d.",
      tools: [{ ...tool, description: "a\udc00", inputSchema: { type: "object", "p\ud83d": ["\ud83d"] } }],
    };
    expect(body(broken)).not.toMatch(/\\ud[89a-f]/i);
    expect(JSON.parse(body(broken))).toMatchObject({
      system: [{ text: "For Ann\ufffd." }],
      tools: [{ description: "a\ufffd", input_schema: { type: "object", "p\ufffd": ["\ufffd"] } }],
    });
  });
});

describe("P2 cache breakpoints", () => {
  it("are two in a whole request, after the prompt and by itself, whatever the history brings back", () => {
    const marked = (type: string): SentBlock => ({
      type: "opaque",
      value: { type, text: "x", cache_control: { type: "ephemeral" } },
    });
    const messages = [
      user(text("x")),
      assistant(marked("a"), marked("b"), { type: "thinking", text: "", signature: "s" }, marked("c"), text("y")),
      user(text("z")),
      assistant(marked("d"), marked("e")),
    ];
    const body = encodeRequest({ ...request, messages }, "m", official("claude-sonnet-5-5", "low"));
    expect(body.match(/"cache_control"/g)).toHaveLength(2);
    expect(body).toMatch(/^\{"cache_control":/);
    expect(body).toContain('"system":[{"cache_control":');
    expect(body).toContain('{"text":"x","type":"e"}');
  });

  it("are none where the server refuses them", () => {
    const features = featuresOf("m", false, "low", { noOptional: true, noCacheControl: true });
    expect(encodeRequest(request, "m", features)).not.toContain("cache_control");
  });
});

describe("P2 the optional features of a request, per model", () => {
  it.each(["claude-sonnet-5-5", "claude-opus-5-5", "claude-fable-5", "claude-fable-5-1", "claude-mythos-5-1"])(
    "%s: progress updates and fallback, on the official API only",
    (model) => {
      expect(official(model)).toMatchObject({ progressUpdates: true, serverSideFallback: true });
      expect(featuresOf(model, false, "low")).toMatchObject({ progressUpdates: false, serverSideFallback: false });
    },
  );

  it("claude-opus-5: fallback alone; claude-haiku-4-5: neither", () => {
    expect(official("claude-opus-5")).toMatchObject({ progressUpdates: false, serverSideFallback: true });
    expect(official("claude-haiku-4-5")).toMatchObject({ progressUpdates: false, serverSideFallback: false });
  });

  it.each([
    "claude-sonnet-5",
    "claude-sonnet-5-5",
    "claude-sonnet-5-5-20260101",
    "claude-opus-5",
    "claude-opus-5-5",
    "claude-fable-5",
    "claude-fable-5-1",
    "claude-mythos-5-1",
    "claude-opus-4-5",
    "claude-opus-4-6",
    "claude-opus-4-7",
    "claude-opus-4-8",
    "claude-opus-4-8-20260101",
    "claude-sonnet-4-6",
  ])("%s takes an effort, where one is set", (model) => {
    expect(official(model, "high").effort).toBe("high");
    expect(official(model).effort).toBeUndefined();
  });

  it.each([
    "claude-haiku-4-5",
    "claude-haiku-5-5",
    "claude-opus-4-1",
    "claude-opus-4-4",
    "claude-opus-4-9",
    "claude-opus-4-50",
    "claude-sonnet-4-5",
    "gpt-oss:20b",
    "my-claude-sonnet-5",
  ])("%s takes none", (model) => {
    expect(official(model, "high").effort).toBeUndefined();
  });
});
