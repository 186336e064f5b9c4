import * as z from "zod";
import { parseFlexibleDate } from "../text/flexible-date";

const FORM = "2026-03-01, or with a time 2026-03-01T09:00 (on the person's clock unless it ends in an offset)";

/**
 * A parameter that holds a date or a time. What is none is refused before the tool runs; the tool reads the rest with
 * `parseFlexibleDate`. `words` say what the date means.
 */
export function dateParameter(words: string): z.ZodString {
  // JSON Schema's own date-time needs a whole timestamp, so the form is described instead of declared.
  return z
    .string()
    .refine((text) => parseFlexibleDate(text, { timeZone: "UTC", edge: "start" }) !== undefined, {
      error: `must be a date that exists, written as ${FORM}`,
    })
    .describe(`${words} Written as ${FORM}.`);
}
