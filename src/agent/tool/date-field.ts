import { parseFlexibleDate } from "../text/flexible-date";
import { isoLocalTime } from "../text/local-time";
import type { ApprovalField } from "./approval";

/** The kinds of a form's fields that hold a date. */
export type DateKind = Extract<ApprovalField["kind"], "date" | "date_time">;

/** Whether a field holds a date, with a time or without. */
export function isDateKind(kind: ApprovalField["kind"]): kind is DateKind {
  return kind === "date" || kind === "date_time";
}

/** A moment as the value of a date field, on the clock of the zone. */
export function dateFieldValue(date: Date, kind: DateKind, timeZone: string): string {
  const iso = isoLocalTime(date, timeZone);
  return kind === "date" ? iso.slice(0, "2026-03-01".length) : iso;
}

/** The moment that the value of a date field means; undefined where it is none. */
export function dateOfField(value: string, timeZone: string): Date | undefined {
  return parseFlexibleDate(value, { timeZone, edge: "start" });
}
