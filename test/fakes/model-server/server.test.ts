import { afterEach, describe, expect, it } from "vitest";
import { anthropicBody, openaiBody, post } from "./post";
import type { Script } from "./script";
import { startModelServer, type ModelServer, type ModelServerOptions } from "./server";
import { thinkingSignature } from "./thinking-signature";

let running: ModelServer[] = [];

async function start(respond: Script, like: Partial<ModelServerOptions> = {}): Promise<ModelServer> {
  let ids = 0;
  const server = await startModelServer({ respond, newId: () => String((ids += 1)), ...like });
  running.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
});

/** The data of each event, parsed where it is JSON. */
async function events(response: Response): Promise<unknown[]> {
  const blocks = (await response.text()).trimEnd().split("\n\n");
  return blocks.map((block) => {
    const data = block.slice(block.indexOf("data: ") + "data: ".length);
    return data === "[DONE]" ? data : (JSON.parse(data) as unknown);
  });
}

const HELLO = [{ role: "user", content: "Hello" }];

describe("POST /v1/messages", () => {
  it("streams thinking, text and calls as the Messages API does", async () => {
    const server = await start([
      {
        thinking: "Hm.",
        text: ["Let me ", "look."],
        toolCalls: [{ name: "search_files", input: { query: "é" } }],
        fragments: 2,
      },
    ]);
    const response = await post(`${server.url}/v1/messages`, anthropicBody(HELLO));

    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(await events(response)).toEqual([
      expect.objectContaining({ type: "message_start" }),
      { type: "ping" },
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } },
      {
        type: "content_block_delta",
        index: 0,
        delta: { type: "signature_delta", signature: thinkingSignature("Hm.") },
      },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Let me " } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "look." } },
      { type: "content_block_stop", index: 1 },
      {
        type: "content_block_start",
        index: 2,
        content_block: { type: "tool_use", id: "toolu_2", name: "search_files", input: {} },
      },
      { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '{"query' } },
      { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '":"é"}' } },
      { type: "content_block_stop", index: 2 },
      {
        type: "message_delta",
        delta: { stop_reason: "tool_use", stop_sequence: null },
        usage: { output_tokens: expect.any(Number) as number },
      },
      { type: "message_stop" },
    ]);
  });

  it("records what was asked, without the context block, and cannot be changed afterwards", async () => {
    const server = await start([{ text: "Hi." }]);
    const content = [
      { type: "text", text: "<orbit_context>\nCurrent time: noon\n</orbit_context>" },
      { type: "text", text: "Find my invoices" },
    ];
    const tool = { name: "search_files", description: "Searches.", input_schema: { type: "object" } };
    await post(
      `${server.url}/v1/messages`,
      anthropicBody([{ role: "user", content }], { system: [{ type: "text", text: "Be brief." }], tools: [tool] }),
    );

    const [request] = server.requests;
    expect(request).toMatchObject({
      format: "anthropic",
      model: "test-model",
      system: "Be brief.",
      lastUserText: "Find my invoices",
      toolResults: [],
      tools: [{ name: "search_files", description: "Searches.", inputSchema: { type: "object" } }],
      headers: { "x-api-key": "test-key" },
    });
    expect(Object.isFrozen(request?.messages[0]?.content[1])).toBe(true);
  });

  it("gives a script the results since the last wish, with their calls", async () => {
    const server = await start([{ text: "Done." }]);
    await post(
      `${server.url}/v1/messages`,
      anthropicBody([
        { role: "user", content: "First" },
        { role: "assistant", content: [{ type: "tool_use", id: "a", name: "old_tool", input: {} }] },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "a", content: "old" },
            { type: "text", text: "Second" },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "b", name: "read_file", input: { path: "~/b" } },
            { type: "tool_use", id: "c", name: "read_file", input: { path: "~/c" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "c", content: [{ type: "text", text: "no c" }], is_error: true },
            { type: "tool_result", tool_use_id: "b", content: "text of b" },
          ],
        },
      ]),
    );

    expect(server.requests[0]).toMatchObject({ lastUserText: "Second" });
    expect(server.requests[0]?.toolResults).toEqual([
      { name: "read_file", input: { path: "~/b" }, content: "text of b", isError: false },
      { name: "read_file", input: { path: "~/c" }, content: "no c", isError: true },
    ]);
  });
});

describe("POST /v1/chat/completions", () => {
  it("streams reasoning, text and calls as Chat Completions does, with usage where it is wanted", async () => {
    const server = await start([
      { thinking: "Hm.", text: "Look.", toolCalls: [{ id: "call_x", name: "read_file", input: { path: "~/a" } }] },
    ]);
    const body = openaiBody(HELLO, { stream_options: { include_usage: true } });
    const received = await events(await post(`${server.url}/v1/chat/completions`, body));

    const choice = (delta: object, finish: string | null = null): unknown =>
      expect.objectContaining({ choices: [{ index: 0, delta, finish_reason: finish }] });
    expect(received).toEqual([
      choice({ role: "assistant", content: "" }),
      choice({ reasoning: "Hm." }),
      choice({ content: "Look." }),
      choice({
        tool_calls: [{ index: 0, id: "call_x", type: "function", function: { name: "read_file", arguments: "" } }],
      }),
      choice({ tool_calls: [{ index: 0, function: { arguments: '{"path":"~/a"}' } }] }),
      choice({}, "tool_calls"),
      expect.objectContaining({ choices: [], usage: { prompt_tokens: 15, completion_tokens: 17, total_tokens: 32 } }),
      "[DONE]",
    ]);
  });

  it.each(["/v1/chat/completions", "/chat/completions"])("is served at %s", async (path) => {
    const server = await start([{ text: "Hi." }]);
    const response = await post(`${server.url}${path}`, openaiBody(HELLO));
    expect(await events(response)).toContain("[DONE]");
  });

  it("gives a script the same shape as the other format", async () => {
    const server = await start([{ text: "Done." }]);
    const call = { id: "b", type: "function", function: { name: "read_file", arguments: '{"path":"~/b"}' } };
    await post(
      `${server.url}/v1/chat/completions`,
      openaiBody([
        { role: "system", content: "Be brief." },
        { role: "user", content: "<orbit_context>\nnoon\n</orbit_context>\n\nRead b" },
        { role: "assistant", content: null, reasoning: "Hm.", tool_calls: [call] },
        { role: "tool", tool_call_id: "b", content: "text of b" },
      ]),
    );

    expect(server.rejections).toEqual([]);
    expect(server.requests[0]).toMatchObject({
      format: "openai",
      system: "Be brief.",
      lastUserText: "Read b",
      toolResults: [{ name: "read_file", input: { path: "~/b" }, content: "text of b", isError: false }],
    });
    expect(server.requests[0]?.messages[1]?.content).toEqual([
      { type: "thinking", text: "Hm." },
      { type: "tool_use", id: "b", name: "read_file", input: { path: "~/b" } },
    ]);
  });
});

describe("scripts", () => {
  it("answers one step for each request, in order, and asks a function", async () => {
    const server = await start([{ text: "one" }, ({ lastUserText }) => ({ text: `two: ${lastUserText}` })]);
    const answers = [];
    for (let index = 0; index < 2; index += 1) {
      answers.push(await (await post(`${server.url}/v1/chat/completions`, openaiBody(HELLO))).text());
    }
    expect(answers[0]).toContain('"content":"one"');
    expect(answers[1]).toContain('"content":"two: Hello"');
  });

  it("says so where a request comes that the script has no step for", async () => {
    const server = await start([]);
    const response = await post(`${server.url}/v1/messages`, anthropicBody(HELLO));
    expect(response.status).toBe(400);
    expect(server.rejections).toEqual(["The script has 0 steps, but this is request 1."]);
  });

  it.each([
    ["end_turn", "end_turn", "stop"],
    ["max_tokens", "max_tokens", "length"],
    ["refusal", "refusal", "content_filter"],
    ["model_context_window_exceeded", "model_context_window_exceeded", "length"],
  ] as const)("ends with %s in the words of each format", async (stop, anthropic, openai) => {
    const server = await start(() => ({ text: "x", stop }));
    expect(await (await post(`${server.url}/v1/messages`, anthropicBody(HELLO))).text()).toContain(
      `"stop_reason":"${anthropic}"`,
    );
    expect(await (await post(`${server.url}/v1/chat/completions`, openaiBody(HELLO))).text()).toContain(
      `"finish_reason":"${openai}"`,
    );
  });
});

describe("questions about models", () => {
  const models = [
    { id: "a:latest", tools: true },
    { id: "b", vision: true },
    { id: "e", isEmbedding: true },
  ];
  const anthropic = { headers: { "anthropic-version": "2023-06-01" } };
  const json = async (response: Response): Promise<unknown> => response.json();

  it("are answered by no list where none is given", async () => {
    const server = await start([]);
    expect((await fetch(`${server.url}/v1/models`)).status).toBe(404);
  });

  it("are answered in the manner of each format, in pages where they are wanted", async () => {
    const server = await start([], { models, pageSize: 2 });
    const list = `${server.url}/v1/models`;
    expect(await json(await fetch(list))).toMatchObject({ data: [{ id: "a:latest" }, { id: "b" }], has_more: true });
    const rest = await json(await fetch(`${list}?after=b`));
    expect(rest).toMatchObject({ data: [{ id: "e" }] });
    expect(rest).not.toHaveProperty("has_more");
    expect(await json(await fetch(`${list}?limit=1`, anthropic))).toMatchObject({
      has_more: true,
      last_id: "a:latest",
    });
    expect(await json(await fetch(`${list}?after_id=b&limit=9`, anthropic))).toMatchObject({
      has_more: false,
      last_id: "e",
    });
    expect(await json(await fetch(`${list}/b`, anthropic))).toMatchObject({
      id: "b",
      capabilities: { image_input: { supported: true } },
    });
    expect((await fetch(`${list}/c`, anthropic)).status).toBe(404);
    expect(server.asked.slice(0, 2)).toEqual(["GET /v1/models", "GET /v1/models?after=b"]);
    expect(server.requests).toEqual([]);
  });

  it("are answered as Ollama does where it is one", async () => {
    const server = await start([], { models, ollama: true });
    const show = async (model: string) => post(`${server.url}/api/show`, { model });
    expect(await json(await show("a"))).toMatchObject({ capabilities: ["completion", "tools"] });
    expect(await json(await show("b"))).toMatchObject({ capabilities: ["completion", "vision"] });
    expect(await json(await show("e"))).toMatchObject({ capabilities: ["embedding"] });
    expect((await show("c")).status).toBe(404);
    expect(await json(await fetch(`${server.url}/api/tags`))).toMatchObject({ models: [{ name: "a:latest" }, {}, {}] });
    expect(await json(await fetch(`${server.url}/api/ps`))).toEqual({ models: [] });
    const other = await start([], { models });
    expect((await fetch(`${other.url}/api/tags`)).status).toBe(404);
  });
});

describe("a server that is hard to please", () => {
  it("wants its key", async () => {
    const server = await start(() => ({ text: "Hi." }), { apiKey: "test-key", models: [] });
    expect((await fetch(`${server.url}/v1/models`)).status).toBe(401);
    const authorization = { headers: { authorization: "Bearer test-key" } };
    expect((await fetch(`${server.url}/v1/models`, authorization)).status).toBe(200);
    expect((await post(`${server.url}/v1/messages`, anthropicBody(HELLO))).status).toBe(200);
  });

  it("names the field that it does not know, and counts no request", async () => {
    const server = await start(() => ({ text: "Hi." }), { refuses: ["stream_options"] });
    const body = openaiBody(HELLO, { stream_options: { include_usage: true } });
    const response = await post(`${server.url}/v1/chat/completions`, body);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("stream_options")]);
    expect([server.requests, server.rejections]).toEqual([[], []]);
    expect((await post(`${server.url}/v1/chat/completions`, openaiBody(HELLO))).status).toBe(200);
  });
});

describe("anything else", () => {
  it("is not found", async () => {
    const server = await start([]);
    expect((await post(`${server.url}/v1/responses`, {})).status).toBe(404);
    expect((await fetch(`${server.url}/v1/messages`)).status).toBe(404);
  });
});
