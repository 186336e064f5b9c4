import * as z from "zod";

/**
 * How much a call can change. `contained` changes only storage that Orbit owns, `draft` shows something that the person
 * finishes (an opened file), `write` changes data or settings, `destructive` deletes or sends.
 */
export const riskSchema = z.enum(["read", "contained", "draft", "write", "destructive"]);

/** See `riskSchema`. */
export type Risk = z.infer<typeof riskSchema>;

/** What each risk means for the executor. `asks`: needs the person's word; `changes`: may leave an effect behind. */
export const RISKS = {
  read: { asks: false, changes: false },
  contained: { asks: false, changes: true },
  draft: { asks: false, changes: true },
  write: { asks: true, changes: true },
  destructive: { asks: true, changes: true },
} as const satisfies Record<Risk, { asks: boolean; changes: boolean }>;

/** The risks that need the person's word. A tool of one of these must have `prepare`: the compiler sees to it. */
export type AskingRisk = { [R in Risk]: (typeof RISKS)[R]["asks"] extends true ? R : never }[Risk];
