import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/agent/text/json";
import { parseToolInput } from "../../../src/agent/tool/tool-input";

const INCOMPLETE = "The arguments are not complete, valid JSON.";
const NO_OBJECT = "The arguments are not a JSON object, or nested too deeply.";

describe("the argument text of a call", () => {
  it.each<[string, string, JsonObject]>([
    ["an object", '{"a":1,"b":[true,null]}', { a: 1, b: [true, null] }],
    ["nothing", "", {}],
    ["white space", " \n", {}],
    ["null", "null", {}],
    ["an object that was encoded twice", '"{\\"a\\":\\"b\\"}"', { a: "b" }],
    ["a raw line break inside a string", '{"a":"one\ntwo"}', { a: "one\ntwo" }],
    ["other raw control characters", '{"a":"x\ty\u0001z\r"}', { a: "x\ty\u0001z\r" }],
    ["a bad escape", String.raw`{"a":"C:\data\up","b":"\'"}`, { a: String.raw`C:\data\up`, b: "\\'" }],
    ["a bad escape beside good ones", String.raw`{"a":"\"q\" \\ \u00e9 \x"}`, { a: String.raw`"q" \ é \x` }],
    ["control characters between the values", '{\n"a":\t1}', { a: 1 }],
  ])("gives %s", (_name, raw, input) => {
    expect(parseToolInput(raw)).toEqual({ input, rawInput: raw });
  });

  it.each([
    ["cut text", '{"a":"b', INCOMPLETE],
    ["cut text that needs mending, too", '{"a":"b\n', INCOMPLETE],
    ["text that lacks its last bracket", '{"a":{"b":1}', INCOMPLETE],
    ["two objects", '{"a":1}{"b":2}', INCOMPLETE],
    ["words", "search for it", INCOMPLETE],
    ["single quotes", "{'a':1}", INCOMPLETE],
    ["a list", "[1]", NO_OBJECT],
    ["a number", "7", NO_OBJECT],
    ["a plain string", '"a"', NO_OBJECT],
    ["a list that was encoded twice", '"[1]"', NO_OBJECT],
    ["an object that a stored chat could not be read with", `{"a":${"[".repeat(120)}${"]".repeat(120)}}`, NO_OBJECT],
    ["brackets without end", '{"a":'.repeat(50_000), INCOMPLETE],
    ["ten thousand levels", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, INCOMPLETE],
  ])("is never completed or guessed: %s", (_name, raw, inputError) => {
    expect(parseToolInput(raw)).toEqual({ input: {}, rawInput: raw, inputError });
  });

  it("takes no longer where text full of escaped quotes is cut", () => {
    const started = performance.now();
    expect(parseToolInput(`{"content":"${'<b class=\\"x\\">'.repeat(20_000)}`).inputError).toBe(INCOMPLETE);
    // The square of the length would take minutes.
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it("never stops half way: every beginning of a complete text is refused", () => {
    const whole = '{"path":"~/totals.txt","content":"1\\n2","deep":{"list":[1,2]}}';
    for (let length = 1; length < whole.length; length += 1) {
      expect(parseToolInput(whole.slice(0, length)).inputError).toBe(INCOMPLETE);
    }
    expect(parseToolInput(whole).inputError).toBeUndefined();
  });
});
