import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalJson,
  jsonObjectSchema,
  jsonValueSchema,
  parseJson,
  isWellFormed,
  wellFormObject,
  type JsonValue,
} from "../../../src/agent/text/json";

const jsonValue = fc.jsonValue({ maxDepth: 3 }).map((value): JsonValue => parseJson(JSON.stringify(value)) ?? null);

describe("canonical JSON", () => {
  it("sorts keys at every depth and keeps lists in order", () => {
    expect(canonicalJson({ b: [{ d: 1, c: "x" }, 2], a: null })).toBe('{"a":null,"b":[{"c":"x","d":1},2]}');
  });

  it("is the same for the same value, and reads back as it", () => {
    const isFaithful = (value: JsonValue) => {
      expect(parseJson(canonicalJson(value))).toEqual(value);
      expect(canonicalJson(parseJson(canonicalJson(value)) ?? null)).toBe(canonicalJson(value));
    };
    fc.assert(fc.property(jsonValue, isFaithful), { numRuns: 100 });
  });
});

describe("JSON text", () => {
  it.each([
    ["null", null],
    ["[1]", [1]],
    ["{", undefined],
    ["", undefined],
    ["undefined", undefined],
  ])("%s", (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });
});

describe("an object with half a surrogate pair", () => {
  it("is mended in keys and values at every depth", () => {
    expect(wellFormObject({ "a\ud83d": ["\udc00", { b: "x\ud83dy" }], c: "🙂", d: 1 })).toEqual({
      "a\ufffd": ["\ufffd", { b: "x\ufffdy" }],
      c: "🙂",
      d: 1,
    });
  });
});

describe("whether a value holds half a surrogate pair", () => {
  it.each([
    [{ "a\ud83d": 1 }, false],
    [[1, { b: ["x", "\udc00"] }], false],
    ["\ud83d", false],
    [{ a: ["🙂", null, 1, true] }, true],
  ])("%j: well-formed is %s", (value, expected) => {
    expect(isWellFormed(value)).toBe(expected);
  });
});

describe("unknown data as JSON", () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

  it.each([100, 101, 2_000])("is refused from the 101st level on, before it can exhaust the stack: %i", (levels) => {
    const isTaken = levels <= 100;
    expect(jsonValueSchema.safeParse(JSON.parse(nested(levels))).success).toBe(isTaken);
    expect(jsonObjectSchema.safeParse(JSON.parse(`{"a":${nested(levels - 1)}}`)).success).toBe(isTaken);
  });

  it("as text may hold such a value a few levels down, and no more than twice as many", () => {
    expect(parseJson(nested(200))).toBeDefined();
    expect(parseJson(nested(201))).toBeUndefined();
    expect(parseJson(nested(3_000))).toBeUndefined();
  });

  it.each([[undefined], [() => 1], [Number.NaN], [new Date(0)], [[undefined]], [{ a: { b: new Map() } }]])(
    "is not %s",
    (value) => {
      expect(jsonValueSchema.safeParse(value).success).toBe(false);
    },
  );

  it("keeps a member called __proto__ a member", () => {
    const value = jsonObjectSchema.parse(JSON.parse('{"__proto__":{"a":1}}'));
    expect(canonicalJson(value)).toBe('{"__proto__":{"a":1}}');
  });
});
