/** Local midnight of a day. */
export const startOfDay = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/** The same time so many days later, also over a change of the clocks. */
export function addDays(date: Date, days: number): Date {
  const later = new Date(date);
  later.setDate(later.getDate() + days);
  return later;
}

/** The same day of another month, or its last day where the month is shorter. */
export function addMonths(date: Date, months: number): Date {
  const lastDay = new Date(date.getFullYear(), date.getMonth() + months + 1, 0).getDate();
  const later = new Date(date);
  later.setDate(1);
  later.setMonth(later.getMonth() + months);
  later.setDate(Math.min(date.getDate(), lastDay));
  return later;
}

/** Whether both are on the same local day. */
export const isSameDay = (a: Date, b: Date): boolean => startOfDay(a).getTime() === startOfDay(b).getTime();

/** The days of the six weeks around a month, from Monday on. */
export function monthDays(date: Date): Date[] {
  const first = new Date(date.getFullYear(), date.getMonth(), 1);
  const start = addDays(first, -((first.getDay() + 6) % 7));
  return Array.from({ length: 42 }, (_, day) => addDays(start, day));
}

/** A field's date from its ISO form: undefined for none. A day alone is local, not UTC. */
export function readIso(iso: string): Date | undefined {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T00:00` : iso);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The date moved into the bounds. */
export function clampDate(date: Date, min: Date | undefined, max: Date | undefined): Date {
  if (min !== undefined && date < min) return min;
  return max !== undefined && date > max ? max : date;
}

const inEnglish = (date: Date, part: Intl.DateTimeFormatOptions): string => date.toLocaleDateString("en-US", part);

/** "Tue 8 Dec 2026, 09:00"; local midnight is a day without a time. */
export function dateText(date: Date, hasTime: boolean): string {
  const [weekday, month] = [inEnglish(date, { weekday: "short" }), inEnglish(date, { month: "short" })];
  const day = `${weekday} ${date.getDate()} ${month} ${date.getFullYear()}`;
  const isFullDay = date.getHours() === 0 && date.getMinutes() === 0;
  return hasTime && !isFullDay ? `${day}, ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}` : day;
}

/** "December 2026". */
export const monthText = (date: Date): string => inEnglish(date, { month: "long", year: "numeric" });

const twoDigits = (number: number): string => String(number).padStart(2, "0");
