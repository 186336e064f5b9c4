const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The largest unit first: from how many milliseconds on it is used, and its sign. */
const UNITS = [
  [365 * DAY, "y"],
  [30 * DAY, "mo"],
  [7 * DAY, "w"],
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "m"],
] as const;

/** How long ago a date is, as rows of Raycast say it: "now", "5m", "3h", "2d", "3w", "4mo", "1y"; "in 2d" ahead. */
export function relativeDate(date: Date, now: Date): string {
  const distance = Math.abs(now.getTime() - date.getTime());
  const unit = UNITS.find(([length]) => distance >= length);
  if (!unit) return "now";
  const [length, sign] = unit;
  const text = `${Math.floor(distance / length)}${sign}`;
  return date > now ? `in ${text}` : text;
}

const full = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "short" });

/** The whole date, for a tooltip. */
export const fullDate = (date: Date): string => full.format(date);
