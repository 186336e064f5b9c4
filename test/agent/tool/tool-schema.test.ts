import { describe, expect, it } from "vitest";
import * as z from "zod";
import { toolInputSchema } from "../../../src/agent/tool/tool-schema";

describe("the JSON Schema of a tool's parameters", () => {
  it("holds only the keywords that every provider takes, closed and sorted", () => {
    const parameters = z.object({
      query: z.string().min(1).max(200).describe("Words to look for."),
      kind: z.enum(["pdf", "image"]).optional(),
      limit: z.int().min(1).max(50).optional(),
      size: z.number().optional(),
      count: z.int().optional(),
      deep: z.boolean(),
      names: z.array(z.string()).min(1).max(3).optional(),
      range: z.object({ to: z.string(), from: z.string() }).optional(),
    });
    expect(toolInputSchema(parameters)).toEqual({
      type: "object",
      properties: {
        query: { type: "string", minLength: 1, maxLength: 200, description: "Words to look for." },
        kind: { type: "string", enum: ["pdf", "image"] },
        limit: { type: "integer", minimum: 1, maximum: 50 },
        size: { type: "number" },
        count: { type: "integer" },
        deep: { type: "boolean" },
        names: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3 },
        range: {
          type: "object",
          properties: { to: { type: "string" }, from: { type: "string" } },
          required: ["from", "to"],
          additionalProperties: false,
        },
      },
      required: ["deep", "query"],
      additionalProperties: false,
    });
  });

  it("of no parameters is a closed, empty object", () => {
    expect(toolInputSchema(z.object({}))).toEqual({
      type: "object",
      properties: {},
      required: [],
      additionalProperties: false,
    });
  });

  it.each([
    ["anyOf", z.object({ a: z.union([z.string().min(1), z.int()]) })],
    ["default", z.object({ a: z.string().default("x") })],
    ["pattern", z.object({ a: z.string().regex(/x/) })],
    ["exclusiveMinimum", z.object({ a: z.number().positive() })],
    ["format", z.object({ a: z.object({ b: z.email() }) })],
  ])("is refused where it needs %s", (keyword, parameters) => {
    expect(() => toolInputSchema(parameters)).toThrow(`"${keyword}"`);
  });

  it("is refused where one place may hold several types", () => {
    for (const a of [z.union([z.string(), z.number()]), z.string().nullable()]) {
      expect(() => toolInputSchema(z.object({ a }))).toThrow(/"anyOf"|more than one type/);
    }
  });

  it("may have a parameter that is called like a keyword", () => {
    expect(toolInputSchema(z.object({ pattern: z.string(), type: z.string() }))["required"]).toEqual([
      "pattern",
      "type",
    ]);
  });
});
