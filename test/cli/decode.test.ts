import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { runDecode } from "../../src/cli/run-decode";
import type { Asked } from "./harness";
import { spawnProgram } from "./spawned";

/** Runs `decode` on a file with these bytes. */
async function decode(
  format: string,
  body: string | Uint8Array,
  file = "body.sse",
): Promise<Asked & { turn: unknown }> {
  const done: Asked = { code: -1, out: "", status: "" };
  done.code = await runDecode([format, file], {
    read: (name) => (name === file ? Promise.resolve(Buffer.from(body)) : Promise.reject(new Error("ENOENT"))),
    output: { out: (text) => void (done.out += text), status: (text) => void (done.status += text) },
  });
  return { ...done, turn: done.out === "" ? undefined : JSON.parse(done.out) };
}

const sse = (...events: (object | string)[]) =>
  events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join("");
const delta = (value: object, finish_reason: string | null = null) => ({ choices: [{ delta: value, finish_reason }] });
const call = (id: string | undefined, args: string, index = 0) =>
  delta({ tool_calls: [{ index, id, function: { name: "f", arguments: args } }] });

const start = { type: "message_start", message: { id: "m", usage: { input_tokens: 5, cache_read_input_tokens: 7 } } };
const block = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
const end = (stop_reason: string) => [
  { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 3 } },
  { type: "message_stop" },
];

describe("P10 decode prints the turn of a captured stream", () => {
  it("of Chat Completions", async () => {
    const body = sse(
      delta({ reasoning: "Hm." }),
      delta({ content: "Look" }),
      delta({ content: "ing." }),
      call("a", '{"x":'),
      delta({ tool_calls: [{ index: 0, function: { arguments: "1}" } }] }),
      call(undefined, '{"cut', 1),
      delta({}, "tool_calls"),
      { choices: [], usage: { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } } },
      "[DONE]",
    );
    expect(await decode("openai", body)).toMatchObject({ code: 0, status: "" });
    expect((await decode("openai", body)).turn).toStrictEqual({
      text: "Looking.",
      thinking: "Hm.",
      toolCalls: [
        { id: "a", name: "f", input: { x: 1 } },
        { id: "call_1", name: "f", inputParseError: "The arguments are not complete, valid JSON." },
      ],
      stopReason: "toolUse",
      usage: { input: 5, output: 2, cacheRead: 4, cacheWrite: 0 },
    });
  });

  it("of the Messages API", async () => {
    const body = sse(
      start,
      block(0, { type: "thinking", thinking: "Hm." }),
      block(1, { type: "text", text: "Looking." }),
      block(2, { type: "tool_use", id: "toolu_1", name: "f", input: {} }),
      { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '{"x":1}' } },
      ...end("tool_use"),
    );
    expect((await decode("anthropic", body)).turn).toStrictEqual({
      text: "Looking.",
      thinking: "Hm.",
      toolCalls: [{ id: "toolu_1", name: "f", input: { x: 1 } }],
      stopReason: "toolUse",
      usage: { input: 5, output: 3, cacheRead: 7, cacheWrite: 0 },
    });
  });

  it("of an answer that was not streamed, without a usage", async () => {
    const body = JSON.stringify({ choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] });
    expect((await decode("openai", body)).turn).toStrictEqual({
      text: "Hello",
      thinking: "",
      toolCalls: [],
      stopReason: "endTurn",
      usage: null,
    });
  });

  it.each([
    ["end_turn", "endTurn"],
    ["max_tokens", "maxTokens"],
    ["stop_sequence", "stopSequence"],
    ["refusal", "refusal"],
    ["model_context_window_exceeded", "contextWindowExceeded"],
    ["pause_turn", "other"],
  ])("the stop reason %s as %s", async (stop, printed) => {
    expect((await decode("anthropic", sse(start, ...end(stop)))).turn).toMatchObject({ stopReason: printed });
  });

  it("of a long capture, longer than any one event may be", async () => {
    const text = "x".repeat(1_000_000);
    const body = sse(...Array.from({ length: 18 }, () => delta({ content: text })), "[DONE]");
    expect((await decode("openai", body)).turn).toMatchObject({ text: text.repeat(18), stopReason: "endTurn" });
  });
});

describe("P10 decode prints what came before an error, and the error", () => {
  const open = sse(delta({ reasoning: "Hm." }), delta({ content: "par" }), call("a", '{"x":1}'));
  const soFar = {
    text: "par",
    thinking: "Hm.",
    toolCalls: [{ id: "a", name: "f", input: { x: 1 } }],
    stopReason: "other",
    usage: null,
  };

  it.each<[string, string, object]>([
    ["a body that breaks off", "", { type: "incomplete_response" }],
    [
      "an error of the server, with its words",
      sse({ error: { code: 502, message: "upstream" } }),
      { type: "server", status: 502, cause: { code: 502, message: "upstream" } },
    ],
    [
      "a word for a failure",
      sse(delta({}, "abort")),
      { type: "incomplete_response", cause: "the turn ended with abort" },
    ],
    ["an event that is no JSON", sse("{"), { type: "incomplete_response", cause: "a chunk that is not JSON" }],
  ])("%s", async (_what, last, error) => {
    const done = await decode("openai", open + last);
    expect(done).toMatchObject({ code: 1, status: "" });
    expect(done.turn).toStrictEqual({ ...soFar, error });
  });

  it("of the Messages API", async () => {
    const body = sse(
      start,
      block(0, { type: "text", text: "par" }),
      block(1, { type: "tool_use", id: "t", name: "f" }),
      {
        type: "error",
        error: { type: "overloaded_error" },
      },
    );
    expect((await decode("anthropic", body)).turn).toStrictEqual({
      text: "par",
      thinking: "",
      toolCalls: [{ id: "t", name: "f", input: {} }],
      stopReason: "other",
      usage: { input: 5, output: 0, cacheRead: 7, cacheWrite: 0 },
      error: { type: "overloaded", cause: { type: "overloaded_error" } },
    });
  });

  it("a call without a name, which makes the turn unusable: the text", async () => {
    const nameless = { tool_calls: [{ index: 0, id: "a", function: { arguments: "{}" } }] };
    expect((await decode("openai", sse(delta({ content: "x" }), delta(nameless), "[DONE]"))).turn).toMatchObject({
      text: "x",
      toolCalls: [],
      error: { type: "incomplete_response", cause: "a call without a name" },
    });
  });

  it.each<[string, string | Uint8Array, string]>([
    ["nothing", "", "incomplete_response"],
    ["a web page", "<!DOCTYPE html><title>Hi</title>", "invalid_base_url"],
    ["a compressed body", gzipSync("data: [DONE]\n\n"), "invalid_base_url"],
    ["bytes of no text", Buffer.from([0xff, 0xfe, 0, 1]), "invalid_base_url"],
  ])("%s", async (_what, body, type) => {
    for (const format of ["anthropic", "openai"]) {
      expect(await decode(format, body)).toMatchObject({ code: 1, turn: { text: "", toolCalls: [], error: { type } } });
    }
  });

  it("never fails itself, whatever a file holds", async () => {
    const event = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('{"choices":[{"delta":{"content":"x"}}]}', "[DONE]"),
    );
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(event).map((events) => Buffer.from(sse(...events))),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("anthropic", "openai"), body, async (format, bytes) => {
        const { code, turn } = await decode(format, bytes);
        expect(turn).toHaveProperty("stopReason");
        expect(code).toBe(Object.hasOwn(Object(turn) as object, "error") ? 1 : 0);
      }),
      { numRuns: 300 },
    );
  });
});

describe("P10 decode ends with 2 and prints nothing where", () => {
  const usage = async (...args: string[]) => {
    const done: Asked = { code: -1, out: "", status: "" };
    done.code = await runDecode(args, {
      read: () => Promise.reject(new Error("ENOENT")),
      output: { out: (text) => void (done.out += text), status: (text) => void (done.status += text) },
    });
    return done;
  };

  it.each<[string, string[], string]>([
    ["nothing is named", [], "The wire format is anthropic or openai."],
    ["the format is unknown", ["gemini", "a"], "The wire format is anthropic or openai."],
    ["no file is named", ["openai"], "decode takes one file."],
    ["two are", ["openai", "a", "b"], "decode takes one file."],
    ["a flag is unknown", ["openai", "--json"], "There is no flag --json."],
    ["the file is not there", ["openai", "none.sse"], '"none.sse" cannot be read.'],
  ])("%s", async (_name, args, words) => {
    expect(await usage(...args)).toEqual({ code: 2, out: "", status: `${words}\nSee: npm run -s decode -- --help\n` });
  });

  it("prints its help where it is asked for", async () => {
    expect((await usage("--help")).out).toMatch(/npm run -s decode -- anthropic\|openai FILE/);
  });
});

describe("P10 the template of a bug report", () => {
  it("asks for the server, the model, and what decode prints of its stream", async () => {
    const template = await readFile(".github/ISSUE_TEMPLATE/bug_report.yml", "utf8");
    for (const words of [
      "Server and model",
      "npm run -s decode -- openai answer.sse",
      "Take out\n        what is private",
    ]) {
      expect(template).toContain(words);
    }
  });
});

describe("P10 decode as a process", () => {
  it("reads a file, and the standard input", async () => {
    const folder = await mkdtemp(join(tmpdir(), "orbit-decode-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "body.sse");
    const body = sse(delta({ content: "Grüße" }), "[DONE]");
    await writeFile(file, body);
    const piped = spawnProgram("src/cli/decode.ts", ["openai", "-"]);
    piped.typeAll(body);
    const done = await Promise.all([spawnProgram("src/cli/decode.ts", ["openai", file]).ended, piped.ended]);
    const { code, out, status } = await decode("openai", body);
    const expected = { code, out, status };
    expect(done).toEqual([expected, expected]);
  });

  it("says with its exit code that the stream is broken", async () => {
    const piped = spawnProgram("src/cli/decode.ts", ["openai", "-"]);
    piped.typeAll("<html>");
    expect((await piped.ended).code).toBe(1);
  });
});
