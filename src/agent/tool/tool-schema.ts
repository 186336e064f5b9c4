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
    if (keyword === "properties") refusePrivateNames(value);
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

/** Names with `_` in front are a tool's own (`PreparedCall.secret` holds such values): no model may set one. */
function refusePrivateNames(properties: JsonValue): void {
  const name = isJsonObject(properties) ? Object.keys(properties).find(isPrivateName) : undefined;
  if (name !== undefined) throw new Error(`The tool parameter "${name}" begins with "_", which no parameter may.`);
}

/** See `refusePrivateNames`. */
export function isPrivateName(name: string): boolean {
  return name.startsWith("_");
}

function narrowKeyword(keyword: string, value: JsonValue): JsonValue {
  if (keyword === "properties" && isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, property]) => [name, isJsonObject(property) ? narrow(property) : property]),
    );
  }
  return keyword === "items" && isJsonObject(value) ? narrow(value) : value;
}

/**
 * What is wrong with arguments, in words for the model; empty where nothing is. The issues must carry their input
 * (`reportInput`).
 */
export function describeProblems(input: JsonObject, inputSchema: JsonObject, issues: z.core.$ZodIssue[] = []): string {
  return [...issues.map(describeIssue), ...unknownParameters(input, inputSchema, [])].join(" ");
}

/** Models are told of every parameter that there is; one that is not among them is said, not dropped, at any depth. */
function unknownParameters(value: JsonValue | undefined, schema: JsonValue | undefined, path: string[]): string[] {
  if (!isJsonObject(schema)) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => unknownParameters(item, schema["items"], [...path, String(index)]));
  }
  const properties = schema["properties"];
  if (!isJsonObject(value) || !isJsonObject(properties)) return [];
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  const below = Object.keys(properties).flatMap((name) =>
    Object.hasOwn(value, name) ? unknownParameters(value[name], properties[name], [...path, name]) : [],
  );
  return unknown.length === 0 ? below : [unknownWords(unknown, Object.keys(properties), path), ...below];
}

function unknownWords(unknown: string[], known: string[], path: string[]): string {
  const names = unknown.map((name) => `'${[...path, name].join(".")}'`).join(", ");
  const place = path.length === 0 ? "The parameters are" : `The parameters of '${path.join(".")}' are`;
  return `Unknown parameter${unknown.length === 1 ? "" : "s"} ${names}. ${place}: ${known.length === 0 ? "none" : known.join(", ")}.`;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const name = issue.path.length === 0 ? "The arguments" : `'${issue.path.join(".")}'`;
  switch (issue.code) {
    case "custom":
      return `${name} ${issue.message}.`;
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
