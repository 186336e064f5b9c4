import { addDays, addMonths, startOfDay } from "./days";

/** What a person typed for a date. A day without a time is its local midnight, as in Raycast. */
export function readDateEntry(text: string, now: Date, hasTime: boolean): Date | undefined {
  const words = text
    .toLowerCase()
    .replace(/[,]/g, " ")
    .replace(/\bat\b/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (words === "") return undefined;
  const span = readSpan(words, now, hasTime);
  if (span !== undefined) return span;
  const [day, time] = hasTime ? splitTime(words) : [words, undefined];
  if (time === null) return undefined;
  const date = day === "" ? startOfDay(now) : readDay(day, now);
  if (date === undefined || time === undefined) return date;
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), time.hours, time.minutes);
}

interface Time {
  readonly hours: number;
  readonly minutes: number;
}

/** "in 3 days", "in 20 minutes". */
function readSpan(words: string, now: Date, hasTime: boolean): Date | undefined {
  const [, count = "", unit = ""] = /^in (\d{1,4}|an?) (minute|min|hour|day|week|month|year)s?$/.exec(words) ?? [];
  if (unit === "") return undefined;
  const number = /^\d/.test(count) ? Number(count) : 1;
  switch (unit) {
    case "day":
      return addDays(startOfDay(now), number);
    case "week":
      return addDays(startOfDay(now), 7 * number);
    case "month":
      return addMonths(startOfDay(now), number);
    case "year":
      return addMonths(startOfDay(now), 12 * number);
    default: {
      const minutes = unit === "hour" ? 60 * number : number;
      return hasTime ? new Date(Math.floor(now.getTime() / 60_000 + minutes) * 60_000) : undefined;
    }
  }
}

/** The day and, behind it, the time: undefined where there is none, null where it is no time of a day. */
function splitTime(words: string): [string, Time | undefined | null] {
  const parts = /^(.*?)(?:^|[ t])(\d{1,2})(?:[:.](\d{2})(?::\d{2})?)?( ?[ap]m)?$/.exec(words);
  const [, day = "", hours = "", minutes, half] = parts ?? [];
  // A number alone may be a day: "8" or "dec 8".
  if (minutes !== undefined || half !== undefined)
    return [day.trim(), readTime(Number(hours), Number(minutes ?? 0), half)];
  const [, before, name] = /^(.*?) ?\b(noon|midnight)$/.exec(words) ?? [];
  if (name !== undefined) return [before ?? "", { hours: name === "noon" ? 12 : 0, minutes: 0 }];
  return [words, undefined];
}

function readTime(hours: number, minutes: number, half: string | undefined): Time | null {
  const isWrong = minutes > 59 || hours > 23 || (half !== undefined && (hours < 1 || hours > 12));
  if (isWrong) return null;
  if (half === undefined) return { hours, minutes };
  return { hours: (hours % 12) + (half.trim() === "pm" ? 12 : 0), minutes };
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

function readDay(words: string, now: Date): Date | undefined {
  const today = startOfDay(now);
  switch (words) {
    case "now":
    case "today":
      return today;
    case "tomorrow":
      return addDays(today, 1);
    case "yesterday":
      return addDays(today, -1);
    case "next week":
      return addDays(today, 7);
  }
  return readWeekday(words, today) ?? readNumbers(words, today) ?? readMonthName(words, today);
}

/** "friday" is the next one after today, and so is "next friday". */
function readWeekday(words: string, today: Date): Date | undefined {
  const [, name] = /^(?:next |on )?((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)$/.exec(words) ?? [];
  if (name === undefined) return undefined;
  const weekday = WEEKDAYS.indexOf(name.slice(0, 3));
  return addDays(today, ((weekday - today.getDay() + 6) % 7) + 1);
}

/** "2026-12-08", "8.12.2026", "8.12." */
function readNumbers(words: string, today: Date): Date | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words);
  if (iso !== null) return validDay(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.?(\d{4})?$/.exec(words) ?? [];
  return day === undefined ? undefined : dayOfYear(Number(day), Number(month) - 1, year, today);
}

/** "8 Dec", "Dec 8", "8 December 2026", "December 8th". */
function readMonthName(words: string, today: Date): Date | undefined {
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)? ([a-z]{3,9})\.?(?: (\d{4}))?$/.exec(words);
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(words);
  const [, day, name, year] = dayFirst ?? [];
  const [, name2, day2, year2] = monthFirst ?? [];
  const month = MONTHS.indexOf((name ?? name2 ?? "").slice(0, 3));
  return month === -1 ? undefined : dayOfYear(Number(day ?? day2), month, year ?? year2, today);
}

/** Without a year, the next such day from today on. */
function dayOfYear(day: number, month: number, year: string | undefined, today: Date): Date | undefined {
  if (year !== undefined) return validDay(Number(year), month, day);
  const thisYear = validDay(today.getFullYear(), month, day);
  return thisYear !== undefined && thisYear < today ? validDay(today.getFullYear() + 1, month, day) : thisYear;
}

/** The day, unless there is no such day. */
function validDay(year: number, month: number, day: number): Date | undefined {
  const date = new Date(year, month, day);
  return date.getMonth() === month && date.getDate() === day ? date : undefined;
}
