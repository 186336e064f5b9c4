import * as z from "zod";
import { isJsonObject, jsonObjectSchema, type JsonObject, type JsonValue } from "../text/json";

/**
 * The JSON Schema keywords that Orbit's tools use. Providers and local servers agree on these; anything else (references,
 * unions at the top, patterns) is refused by one or the other, and one refused tool costs the whole request.
 */
const KEYWORDS = new Set([
  "type",
  "description",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
]);

/** zod states the safe-integer range on every integer; to a model it says nothing. */
const NOISE = new Set<JsonValue>([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** The JSON Schema of a tool's parameters, as models get it. Throws where it needs a keyword outside the subset. */
export function toolInputSchema(parameters: z.ZodObject): JsonObject {
  const schema = jsonObjectSchema.parse(JSON.parse(JSON.stringify(z.toJSONSchema(parameters, { io: "input" }))));
  delete schema["$schema"];
  return narrow(schema);
}

function narrow(schema: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if ((keyword === "minimum" || keyword === "maximum") && NOISE.has(value)) continue;
    if (!KEYWORDS.has(keyword)) throw new Error(`Tool parameters use the JSON Schema keyword "${keyword}".`);
    if (keyword === "type" && typeof value !== "string")
      throw new Error("Tool parameters use more than one type in one place.");
    result[keyword] = narrowKeyword(keyword, value);
  }
  if (result["type"] === "object") {
    result["additionalProperties"] = false;
    result["required"] = Array.isArray(result["required"]) ? result["required"].toSorted() : [];
  }
  return result;
}

function narrowKeyword(keyword: string, value: JsonValue): JsonValue {
  if (keyword === "properties" && isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, property]) => [name, isJsonObject(property) ? narrow(property) : property]),
    );
  }
  return keyword === "items" && isJsonObject(value) ? narrow(value) : value;
}

/** What is wrong with the arguments, in words for the model. The issues must carry their input (`reportInput`). */
export function describeIssues(error: z.ZodError, inputSchema: JsonObject): string {
  return error.issues.map((issue) => describeIssue(issue, inputSchema)).join(" ");
}

function describeIssue(issue: z.core.$ZodIssue, inputSchema: JsonObject): string {
  const name = issue.path.length === 0 ? "The arguments" : `'${issue.path.join(".")}'`;
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = isJsonObject(inputSchema["properties"]) ? Object.keys(inputSchema["properties"]).join(", ") : "";
      const unknown = issue.keys.map((key) => `'${key}'`).join(", ");
      return `Unknown parameter ${unknown}. The parameters are: ${known === "" ? "none" : known}.`;
    }
    case "invalid_type":
      return issue.input === undefined ? `${name} is missing.` : `${name} must be ${typeWords(issue.expected)}.`;
    case "too_big":
      return `${name} must be at most ${issue.maximum}${unit(issue.origin, issue.maximum)}.`;
    case "too_small":
      return `${name} must be at least ${issue.minimum}${unit(issue.origin, issue.minimum)}.`;
    case "invalid_value":
      return `${name} must be one of: ${issue.values.map(String).join(", ")}.`;
    default:
      return `${name}: ${issue.message}.`;
  }
}

function typeWords(expected: string): string {
  if (expected === "int") return "a whole number";
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function unit(origin: string, count: number | bigint): string {
  const plural = Number(count) === 1 ? "" : "s";
  if (origin === "string") return ` character${plural} long`;
  return origin === "array" ? ` item${plural} long` : "";
}
