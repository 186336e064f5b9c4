import { isoLocalTime } from "../agent/text/local-time";

/** The zone of this machine's clock. */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A moment (milliseconds since 1970) on this machine's clock: "2026-03-01 09:30". */
export function momentText(moment: number): string {
  return isoLocalTime(new Date(moment), timeZone()).slice(0, "2026-03-01T09:30".length).replace("T", " ");
}
