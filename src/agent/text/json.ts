import * as z from "zod";

/** Any JSON value, as a model, a server or a stored row may hold it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object: the arguments of a tool call, a JSON Schema, an opaque block. */
export type JsonObject = { [key: string]: JsonValue };

/** Parses unknown data as JSON (no functions, no undefined, no cycles). */
export const jsonValueSchema: z.ZodType<JsonValue> = z.lazy(() =>
  z.union([
    z.null(),
    z.boolean(),
    z.number(),
    z.string(),
    z.array(jsonValueSchema),
    z.record(z.string(), jsonValueSchema),
  ]),
);

/** Parses unknown data as a JSON object. */
export const jsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), jsonValueSchema);

/** Parses JSON text; undefined where it is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonValue(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isJsonValue(value: unknown): value is JsonValue {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return true;
  if (typeof value !== "object") return false;
  return Object.values(value).every(isJsonValue);
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

/** The same object with well-formed Unicode in every string: half a surrogate pair makes providers refuse a request. */
export function wellFormObject(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key.toWellFormed(), wellForm(value)]));
}

function wellForm(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellForm);
  return isJsonObject(value) ? wellFormObject(value) : value;
}
