import { expect, test } from "vitest";
import { readDateEntry } from "./date-entry";
import { dateText } from "./days";

// A Monday.
const now = new Date(2026, 10, 30, 15, 20, 42);

const read = (text: string, hasTime = true) => {
  const date = readDateEntry(text, now, hasTime);
  return date === undefined ? undefined : dateText(date, true);
};

test.each([
  ["today", "Mon 30 Nov 2026"],
  ["Tomorrow", "Tue 1 Dec 2026"],
  ["yesterday", "Sun 29 Nov 2026"],
  ["next week", "Mon 7 Dec 2026"],
  ["friday", "Fri 4 Dec 2026"],
  ["next Fri", "Fri 4 Dec 2026"],
  ["monday", "Mon 7 Dec 2026"],
  ["in 3 days", "Thu 3 Dec 2026"],
  ["in a week", "Mon 7 Dec 2026"],
  ["in 2 months", "Sat 30 Jan 2027"],
  ["2026-12-08", "Tue 8 Dec 2026"],
  ["8.12.2026", "Tue 8 Dec 2026"],
  ["8.12.", "Tue 8 Dec 2026"],
  ["8 Dec", "Tue 8 Dec 2026"],
  ["Dec 8", "Tue 8 Dec 2026"],
  ["8 December 2027", "Wed 8 Dec 2027"],
  ["december 8th, 2027", "Wed 8 Dec 2027"],
])("H2 %o is read as the day %s, with and without a time asked for", (text, expected) => {
  expect(read(text, true)).toBe(expected);
  expect(read(text, false)).toBe(expected);
});

test.each([
  ["tomorrow 9:00", "Tue 1 Dec 2026, 09:00"],
  ["tomorrow at 9am", "Tue 1 Dec 2026, 09:00"],
  ["8 dec 9:30 pm", "Tue 8 Dec 2026, 21:30"],
  ["2026-12-08 09:00", "Tue 8 Dec 2026, 09:00"],
  ["2026-12-08T09:00", "Tue 8 Dec 2026, 09:00"],
  ["8.12. 14:05", "Tue 8 Dec 2026, 14:05"],
  ["friday noon", "Fri 4 Dec 2026, 12:00"],
  ["17:45", "Mon 30 Nov 2026, 17:45"],
  ["12 am", "Mon 30 Nov 2026"],
  ["12 pm", "Mon 30 Nov 2026, 12:00"],
  ["in 20 minutes", "Mon 30 Nov 2026, 15:40"],
  ["in an hour", "Mon 30 Nov 2026, 16:20"],
])("H2 %o is read as %s where the field has a time", (text, expected) => {
  expect(read(text)).toBe(expected);
});

test("a day without a year is the next one", () => {
  expect(read("30 nov")).toBe("Mon 30 Nov 2026");
  expect(read("29 nov")).toBe("Mon 29 Nov 2027");
});

test.each([
  "",
  "  ",
  "31 feb",
  "2026-13-01",
  "8 foo",
  "tomorrow 25:00",
  "13 pm",
  "9:75",
  "hello",
  "in 3 apples",
  "32.1.",
])("%o is no date", (text) => {
  expect(read(text)).toBeUndefined();
});

test("a field for days alone takes no time", () => {
  expect(read("tomorrow 9:00", false)).toBeUndefined();
  expect(read("in an hour", false)).toBeUndefined();
});
