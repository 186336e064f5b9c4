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
  },
  required: ["query"],
};

describe("arguments that a model plausibly meant", () => {
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
  ])("are left for the schema to refuse: %s", (_name, input) => {
    expect(normaliseInput(input, schema)).toEqual(input);
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
