import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/agent/text/json";
import { anthropicBody, openaiBody, post } from "./post";
import { startModelServer, type ModelServer } from "./server";
import { thinkingSignature } from "./thinking-signature";

let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer({ respond: () => ({ text: "fine" }) });
});
afterAll(() => server.stop());

const user = (content: JsonObject["content"] = "Hello"): JsonObject => ({ role: "user", content: content ?? null });
const assistant = (content: JsonObject["content"]): JsonObject => ({ role: "assistant", content: content ?? null });
const use = (id: string): JsonObject => ({ type: "tool_use", id, name: "read_file", input: {} });
const result = (id: string): JsonObject => ({ type: "tool_result", tool_use_id: id, content: "text" });
const text = (value: string): JsonObject => ({ type: "text", text: value });
const toolCall = (id: string, args = "{}"): JsonObject => ({
  id,
  type: "function",
  function: { name: "read_file", arguments: args },
});
const called = (...calls: JsonObject[]): JsonObject => ({ role: "assistant", content: null, tool_calls: calls });
const answered = (id: string): JsonObject => ({ role: "tool", tool_call_id: id, content: "text" });

async function refusal(path: string, body: JsonObject | string): Promise<string> {
  const response = await post(`${server.url}${path}`, body);
  const answer = await response.text();
  return response.status === 400 ? answer : `${response.status} ${answer}`;
}

describe("a Messages request is refused with status 400 and the reason", () => {
  it.each<[string, JsonObject[], RegExp]>([
    ["no message", [], /messages/],
    ["an assistant message first", [assistant("Hi"), user()], /roles must alternate/],
    ["two user messages in a row", [user(), user()], /messages\.1: roles must alternate/],
    ["the assistant's word last", [user(), assistant("Hi")], /last message/],
    ["blank text", [user("  \n")], /text must not be blank/],
    ["an empty text block", [user([text("")])], /text must not be blank/],
    ["a message without content", [user([])], /must have content/],
    ["a call without a result", [user(), assistant([use("a")]), user()], /the call a before it has no result/],
    [
      "one of two calls without a result",
      [user(), assistant([use("a"), use("b")]), user([result("a")])],
      /the call b before it has no result/,
    ],
    ["a result without its call", [user([result("a")])], /names a, which no call/],
    [
      "a result too late",
      [user(), assistant([use("a")]), user([result("a")]), assistant("Hi"), user([result("a")])],
      /names a, which no call/,
    ],
    ["two results for a call", [user(), assistant([use("a")]), user([result("a"), result("a")])], /result of call a/],
    [
      "text before results",
      [user(), assistant([use("a")]), user([text("Hm"), result("a")])],
      /results must come before/,
    ],
    [
      "the same call id twice",
      [user(), assistant([use("a")]), user([result("a")]), assistant([use("a")]), user([result("a")])],
      /call id a stands there twice/,
    ],
    ["a lone surrogate", [user("cut \ud83d")], /lone surrogate/],
    [
      "a lone surrogate in an argument",
      [user(), assistant([{ ...use("a"), input: { q: "\ude00" } }])],
      /lone surrogate/,
    ],
    ["an id with strange characters", [user(), assistant([use("a.b:c")]), user([result("a.b:c")])], /messages\.1/],
    ["a block it does not know", [user([{ type: "video" }])], /messages\.0/],
    [
      "thinking that was changed",
      [user(), assistant([{ type: "thinking", thinking: "changed", signature: thinkingSignature("was") }]), user()],
      /Invalid `signature`/,
    ],
  ])("%s", async (_case, messages, reason) => {
    expect(await refusal("/v1/messages", anthropicBody(messages))).toMatch(reason);
  });

  it.each<[string, JsonObject, RegExp]>([
    ["an unknown field", { reasoning_effort: "low" }, /[Uu]nrecognized key/],
    ["no max_tokens", { max_tokens: null }, /max_tokens/],
    ["no streaming", { stream: false }, /only streams/],
    ["a tool twice", { tools: [tool("a"), tool("a")] }, /tool a stands there twice/],
    ["a tool without an object schema", { tools: [{ ...tool("a"), input_schema: { type: "string" } }] }, /object/],
  ])("%s", async (_case, extra, reason) => {
    expect(await refusal("/v1/messages", anthropicBody([user()], extra))).toMatch(reason);
  });

  it("a body that is not JSON", async () => {
    expect(await refusal("/v1/messages", '{"model": "x"')).toMatch(/not valid JSON/);
  });

  it("no version header", async () => {
    const response = await fetch(`${server.url}/v1/messages`, {
      method: "POST",
      body: JSON.stringify(anthropicBody([user()])),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      type: "error",
      error: { type: "invalid_request_error", message: "anthropic-version: header is required" },
    });
  });
});

describe("a Chat Completions request is refused with status 400 and the reason", () => {
  it.each<[string, JsonObject[], RegExp]>([
    ["a system message later", [user(), { role: "system", content: "Be brief." }], /only the first message/],
    ["empty content", [user("")], /text must not be blank/],
    ["an empty string beside calls", [user(), { ...called(toolCall("a")), content: "" }, answered("a")], /blank/],
    ["arguments that are not JSON", [user(), called(toolCall("a", '{"q": ')), answered("a")], /call a are not a JSON/],
    ["arguments that are no object", [user(), called(toolCall("a", '"q"')), answered("a")], /call a are not a JSON/],
    ["empty arguments", [user(), called(toolCall("a", "")), answered("a")], /call a are not a JSON/],
    ["a call without a tool message", [user(), called(toolCall("a")), user()], /the call a before it has no result/],
    ["a tool message without a call", [user(), answered("a")], /names a, which no call/],
    ["user text before the tool message", [user(), called(toolCall("a")), user(), answered("a")], /results must come/],
    [
      "the same id twice",
      [user(), called(toolCall("a")), answered("a"), called(toolCall("a")), answered("a")],
      /call id a stands there twice/,
    ],
    ["the assistant's word last", [user(), assistant("Hi")], /last message/],
    ["a lone surrogate", [user("cut \ud83d")], /lone surrogate/],
  ])("%s", async (_case, messages, reason) => {
    expect(await refusal("/v1/chat/completions", openaiBody(messages))).toMatch(reason);
  });
});

describe("a valid request passes", () => {
  it("with parallel calls, thinking, errors and text after the results", async () => {
    const messages = [
      user([text("Hello")]),
      assistant([
        { type: "thinking", thinking: "Hm.", signature: thinkingSignature("Hm.") },
        text("Look."),
        use("a"),
        use("b"),
      ]),
      user([{ ...result("b"), is_error: true }, result("a"), text("And?")]),
    ];
    const response = await post(`${server.url}/v1/messages`, anthropicBody(messages));
    expect(await response.text()).toContain("fine");
  });

  it("with tool messages and the user's next words after them", async () => {
    const messages = [user(), called(toolCall("a"), toolCall("b")), answered("b"), answered("a"), user("And?")];
    const response = await post(`${server.url}/v1/chat/completions`, openaiBody(messages));
    expect(await response.text()).toContain("fine");
  });
});

function tool(name: string): JsonObject {
  return { name, description: "A tool.", input_schema: { type: "object" } };
}

describe("P9 an image is refused with the reason", () => {
  const PNG =
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAFUlEQVR42mM8ISfHwMDAwMDAxAADABMuAQjbG1iiAAAAAElFTkSuQmCC";
  it.each([
    ["of another type than it says", "image/jpeg", PNG, /appears to be a image\/png image/],
    ["of a type that no model reads", "image/tiff", PNG, /media_type: Input should be/],
    ["that is none", "image/png", "RGVhciBNcyBNaWxsZXI=", /Could not process image/],
    ["without bytes", "image/png", "", /invalid base64 data/],
    ["that is no base64", "image/png", `${PNG}*`, /invalid base64 data/],
    ["that is cut in the middle of its base64", "image/png", PNG.slice(0, -3), /invalid base64 data/],
    ["that is too large", "image/png", "A".repeat(5_242_884), /image exceeds 5 MB maximum/],
  ])("P9 %s", async (_what, mediaType, data, reason) => {
    const source = { type: "base64", media_type: mediaType, data };
    expect(await refusal("/v1/messages", anthropicBody([user([{ type: "image", source }])]))).toMatch(reason);
    const part = { type: "image_url", image_url: { url: `data:${mediaType};base64,${data}` } };
    expect(await refusal("/v1/chat/completions", openaiBody([user([part])]))).toMatch(reason);
  });

  it("P9 but not where it is sound", async () => {
    const source = { type: "base64", media_type: "image/png", data: PNG };
    expect(await refusal("/v1/messages", anthropicBody([user([{ type: "image", source }])]))).toContain("fine");
  });

  it("P9 by a model that cannot see, with the status and the words that it was given", async () => {
    const blind = await startModelServer({
      respond: () => ({ text: "fine" }),
      refusesImages: { status: 500, message: "no" },
    });
    const source = { type: "base64", media_type: "image/png", data: PNG };
    const response = await post(`${blind.url}/v1/messages`, anthropicBody([user([{ type: "image", source }])]));
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining("no")]);
    expect((await post(`${blind.url}/v1/messages`, anthropicBody([user()]))).status).toBe(200);
    expect([blind.requests.length, blind.rejections]).toEqual([2, []]);
    await blind.stop();
  });
});
