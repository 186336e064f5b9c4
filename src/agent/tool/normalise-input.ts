import { isJsonObject, parseJson, type JsonObject, type JsonValue } from "../text/json";
import { isPrivateName } from "./tool-schema";

/** The most digits of a decimal that a floating-point number holds for sure. */
const MAX_EXACT_DIGITS = 15;

/**
 * Mends arguments that a model plausibly meant, by the tool's own schema: near-miss parameter names, numbers and booleans
 * as text, a single value for a list, the wrong case of a choice, null for "not given", a list or object as JSON text.
 * What it cannot mend stays as it is, for the schema to refuse.
 */
export function normaliseInput(input: JsonObject, schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const entries = Object.entries(input).flatMap(([name, value]): [string, JsonValue][] => {
    const known = matchName(name, input, Object.keys(properties));
    const property = known === undefined ? undefined : properties[known];
    if (known === undefined || !isJsonObject(property)) return [[name, value]];
    return value === null && !required.includes(known) ? [] : [[known, normaliseValue(value, property)]];
  });
  // Unlike an assignment, this keeps a parameter called `__proto__` a parameter.
  return Object.fromEntries(entries);
}

/** A parameter that differs only in case, `_`, `-`, `/` or space, where one name of each side is meant, not several. */
function matchName(name: string, input: JsonObject, known: string[]): string | undefined {
  if (known.includes(name)) return name;
  if (isPrivateName(name)) return undefined;
  const matches = known.filter((candidate) => fold(candidate) === fold(name));
  const given = Object.keys(input).filter((candidate) => fold(candidate) === fold(name));
  return matches.length === 1 && given.length === 1 ? matches[0] : undefined;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_\-/\s]/g, "");
}

function normaliseValue(value: JsonValue, schema: JsonObject): JsonValue {
  switch (schema["type"]) {
    case "string":
      return normaliseString(value, schema["enum"]);
    case "integer":
    case "number":
      return typeof value === "string" ? (exactNumber(value) ?? value) : value;
    case "boolean":
      return normaliseBoolean(value);
    case "array":
      return normaliseArray(value, schema);
    case "object": {
      const decoded = typeof value === "string" ? parseJson(value) : value;
      return isJsonObject(decoded) ? normaliseInput(decoded, schema) : value;
    }
    default:
      return value;
  }
}

function normaliseString(value: JsonValue, choices: JsonValue | undefined): JsonValue {
  if (typeof value === "number") return exactNumber(String(value)) === undefined ? value : String(value);
  if (typeof value !== "string" || !Array.isArray(choices) || choices.includes(value)) return value;
  const match = choices.filter((choice) => typeof choice === "string" && fold(choice) === fold(value));
  return match.length === 1 ? (match[0] ?? value) : value;
}

/** The number that a text spells; undefined where it spells none, or where digits would be lost or made up. */
function exactNumber(text: string): number | undefined {
  if (!/^\s*[+-]?\d+(\.\d+)?\s*$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, "").replace(/^0+/, "").length;
  const isWhole = !text.includes(".");
  return digits <= MAX_EXACT_DIGITS || (isWhole && Number.isSafeInteger(Number(text))) ? Number(text) : undefined;
}

function normaliseBoolean(value: JsonValue): JsonValue {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== "string") return value;
  const word = value.trim().toLowerCase();
  return word === "true" ? true : word === "false" ? false : value;
}

function normaliseArray(value: JsonValue, schema: JsonObject): JsonValue {
  if (value === null) return value;
  const items = isJsonObject(schema["items"]) ? schema["items"] : {};
  const list = Array.isArray(value) ? value : (decodedList(value, items) ?? [value]);
  return list.map((item) => normaliseValue(item, items));
}

/** A list as JSON text. Where the items are texts, a list of anything else is rather the one text that was meant. */
function decodedList(value: JsonValue, items: JsonObject): JsonValue[] | undefined {
  const decoded = typeof value === "string" && value.trim().startsWith("[") ? parseJson(value) : undefined;
  if (!Array.isArray(decoded)) return undefined;
  const fits = items["type"] !== "string" || decoded.every((item) => typeof item === "string");
  return fits ? decoded : undefined;
}
