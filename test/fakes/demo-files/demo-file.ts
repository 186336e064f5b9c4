/** A file of the demo home. `path` is relative to the home; `daysOld` says when it was changed, before the demo's now. */
export type DemoFile = { path: string; content: string | Uint8Array; daysOld: number };

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The time so many days before another. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
