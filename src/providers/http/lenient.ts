import { canonicalJson, jsonValueSchema } from "../../agent/text/json";

/**
 * Readers for what a server streams. Servers differ in fields that nobody needs, so a wrong type reads as absent and never
 * fails a turn; checking each field as it is used also costs a fraction of a schema on every one of 20,000 deltas.
 */

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** A member of an object; undefined where there is no object or no such member. */
export function member(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

/** Text that is not empty: servers send "" and null for what they have not got. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A whole number from 0 on, also where it comes as text. */
export function countOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** The items of an array; none where it is no array. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The input of a call, or a piece of it, as JSON text, also where a server sends the value itself (ggml-org/llama.cpp#20198).
 * One that cannot be read is no object either, so that the call does not run without it.
 */
export function jsonTextOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : canonicalJson(jsonValueSchema.catch([]).parse(value));
}

/** The error that an event carries. Some servers have the member in every one, with nothing in it. */
export function errorIn(event: unknown): unknown {
  const error = member(event, "error");
  const isNothing = !error || (isRecord(error) && Object.keys(error).length === 0);
  return isNothing ? undefined : error;
}

/** Parses JSON text; undefined where it is not JSON. */
export function parseLenient(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
