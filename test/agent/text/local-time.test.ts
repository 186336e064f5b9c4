import { describe, expect, it } from "vitest";
import { isoLocalTime, weekdayName } from "../../../src/agent/text/local-time";
import { NOW } from "../support/create-loop";

describe("C4 a time as a model reads it", () => {
  it.each([
    ["UTC", "2026-09-28T19:30:00+00:00"],
    ["America/New_York", "2026-09-28T15:30:00-04:00"],
    ["Asia/Kathmandu", "2026-09-29T01:15:00+05:45"],
  ])("has the time in ISO 8601 with the offset of %s", (timeZone, expected) => {
    expect(isoLocalTime(new Date(NOW), timeZone)).toBe(expected);
    expect(Date.parse(expected)).toBe(NOW);
  });

  it("writes midnight as 00, and follows the change of the clocks", () => {
    expect(isoLocalTime(new Date(Date.UTC(2026, 9, 25, 22, 0, 5)), "Europe/Berlin")).toBe("2026-10-25T23:00:05+01:00");
    expect(isoLocalTime(new Date(Date.UTC(2026, 0, 1)), "UTC")).toBe("2026-01-01T00:00:00+00:00");
  });

  it("has the weekday of the place", () => {
    expect(["UTC", "Asia/Tokyo"].map((timeZone) => weekdayName(new Date(NOW), timeZone))).toEqual([
      "Monday",
      "Tuesday",
    ]);
  });
});
