/** How a text that names a day, or a moment without an offset, becomes a time. */
type DateReading = {
  /** The IANA zone on whose clock it is read. */
  timeZone: string;
  /** Which end of the day a day stands for. */
  edge: "start" | "end";
};

const DATE = String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})`;
const TIME = String.raw`(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?)?`;
const OFFSET = String.raw`(?<zulu>z)|(?<sign>[+-])(?<offsetHour>\d{2}):?(?<offsetMinute>\d{2})`;
const FLEXIBLE_DATE = new RegExp(`^${DATE}(?:[t ]${TIME}(?:${OFFSET})?)?$`, "i");

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Reads ISO 8601 as models write it: `2026-03-01`, or with a time `2026-03-01T09:00`, seconds and an offset optional. A
 * time without an offset is one on the clock of the zone: where the clock shows it twice, the first time counts, and where
 * the clock skips it, it moves on by as much as was skipped. Undefined for everything else, days that no month has too.
 */
export function parseFlexibleDate(text: string, { timeZone, edge }: DateReading): Date | undefined {
  const parts = FLEXIBLE_DATE.exec(text.trim())?.groups;
  if (parts === undefined) return undefined;
  const number = (name: string) => Number(parts[name] ?? 0);
  const clock = clockTime(number("year"), number("month"), number("day"));
  if (clock === undefined) return undefined;
  if (parts["hour"] === undefined) {
    // The last moment before the next day begins: not every day ends at 24 o'clock.
    return new Date(edge === "start" ? onClock(clock, timeZone) : onClock(clock + DAY, timeZone) - 1);
  }
  if (number("hour") > 23 || number("minute") > 59 || number("second") > 59) return undefined;
  const milliseconds = Number((parts["fraction"] ?? "").padEnd(3, "0").slice(0, 3));
  const time = clock + (number("hour") * 60 + number("minute")) * MINUTE + number("second") * 1_000 + milliseconds;
  if (parts["zulu"] !== undefined) return new Date(time);
  if (parts["sign"] === undefined) return new Date(onClock(time, timeZone));
  if (number("offsetHour") > 23 || number("offsetMinute") > 59) return undefined;
  const offset = (number("offsetHour") * 60 + number("offsetMinute")) * MINUTE;
  return new Date(parts["sign"] === "-" ? time + offset : time - offset);
}

/** Midnight of a day as if its clock were that of UTC; undefined where there is no such day. */
function clockTime(year: number, month: number, day: number): number | undefined {
  // Not `Date.UTC`, which takes year 50 for 1950.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A day that the month does not have falls into another one.
  return year > 0 && date.getUTCMonth() === month - 1 ? date.getTime() : undefined;
}

/** The moment at which a zone's clock shows a time, which is given as if the clock were that of UTC. */
function onClock(time: number, timeZone: string): number {
  const before = zoneOffset(time - DAY, timeZone);
  const after = zoneOffset(time + DAY, timeZone);
  const [first] = [time - before, time - after]
    .filter((moment) => moment + zoneOffset(moment, timeZone) === time)
    .sort((a, b) => a - b);
  return first ?? time - before;
}

/** How far a zone's clock is ahead of UTC at a moment, milliseconds. */
function zoneOffset(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE + Number(seconds) * 1_000;
  return sign === "-" ? -offset : offset;
}
