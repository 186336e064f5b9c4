import { inspect } from "node:util";
import { HostError } from "../command/host-error";

/** Whether a value is an object with properties to look at. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Throws for a property that Raycast does not know. */
export function checkKeys(what: string, value: object, known: readonly string[]): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new HostError(`${what} has no property "${unknown}".`);
}

/** A value as an error names it. */
export const named = (value: unknown): string => (typeof value === "string" ? `"${value}"` : inspect(value));
