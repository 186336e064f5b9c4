import * as z from "zod";

/** Any JSON value, as a model, a server or a stored row may hold it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object: the arguments of a tool call, a JSON Schema, an opaque block. */
export type JsonObject = { [key: string]: JsonValue };

/**
 * The most levels of lists and objects in a value. Nothing real has a tenth of that, and the functions that walk through
 * values, JSON's own among them, run out of stack at some 1,500.
 */
const MAX_LEVELS = 100;

/** The same for a text, such as a stored row, which may hold such a value a few levels down. */
const MAX_TEXT_LEVELS = 2 * MAX_LEVELS;

/** Parses unknown data as JSON (no functions, no undefined, no cycles) of at most 100 levels. */
export const jsonValueSchema: z.ZodType<JsonValue> = z.custom<JsonValue>((value) => isJsonValue(value, MAX_LEVELS));

/** Parses unknown data as a JSON object of at most 100 levels. */
export const jsonObjectSchema: z.ZodType<JsonObject> = z.custom<JsonObject>(
  (value) => isJsonValue(value, MAX_LEVELS) && isJsonObject(value),
);

/** Parses JSON text of at most 200 levels; undefined where it is none. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonValue(value, MAX_TEXT_LEVELS) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isJsonValue(value: unknown, levels: number): value is JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || levels === 0) return false;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every((member) => isJsonValue(member, levels - 1));
}

/** True for a JSON object: not null, not an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The JSON text of a value with sorted keys. Prompt caches, thinking signatures and approval digests all depend on the
 * same value always giving the same bytes.
 */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(",")}}`;
}

/** True where no string of the value, its keys included, holds half a surrogate pair. */
export function isWellFormed(value: JsonValue): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member));
}

/** The same object with well-formed Unicode in every string: half a surrogate pair makes providers refuse a request. */
export function wellFormObject(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key.toWellFormed(), wellFormValue(value)]));
}

/** The same for any value. */
export function wellFormValue(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormValue);
  return isJsonObject(value) ? wellFormObject(value) : value;
}
