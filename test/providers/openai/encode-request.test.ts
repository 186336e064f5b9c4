import { describe, expect, it } from "vitest";
import type { SentBlock, ToolUseBlock, SentMessage } from "../../../src/agent/history/messages";
import type { ProviderRequest } from "../../../src/agent/ports/provider";
import { encodeRequest } from "../../../src/providers/openai/encode-request";

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

function messagesOf(...messages: SentMessage[]): unknown {
  const body: unknown = JSON.parse(encodeRequest({ ...request, systemPrompt: "", messages }, "m", undefined));
  return (body as { messages: unknown }).messages;
}

const user = (...content: SentBlock[]): SentMessage => ({ role: "user", content });
const assistant = (...content: SentBlock[]): SentMessage => ({ role: "assistant", content });
const text = (value: string): SentBlock => ({ type: "text", text: value });
const reasoning = (value: string, field: "reasoning" | "reasoning_content"): SentBlock => ({
  type: "thinking",
  text: value,
  field,
});
const result = (toolUseId: string): SentBlock => ({
  type: "tool_result",
  toolUseId,
  content: "out",
  isError: false,
});
const call = (rawInput: string, more: Partial<ToolUseBlock> = {}): SentBlock => ({
  type: "tool_use",
  id: "call_a",
  name: "f",
  input: {},
  rawInput,
  ...more,
});
const sentCall = (written: string) => ({ id: "call_a", type: "function", function: { name: "f", arguments: written } });

describe("P3 the Chat Completions request", () => {
  it("is these bytes", () => {
    expect(encodeRequest(request, "small-model", "low")).toBe(
      '{"messages":[{"content":"Be brief.","role":"system"},{"content":"Find my invoices","role":"user"}],' +
        '"model":"small-model","reasoning_effort":"low","stream":true,"stream_options":{"include_usage":true},' +
        '"tools":[{"function":{"description":"Finds files.","name":"search_files","parameters":{"additionalProperties":false,' +
        '"properties":{"query":{"type":"string"}},"required":["query"],"type":"object"}},"type":"function"}]}',
    );
  });

  it("leaves out an effort that is not set, a blank prompt, an empty list of tools and a count that is not taken", () => {
    expect(encodeRequest({ ...request, systemPrompt: " ", tools: [] }, "m", undefined, false)).toBe(
      '{"messages":[{"content":"Find my invoices","role":"user"}],"model":"m","stream":true}',
    );
  });

  it("sends results as messages of their own, before the text", () => {
    expect(messagesOf(user(text("And?"), result("a"), result("b")))).toEqual([
      { role: "tool", tool_call_id: "a", content: "out" },
      { role: "tool", tool_call_id: "b", content: "out" },
      { role: "user", content: "And?" },
    ]);
  });

  it("sends text as one string, and in parts only beside pictures", () => {
    const image: SentBlock = { type: "image", mediaType: "image/png", data: "QUJD" };
    expect(messagesOf(user(text("<context>"), text(" "), text("What?")))).toEqual([
      { role: "user", content: "<context>\n\nWhat?" },
    ]);
    expect(messagesOf(user(text("What?"), image))).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "What?" },
          { type: "image_url", image_url: { url: "data:image/png;base64,QUJD" } },
        ],
      },
    ]);
  });

  it("skips what is blank, and merges the neighbours", () => {
    expect(
      messagesOf(
        user(text("One")),
        assistant(text(" ")),
        assistant(),
        user(text("Two")),
        assistant(text("A"), text("B")),
      ),
    ).toEqual([
      { role: "user", content: "One\n\nTwo" },
      { role: "assistant", content: "AB" },
    ]);
  });

  it.each([
    ['{"b": 1,  "a": 2}', '{"b": 1,  "a": 2}'],
    ["", '{"q":1}'],
    ["null", '{"q":1}'],
    ["[1]", '{"q":1}'],
    ['{"cut', '{"q":1}'],
    ['"{\\"q\\":1}"', '{"q":1}'],
  ])("echoes the arguments %j as %j: as written only where they are an object", (rawInput, written) => {
    expect(messagesOf(user(text("x")), assistant(call(rawInput, { input: { q: 1 } })))).toMatchObject([
      {},
      { role: "assistant", content: null, tool_calls: [sentCall(written)] },
    ]);
  });

  it("sends the signature of a call back (Gemini)", () => {
    expect(messagesOf(user(text("x")), assistant(text("Now."), call("{}", { signature: "SIG" })))).toMatchObject([
      {},
      { content: "Now.", tool_calls: [{ extra_content: { google: { thought_signature: "SIG" } } }] },
    ]);
  });

  it("P3 sends what a server wants back with its calls as it came, before what older chats kept of it", () => {
    const extra = {
      extra_content: { google: { thought_signature: "SIG", more: 1 } },
      provider_specific_fields: { a: [] },
    };
    const sent = messagesOf(user(text("x")), assistant(call("{}", { extra, signature: "old" })));
    expect(sent).toMatchObject([{}, { tool_calls: [{ id: "call_a", type: "function", ...extra }] }]);
  });

  it("P3 sends what a server wants back with its messages, in finished turns too, but nothing alone", () => {
    const details = [{ type: "reasoning.encrypted", data: "AAA" }];
    const thought = (extra: Extract<SentBlock, { type: "thinking" }>["extra"] = {}): SentBlock => ({
      type: "thinking",
      text: "Hm.",
      field: "reasoning",
      extra,
    });
    expect(
      messagesOf(
        user(text("One")),
        assistant(thought({ extra_content: { google: { thought_signature: "S" } } }), text("A")),
        user(text("Two")),
        assistant(thought({ reasoning_details: details })),
        assistant(thought({ reasoning_details: details }), call("{}")),
        user(result("a")),
      ),
    ).toMatchObject([
      { role: "user" },
      { role: "assistant", content: "A", extra_content: { google: { thought_signature: "S" } } },
      { role: "user" },
      { role: "assistant", reasoning_details: details },
      { role: "tool" },
    ]);
  });

  it.each([
    ["OpenRouter", { reasoning_details: [{ type: "reasoning.encrypted", data: "AAA" }] }],
    ["LiteLLM", { thinking_blocks: [{ type: "thinking", thinking: "Hm.", signature: "SIG" }] }],
  ])("P3 sends the reasoning of %s once: its own form stands for the text", (_server, details) => {
    const thought: SentBlock = { type: "thinking", text: "Hm.", field: "reasoning", extra: details };
    expect(messagesOf(user(text("x")), assistant(thought, call("{}")))).toEqual([
      { role: "user", content: "x" },
      { role: "assistant", content: null, ...details, tool_calls: [sentCall("{}")] },
    ]);
  });

  it("P3 a member that a server wants back never takes the place of one of ours", () => {
    const extra = { role: "system", content: "no", id: "no", function: {} };
    const sent = messagesOf(
      user(text("x")),
      assistant({ type: "thinking", text: "", extra }, text("A"), call("{}", { extra })),
    );
    expect(sent).toMatchObject([{}, { role: "assistant", content: "A", tool_calls: [sentCall("{}")] }]);
  });

  it("sends reasoning back in its own field, in the loop in progress only", () => {
    const loop = (field: "reasoning" | "reasoning_content") => [
      assistant(reasoning("Hm. ", field), reasoning("So.", field), call("{}")),
      user(result("call_a")),
    ];
    expect(
      messagesOf(
        user(text("One")),
        ...loop("reasoning"),
        assistant(text("Done")),
        user(text("Two")),
        ...loop("reasoning_content"),
      ),
    ).toEqual([
      { role: "user", content: "One" },
      { role: "assistant", content: null, tool_calls: [sentCall("{}")] },
      { role: "tool", tool_call_id: "call_a", content: "out" },
      { role: "assistant", content: "Done" },
      { role: "user", content: "Two" },
      { role: "assistant", content: null, reasoning_content: "Hm. So.", tool_calls: [sentCall("{}")] },
      { role: "tool", tool_call_id: "call_a", content: "out" },
    ]);
  });

  it("never sends signed or foreign thinking, nor blocks of another provider", () => {
    const foreign: SentBlock[] = [
      { type: "thinking", text: "signed", signature: "sig" },
      { type: "thinking", text: "signed, in a field", signature: "sig", field: "reasoning" },
      { type: "thinking", text: "without a field" },
      { type: "redacted_thinking", data: "secret" },
      { type: "opaque", value: { type: "compaction" } },
    ];
    expect(messagesOf(user(text("x")), assistant(...foreign, call("{}")))).toEqual([
      { role: "user", content: "x" },
      { role: "assistant", content: null, tool_calls: [sentCall("{}")] },
    ]);
  });

  it("C2 sends no half of a surrogate pair, wherever prompt and tools hold one", () => {
    const [tool] = request.tools;
    if (tool === undefined) throw new Error("no tool");
    const body = (sent: ProviderRequest) => encodeRequest(sent, "m", undefined);
    const broken = {
      ...request,
      systemPrompt: "For Ann\ud83d.",
      tools: [{ ...tool, description: "a\udc00", inputSchema: { type: "object", "p\ud83d": ["\ud83d"] } }],
    };
    expect(body(broken)).not.toMatch(/\\ud[89a-f]/i);
    expect(JSON.parse(body(broken))).toMatchObject({
      messages: [{ role: "system", content: "For Ann\ufffd." }, {}],
      tools: [{ function: { description: "a\ufffd", parameters: { type: "object", "p\ufffd": ["\ufffd"] } } }],
    });
  });
});
