import { expect, test } from "vitest";
import { addMonths, clampDate, dateText, isSameDay, monthDays, monthText, readIso } from "./days";

test("a month is shown in six weeks that start on Monday", () => {
  const days = monthDays(new Date(2026, 11, 8)).map((day) => dateText(day, false));
  expect(days).toHaveLength(42);
  expect(days.at(0)).toBe("Mon 30 Nov 2026");
  expect(days.at(-1)).toBe("Sun 10 Jan 2027");
});

test("a date is written in English, whatever the machine speaks", () => {
  expect(dateText(new Date(2026, 8, 8), false)).toBe("Tue 8 Sep 2026");
  expect(monthText(new Date(2026, 8, 8))).toBe("September 2026");
});

test("a month later is the last day where the month is shorter", () => {
  expect(dateText(addMonths(new Date(2027, 0, 31, 9, 30), 1), true)).toBe("Sun 28 Feb 2027, 09:30");
  expect(dateText(addMonths(new Date(2027, 0, 15), -1), true)).toBe("Tue 15 Dec 2026");
});

test("a day in ISO form is local, a moment is one everywhere", () => {
  expect(readIso("2026-12-08")).toEqual(new Date(2026, 11, 8));
  expect(readIso(new Date(2026, 11, 8, 9).toISOString())).toEqual(new Date(2026, 11, 8, 9));
  expect(readIso("")).toBeUndefined();
});

test("a date is moved into its bounds", () => {
  const [first, middle, last] = [new Date(2026, 0, 1), new Date(2026, 5, 1), new Date(2026, 11, 1)];
  expect(clampDate(first, middle, last)).toBe(middle);
  expect(clampDate(last, first, middle)).toBe(middle);
  expect(clampDate(middle, first, undefined)).toBe(middle);
});

test("two times of a day are on the same day", () => {
  expect(isSameDay(new Date(2026, 0, 1, 0, 1), new Date(2026, 0, 1, 23, 59))).toBe(true);
  expect(isSameDay(new Date(2026, 0, 1, 23, 59), new Date(2026, 0, 2, 0, 1))).toBe(false);
});
