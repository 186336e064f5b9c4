import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject, parseJson, type JsonObject } from "../../../src/agent/text/json";
import { normaliseInput } from "../../../src/agent/tool/normalise-input";

const schema: JsonObject = {
  type: "object",
  properties: {
    query: { type: "string" },
    modified_after: { type: "string" },
    kind: { type: "string", enum: ["pdf", "plain_text"] },
    limit: { type: "integer" },
    share: { type: "number" },
    deep: { type: "boolean" },
    names: { type: "array", items: { type: "string" } },
    sizes: { type: "array", items: { type: "integer" } },
    range: { type: "object", properties: { from_day: { type: "string" } }, required: [] },
    rules: {
      type: "array",
      items: {
        type: "object",
        properties: {
          field_name: { type: "string" },
          most: { type: "integer" },
          strict: { type: "boolean" },
          order: { type: "string", enum: ["up", "down"] },
          tags: { type: "array", items: { type: "string" } },
        },
        required: ["field_name"],
      },
    },
  },
  required: ["query"],
};

describe("C5 arguments that a model plausibly meant", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["a name in another case", { QUERY: "a" }, { query: "a" }],
    ["a name in camel case", { modifiedAfter: "a" }, { modified_after: "a" }],
    ["a name with other separators", { "modified-after": "a" }, { modified_after: "a" }],
    ["a number as text", { limit: " 12 ", share: "-0.5" }, { limit: 12, share: -0.5 }],
    ["a boolean as text or number", { deep: "True" }, { deep: true }],
    ["a boolean as 0", { deep: 0 }, { deep: false }],
    ["text as a number", { query: 42 }, { query: "42" }],
    ["a choice in another case", { kind: "PDF" }, { kind: "pdf" }],
    ["a choice with another separator", { kind: "plain-text" }, { kind: "plain_text" }],
    ["null for what is optional", { query: "a", limit: null, names: null }, { query: "a" }],
    ["one value for a list", { names: "a", sizes: "3" }, { names: ["a"], sizes: [3] }],
    ["a list as JSON text", { names: '["a","b"]', sizes: "[1, 2]" }, { names: ["a", "b"], sizes: [1, 2] }],
    ["an object as JSON text", { range: '{"fromDay":"x"}' }, { range: { from_day: "x" } }],
    ["the longest whole number as text", { limit: "9007199254740991" }, { limit: 9007199254740991 }],
    ["a number as text for text", { query: 0.25 }, { query: "0.25" }],
    ["a list as JSON text of what the list may hold", { names: "[]" }, { names: [] }],
    [
      "everything inside the objects of a list",
      { Rules: { fieldName: 7, MOST: "3", strict: 1, order: "Up", tags: "a" } },
      { rules: [{ field_name: "7", most: 3, strict: true, order: "up", tags: ["a"] }] },
    ],
    [
      "null for what is optional inside a list",
      { rules: [{ field_name: "a", most: null }] },
      { rules: [{ field_name: "a" }] },
    ],
    ["names inside objects", { range: { FromDay: "x" } }, { range: { from_day: "x" } }],
  ])("are mended: %s", (_name, input, expected) => {
    expect(normaliseInput(input, schema)).toEqual(expected);
  });

  it.each<[string, JsonObject]>([
    ["an unknown name", { querry: "a" }],
    ["a name beside the one that it could mean", { query: "a", Query: "b" }],
    ["two names that could mean the same", { QUERY: "a", Query: "b" }],
    ["null for what is required", { query: null }],
    ["text that is no number", { limit: "12 pieces" }],
    ["a word that is no boolean", { deep: "yes" }],
    ["a choice that there is not", { kind: "word" }],
    ["text in brackets that is no list", { range: "[1]" }],
    ["a number other than 0 and 1 for a boolean", { deep: 2 }],
    ["a number that lost digits on its way", { query: Number("12345678901234567890") }],
    ["a whole number as text that would lose digits", { limit: "12345678901234567890" }],
    ["a decimal as text that would lose digits", { share: "0.12345678901234567" }],
    ["a decimal that was computed", { query: 0.1 + 0.2 }],
    ["a number with an exponent", { query: 1e21, share: "1e3" }],
    ["a private name", { _query: "a", _limit: 3 }],
    ["two names that could mean the same, inside a list", { rules: [{ FieldName: "a", fieldname: "b" }] }],
    ["null for what is required, inside a list", { rules: [{ field_name: null }] }],
  ])("are left for the schema to refuse: %s", (_name, input) => {
    expect(normaliseInput(input, schema)).toEqual(input);
  });

  it("leaves what is right as it is, whatever it looks like", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("1", "true", "null", '["a"]', "[1]", '{"from_day":"x"}', "PDF"));
    const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
    const right = fc.record({
      query: text,
      modified_after: maybe(text),
      kind: maybe(fc.constantFrom("pdf", "plain_text")),
      limit: maybe(fc.maxSafeInteger()),
      share: maybe(fc.double({ noNaN: true, noDefaultInfinity: true })),
      deep: maybe(fc.boolean()),
      names: maybe(fc.array(text)),
      range: maybe(fc.record({ from_day: text })),
      rules: maybe(fc.array(fc.record({ field_name: text, tags: fc.array(text) }))),
    });
    fc.assert(
      fc.property(right, (values) => {
        const input = parseJson(JSON.stringify(values));
        if (!isJsonObject(input)) throw new Error("That is an object.");
        expect(normaliseInput(input, schema)).toEqual(input);
      }),
      { numRuns: 1_000 },
    );
  });

  it("mends in one go: what is mended stays as it is", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("QUERY", "limit", "deep", "names", "Range", "kind"), fc.jsonValue()),
        (values) => {
          const input = parseJson(JSON.stringify(values));
          if (!isJsonObject(input)) throw new Error("That is an object.");
          const once = normaliseInput(input, schema);
          expect(normaliseInput(once, schema)).toEqual(once);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("keeps a list as JSON text where it can be the one text that was meant", () => {
    expect(normaliseInput({ names: "[1]" }, schema)).toEqual({ names: ["[1]"] });
    expect(normaliseInput({ sizes: "[1]" }, schema)).toEqual({ sizes: [1] });
  });

  it("keeps text that only begins like a list as one item", () => {
    expect(normaliseInput({ names: "[draft] plan.txt" }, schema)).toEqual({ names: ["[draft] plan.txt"] });
  });

  it("takes `__proto__` and `constructor` for the unknown names that they are", () => {
    const input = parseJson('{"__proto__":{"query":"a"},"constructor":"b"}');
    if (!isJsonObject(input)) throw new Error("That is an object.");
    const result = normaliseInput(input, schema);
    expect(Object.keys(result)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });
});
