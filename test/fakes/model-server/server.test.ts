import { afterEach, describe, expect, it } from "vitest";
import { anthropicBody, openaiBody, post } from "./post";
import type { Script } from "./script";
import { startModelServer, type ModelServer } from "./server";
import { thinkingSignature } from "./thinking-signature";

let running: ModelServer[] = [];

async function start(respond: Script): Promise<ModelServer> {
  let ids = 0;
  const server = await startModelServer({ respond, newId: () => String((ids += 1)) });
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

describe("anything else", () => {
  it("is not found", async () => {
    const server = await start([]);
    expect((await post(`${server.url}/v1/responses`, {})).status).toBe(404);
    expect((await fetch(`${server.url}/v1/messages`)).status).toBe(404);
  });
});
