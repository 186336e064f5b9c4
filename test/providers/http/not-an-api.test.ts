import { describe, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import { ask, errorDetail, openAIWith, shownText, sse } from "../harness";

const NO_API = { type: "invalid_base_url", address: "localhost:11434" };
const INCOMPLETE = { type: "incomplete_response" };
const detailOf = async (...pieces: (string | Uint8Array)[]) => errorDetail(await ask(openAIWith(pieces)));
const text = { choices: [{ delta: { content: "Hello" }, finish_reason: "stop" }] };

describe("P5 a 200 that is no answer", () => {
  it.each([
    ["a web page", ["<!DOCTYPE html><p>Welcome</p>"]],
    ["a web page after blanks and a byte order mark", ["\uFEFF\n", " <html>"]],
    ["plain text", ["OK"]],
    ["plain text in pieces and lines", ["Service ", "is up\n\nand running: yes\n"]],
    ["JSON of something else", ['{"status":"ok"}']],
    ["an empty object", ["{}"]],
    ["a text as JSON in an object", ['{"message":"Hello"}']],
    ["Ollama's own format in one line", ['{"model":"m","message":{"content":"Hello"},"done":true}\n']],
    ["Ollama's own format", ['{"model":"m","message":{"content":"Hel"},"done":false}\n{"model":"m","done":true}\n']],
  ])("%s: the address is wrong", async (_what, pieces) => {
    expect(await detailOf(...pieces)).toEqual(NO_API);
  });

  it.each([
    ["nothing", [""]],
    ["blanks", ["\n\n"]],
    ["a byte order mark", ["\uFEFF"]],
    ["a comment alone", [": ping\n\n"]],
    ["JSON of something else, cut off", ['{"status":"o']],
    ["an answer with no end", ['{"choices":[{"delta":{"content":"Hel"}}']],
    ["an empty array", ["[]"]],
    ["bytes of a compressed answer that nobody declared", [gzipSync(sse(text))]],
  ])("%s: the answer broke off, or the address is wrong", async (_what, pieces) => {
    expect([INCOMPLETE, NO_API]).toContainEqual(await detailOf(...pieces));
  });

  it.each(["d", "da", "data", "data:", "event", "ev", "e", "id", "retr", ":", "event: ping\rid: 7"])(
    "an event stream cut within %j broke off",
    async (beginning) => {
      expect(await detailOf(beginning)).toEqual(INCOMPLETE);
    },
  );

  it("an error in an array, as Gemini wraps it, is read", async () => {
    expect(await detailOf('[{"error":{"code":429,"message":"slow down"}}]')).toEqual({ type: "rate_limited" });
    expect(await detailOf("[", '{"error":', '{"message":"prompt is too long"}}]')).toEqual({
      type: "context_too_long",
    });
  });

  it("an answer over several lines is one answer, whatever its content type", async () => {
    const whole = JSON.stringify({ choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] }, null, 2);
    expect(shownText(await ask(openAIWith([whole])))).toBe("Hello");
  });

  it("a line that nobody knows does no harm among events", async () => {
    expect(shownText(await ask(openAIWith(["warming up\n\n", sse(text)])))).toBe("Hello");
  });
});
