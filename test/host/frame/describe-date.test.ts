import { describe, expect, it } from "vitest";
import { fullDate, relativeDate } from "./describe-date";

const now = new Date("2026-03-10T12:00:00Z");
const before = (ms: number) => relativeDate(new Date(now.getTime() - ms), now);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("H2 a date in a row", () => {
  it("says how long ago it is in the largest unit that fits", () => {
    expect([0, MINUTE - 1, MINUTE, 5.9 * MINUTE, HOUR, 23 * HOUR].map(before)).toEqual([
      "now",
      "now",
      "1m",
      "5m",
      "1h",
      "23h",
    ]);
    expect([DAY, 6 * DAY, 7 * DAY, 29 * DAY, 30 * DAY, 364 * DAY, 365 * DAY, 800 * DAY].map(before)).toEqual([
      "1d",
      "6d",
      "1w",
      "4w",
      "1mo",
      "12mo",
      "1y",
      "2y",
    ]);
  });

  it("says when it lies ahead", () => {
    expect([-MINUTE, -2 * DAY].map(before)).toEqual(["in 1m", "in 2d"]);
  });

  it("is whole in the tooltip", () => {
    expect(fullDate(new Date(2026, 2, 10, 9, 5)).replaceAll("\u202F", " ")).toBe("Tuesday, March 10, 2026 at 9:05 AM");
  });
});
