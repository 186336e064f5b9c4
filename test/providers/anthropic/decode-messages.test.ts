import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/agent/text/json";
import { decodeMessages, NotMessagesError } from "../../../src/providers/anthropic/decode-messages";
import { encodeMessages } from "../../../src/providers/anthropic/encode-request";

describe("C2 messages as the Messages API writes them", () => {
  it("are read block by block", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } };
    const linked = { type: "image", source: { type: "url", url: "https://example.com/a.png" } };
    expect(
      decodeMessages([
        { role: "user", content: "Hello" },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm.", signature: "s" },
            { type: "thinking", thinking: "Hm." },
            { type: "redacted_thinking", data: "r" },
            { type: "server_tool_use", id: "1" },
            { type: "tool_use", id: "1", name: "f", input: { b: 1, a: 2 }, cache_control: { type: "ephemeral" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "1", content: [{ type: "text", text: "a" }, image], is_error: true },
            { type: "tool_result", tool_use_id: "2" },
            image,
            linked,
          ],
        },
      ]),
    ).toEqual([
      { role: "user", content: [{ type: "text", text: "Hello" }] },
      {
        role: "assistant",
        content: [
          { type: "thinking", text: "Hm.", signature: "s" },
          { type: "thinking", text: "Hm." },
          { type: "redacted_thinking", data: "r" },
          { type: "opaque", value: { type: "server_tool_use", id: "1" } },
          { type: "tool_use", id: "1", name: "f", input: { a: 2, b: 1 }, rawInput: '{"a":2,"b":1}' },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", toolUseId: "1", content: "a\n[image left out]", isError: true },
          { type: "tool_result", toolUseId: "2", content: "", isError: false },
          { type: "image", mediaType: "image/png", data: "aGk=" },
          { type: "opaque", value: linked },
        ],
      },
    ]);
  });

  it.each<[JsonValue, string]>([
    [null, "Message 2 has no role and content."],
    [{ role: "system", content: "a" }, "Message 2 has no role and content."],
    [{ role: "user" }, "Message 2 has no role and content."],
    [{ role: "user", content: ["a"] }, "Message 2 has no role and content."],
    [{ role: "user", content: [{ type: "text" }] }, "Block 1 of message 2 lacks what a block of its type has."],
    [
      { role: "user", content: [{ type: "later" }, { type: "tool_use", id: "1", name: "f", input: "{}" }] },
      "Block 2 of message 2 lacks what a block of its type has.",
    ],
  ])("are refused by their number: %j", (message, words) => {
    expect(() => decodeMessages([{ role: "user", content: "a" }, message])).toThrow(new NotMessagesError(words));
  });

  it("come out of a round trip as they were", () => {
    const word = fc.constantFrom("a", "b c");
    const said = fc.oneof<fc.Arbitrary<JsonObject>[]>(
      word.map((text) => ({ type: "text", text })),
      word.map((thinking) => ({ type: "thinking", thinking, signature: "s" })),
      word.map((data) => ({ type: "redacted_thinking", data })),
      word.map((id) => ({ type: "tool_use", id, name: "f", input: { id } })),
      word.map((data) => ({ type: "image", source: { type: "base64", media_type: "image/png", data } })),
      word.map((later) => ({ type: "later", later })),
      word.map((content) => ({ type: "tool_result", tool_use_id: "1", content, is_error: true })),
    );
    const messages = fc.array(fc.array(said, { minLength: 1, maxLength: 3 }), { maxLength: 4 }).map((contents) =>
      contents.map((content, index) => ({
        role: index % 2 === 0 ? "user" : "assistant",
        content: content.toSorted((a, b) => Number(b["type"] === "tool_result") - Number(a["type"] === "tool_result")),
      })),
    );
    const isSame = (list: JsonValue[]) => {
      expect(encodeMessages(decodeMessages(list), true)).toEqual(list);
    };
    fc.assert(fc.property(messages, isSame), { numRuns: 200 });
  });
});
