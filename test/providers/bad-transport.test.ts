import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { createAnthropicProvider } from "../../src/providers/anthropic/anthropic-provider";
import { createOpenAIProvider } from "../../src/providers/openai/openai-provider";
import { ask, blocksOf, errorDetail, instantClock, manualClock, shownText, sse, turnOf, type Outcome } from "./harness";
import { listen } from "./raw-server";

const choice = (delta: object, finish_reason: string | null = null) => ({ choices: [{ delta, finish_reason }] });
const piece = (args: string, more: object = {}) =>
  choice({ tool_calls: [{ index: 0, ...more, function: { name: "write", arguments: args } }] });
const delta = (index: number, value: object) => ({ type: "content_block_delta", index, delta: value });

/** The same answer in both formats: a text and a call, of which the first `asMuch` events hold a half. */
const FORMATS = [
  {
    format: "Chat Completions",
    create: createOpenAIProvider,
    events: [
      choice({ content: "I write." }),
      piece('{"path":"a",', { id: "a" }),
      piece('"text":"b"}'),
      choice({}, "tool_calls"),
      "[DONE]",
    ],
    asMuch: 2,
    whole: {
      choices: [
        {
          message: {
            content: "I write.",
            tool_calls: [{ id: "a", function: { name: "write", arguments: '{"path":"a","text":"b"}' } }],
          },
          finish_reason: "tool_calls",
        },
      ],
    },
  },
  {
    format: "Messages",
    create: createAnthropicProvider,
    events: [
      { type: "message_start", message: { id: "m" } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      delta(0, { type: "text_delta", text: "I write." }),
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "a", name: "write", input: {} } },
      delta(1, { type: "input_json_delta", partial_json: '{"path":"a",' }),
      delta(1, { type: "input_json_delta", partial_json: '"text":"b"}' }),
      { type: "content_block_stop", index: 1 },
      { type: "message_delta", delta: { stop_reason: "tool_use" } },
      { type: "message_stop" },
    ],
    asMuch: 6,
    whole: {
      type: "message",
      content: [
        { type: "text", text: "I write." },
        { type: "tool_use", id: "a", name: "write", input: { path: "a", text: "b" } },
      ],
      stop_reason: "tool_use",
    },
  },
] as const;

type Bytes = string | Uint8Array;

const head = (fields = "", status = "HTTP/1.1 200 OK") => `${status}\r\nconnection: close\r\n${fields}\r\n`;
const packed = (encoding: string, bytes: Uint8Array) => [head(`content-encoding: ${encoding}\r\n`), bytes];
const falselyPacked = (encoding: string, text: string) => [
  head(`content-encoding: ${encoding}\r\ncontent-length: ${String(text.length)}\r\n`),
  text,
];
const chunked = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const CHUNKED = "transfer-encoding: chunked\r\n";

describe.each(FORMATS)("P1 P5 bad input over HTTP: $format", ({ create, events, asMuch, whole }) => {
  const body = sse(...events);
  const beginning = sse(...events.slice(0, asMuch));

  /** Asks a server that writes these bytes on every connection, and then closes it. */
  async function askRaw(...bytes: readonly Bytes[]): Promise<Outcome & { address: string; requests: number }> {
    let requests = 0;
    const { port } = await listen((socket) => {
      requests++;
      for (const part of bytes) socket.write(part);
      socket.end();
    });
    const address = `127.0.0.1:${String(port)}`;
    const outcome = await ask(create({ model: "m", baseUrl: `http://${address}/v1`, clock: instantClock().clock }));
    return { ...outcome, address, requests };
  }

  function expectWhole(outcome: Outcome): void {
    expect(turnOf(outcome).stopReason).toEqual({ type: "tool_use" });
    expect(blocksOf(turnOf(outcome), "tool_use")).toMatchObject([{ name: "write", input: { path: "a", text: "b" } }]);
    expect(shownText(outcome)).toBe("I write.");
  }

  it.each<[string, Bytes[]]>([
    ["no length and no chunks: the connection's end is the end", [head(), body]],
    ["HTTP/1.0", [head("", "HTTP/1.0 200 OK"), body]],
    ["chunks", [head(CHUNKED), chunked(body), "0\r\n\r\n"]],
    ["chunks without the last, empty one", [head(CHUNKED), chunked(body)]],
    ["a length that is too long", [head(`content-length: ${String(body.length + 9)}\r\n`), body]],
    ["a status of 206", [head("", "HTTP/1.1 206 Partial Content"), body]],
    ["early hints before it", ["HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", head(), body]],
    ["fifty heads that say to wait", ["HTTP/1.1 102 Processing\r\n\r\n".repeat(50), head(), body]],
    ["gzip", packed("gzip", gzipSync(body))],
    ["x-gzip", packed("x-gzip", gzipSync(body))],
    ["gzip in gzip", packed("gzip, gzip", gzipSync(gzipSync(body)))],
    ["deflate", packed("deflate", deflateSync(body))],
    ["deflate without its own head", packed("deflate", deflateRawSync(body))],
    ["br", packed("br", brotliCompressSync(body))],
    ["an encoding that nobody knows, and that it is not in", packed("rot13", Buffer.from(body))],
    ["a byte order mark", [head(), `\uFEFF${body}`]],
    ["NUL bytes between its events", [head(), body.replaceAll("\n\n", "\n\n\0\0\n\n")]],
    ["no content type", [head(), body]],
    ["text/plain", [head("content-type: text/plain\r\n"), body]],
    ["application/json", [head("content-type: application/json\r\n"), body]],
    ["text/html", [head("content-type: text/html\r\n"), body]],
    ["a content type that is none", [head("content-type: ;;=nonsense\r\n"), body]],
    [
      "another charset, whatever is said: the bytes count",
      [head("content-type: text/event-stream; charset=utf-16\r\n"), body],
    ],
    ["JSON, though a stream was asked for", [head(), JSON.stringify(whole)]],
    ["JSON over many lines", [head(), JSON.stringify(whole, null, 2)]],
    ["JSON in an array", [head(), JSON.stringify([whole])]],
    ["JSON as an event stream by its type", [head("content-type: text/event-stream\r\n"), JSON.stringify(whole)]],
  ])("a whole answer in %s", async (_what, bytes) => {
    expectWhole(await askRaw(...bytes));
  });

  it.each<[string, Bytes[]]>([
    ["no length", [head(), beginning]],
    ["a length that is too short", [head(`content-length: ${String(beginning.length - 5)}\r\n`), body]],
    ["gzip", packed("gzip", gzipSync(body).subarray(0, -30))],
    ["deflate", packed("deflate", deflateSync(body).subarray(0, -30))],
    ["br", packed("br", brotliCompressSync(body).subarray(0, -12))],
    ["JSON", [head(), JSON.stringify(whole).slice(0, -9)]],
  ])("an answer cut off in %s broke off, and no call of it is there", async (_what, bytes) => {
    const outcome = await askRaw(...bytes);
    expect(outcome.turn).toBeUndefined();
    expect(["incomplete_response", "network"]).toContain(errorDetail(outcome).type);
  });

  it.each<[string, Bytes[]]>([
    ["chunks that break off", [head(CHUNKED), chunked(beginning), "ff\r\nda"]],
    ["a chunk whose size is no number", [head(CHUNKED), chunked(beginning), "zz\r\nda"]],
    ["a length that never comes", [head("content-length: 99999\r\n"), beginning]],
    ["what only says it is gzip", falselyPacked("gzip", body)],
    ["what only says it is deflate", falselyPacked("deflate", body)],
    ["what only says it is br", falselyPacked("br", body)],
    ["half a head", ["HTTP/1.1 200 OK\r\ncontent-ty"]],
    ["no word at all", []],
    [
      "a switch to another protocol",
      ["HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", body],
    ],
  ])("%s: the connection broke", async (_what, bytes) => {
    const outcome = await askRaw(...bytes);
    const destination = { type: "this_mac", address: outcome.address };
    expect(errorDetail(outcome)).toEqual({ type: "network", failure: "connection_lost", destination });
    expect(outcome.turn).toBeUndefined();
    // Tried again as long as nothing was shown.
    expect(outcome.requests).toBe(shownText(outcome) === "" ? 3 : 1);
  });

  it.each<[string, Bytes[]]>([
    ["a web page", [head("content-type: text/html\r\n"), "<!doctype html><h1>It works</h1>"]],
    ["a web page that says it is an event stream", [head("content-type: text/event-stream\r\n"), "\n <html>"]],
    ["a web page in gzip", packed("gzip", gzipSync("<html>"))],
    ["plain text", [head("content-type: text/plain\r\n"), "OK"]],
    ["lines of JSON, as Ollama has them", [head(), '{"message":{"content":"x"},"done":false}\n{"done":true}\n']],
    ["one line of them", [head(), '{"model":"m","message":{"content":"x"},"done":true}\n']],
    ["other JSON", [head(), '{"status":"ok"}']],
    ["compressed bytes that nobody declared", [head(), gzipSync(body)]],
    ["UTF-16", [head(), Buffer.from(`\uFEFF${body}`, "utf16le")]],
    ["NUL bytes", [head(), "\0".repeat(2_000)]],
    ["204", [head("", "HTTP/1.1 204 No Content")]],
    ["205", [head("content-length: 0\r\n", "HTTP/1.1 205 Reset Content")]],
    ["304", [head("", "HTTP/1.1 304 Not Modified")]],
    ["a header of 100 KB", [head(`x-much: ${"x".repeat(100_000)}\r\n`), body]],
    ["a header without a colon", [head("nonsense\r\n"), body]],
    ["another protocol", ["SSH-2.0-OpenSSH_9.6\r\n"]],
  ])("%s: nothing answers there as a model does, which is not tried again", async (_what, bytes) => {
    const outcome = await askRaw(...bytes);
    expect(errorDetail(outcome)).toEqual({ type: "invalid_base_url", address: outcome.address });
    expect([shownText(outcome), outcome.requests]).toEqual(["", 1]);
  });

  it.each<[string, Bytes[]]>([
    ["an empty body", [head("content-length: 0\r\n")]],
    ["blanks", [head(), " \r\n\r\n\n "]],
    ["comments alone", [head(), ": ping\n\n".repeat(9)]],
  ])("%s: an answer that broke off, tried once more", async (_what, bytes) => {
    const outcome = await askRaw(...bytes);
    expect(errorDetail(outcome)).toEqual({ type: "incomplete_response" });
    expect(outcome.requests).toBe(2);
  });

  it.each(["HTTP/1.1 600 Odd", "HTTP/1.1 999 Odd"])(
    "a status that there is not, %s, is the server's fault",
    async (line) => {
      const outcome = await askRaw(head("", line), body);
      expect(errorDetail(outcome)).toEqual({ type: "server", status: Number(line.slice(9, 12)) });
    },
  );

  it("a head of a hundred fields costs nothing", async () => {
    expectWhole(await askRaw(head("x-field: some value\r\n".repeat(100)), body));
  });

  /** A server whose bytes the test writes, and how many bytes of the body its client has read. */
  async function askSlowly() {
    const started = Promise.withResolvers<(bytes: Bytes) => void>();
    const { port, closed } = await listen((socket) => started.resolve((bytes) => void socket.write(bytes)));
    const { clock, advance } = manualClock();
    let received = 0;
    const answered = Promise.withResolvers<undefined>();
    const counting: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      answered.resolve(undefined);
      const count = new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          received += bytes.length;
          controller.enqueue(bytes);
        },
      });
      return new Response(response.body?.pipeThrough(count) ?? null, response);
    };
    const stop = new AbortController();
    const baseUrl = `http://127.0.0.1:${String(port)}/v1`;
    const outcome = ask(create({ model: "m", baseUrl, clock, fetch: counting }), stop.signal);
    return {
      write: await started.promise,
      outcome,
      advance,
      closed,
      stop,
      answered: answered.promise,
      received: () => received,
    };
  }

  it("a body byte by byte is an answer, however slow, as long as it moves", async () => {
    const { write, outcome, advance, received } = await askSlowly();
    write(head());
    const bytes = Buffer.from(body);
    for (let at = 0; at < bytes.length; at++) {
      write(bytes.subarray(at, at + 1));
      if (at % 100 !== 0) continue;
      await vi.waitFor(() => expect(received()).toBe(at + 1), { interval: 1 });
      advance(60_000);
    }
    expectWhole(await outcome);
  });

  it("a body byte by byte that takes 15 minutes is over then", async () => {
    const { write, outcome, advance, received, closed } = await askSlowly();
    write(head());
    for (let minute = 0; minute < 15; minute++) {
      write(":");
      await vi.waitFor(() => expect(received()).toBe(minute + 1), { interval: 1 });
      advance(60_000);
    }
    expect(errorDetail(await outcome)).toMatchObject({ type: "network", failure: "timed_out" });
    await closed;
  });

  it("a body that stops moving is over after 120 seconds, and what it showed stays", async () => {
    const { write, outcome, advance, received, closed } = await askSlowly();
    write(head() + beginning);
    await vi.waitFor(() => expect(received()).toBe(Buffer.byteLength(beginning)), { interval: 1 });
    advance(119_999);
    advance(1);
    expect(errorDetail(await outcome)).toMatchObject({ type: "network", failure: "timed_out" });
    expect(shownText(await outcome)).toBe("I write.");
    await closed;
  });

  it("what only says it is gzip, of no length, is silence: fetch never tells", async () => {
    const { write, outcome, advance, closed, stop, answered } = await askSlowly();
    write(head("content-encoding: gzip\r\n") + body);
    await answered;
    advance(120_000);
    await closed;
    stop.abort(new Error("enough"));
    expect((await outcome).error).toEqual(new Error("enough"));
  });

  it("a head byte by byte that is never whole is silence", async () => {
    const { write, outcome, advance, closed, stop } = await askSlowly();
    for (const byte of "HTTP/1.1 200 OK\r\nx-y") write(byte);
    advance(119_999);
    advance(1);
    await closed;
    stop.abort(new Error("enough"));
    expect((await outcome).error).toEqual(new Error("enough"));
  });
});
