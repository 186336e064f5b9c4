import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/agent/text/json";
import { parseToolInput } from "../../../src/agent/tool/tool-input";

const INCOMPLETE = "The arguments are not complete, valid JSON.";
const NO_OBJECT = "The arguments are not a JSON object.";

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
  ])("is never completed or guessed: %s", (_name, raw, inputError) => {
    expect(parseToolInput(raw)).toEqual({ input: {}, rawInput: raw, inputError });
  });

  it("never stops half way: every beginning of a complete text is refused", () => {
    const whole = '{"path":"~/totals.txt","content":"1\\n2","deep":{"list":[1,2]}}';
    for (let length = 1; length < whole.length; length += 1) {
      expect(parseToolInput(whole.slice(0, length)).inputError).toBe(INCOMPLETE);
    }
    expect(parseToolInput(whole).inputError).toBeUndefined();
  });
});
