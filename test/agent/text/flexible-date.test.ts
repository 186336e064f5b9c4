import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFlexibleDate } from "../../../src/agent/text/flexible-date";

function read(text: string, timeZone = "Europe/Berlin", edge: "start" | "end" = "start"): string | undefined {
  return parseFlexibleDate(text, { timeZone, edge })?.toISOString();
}

describe("C5 a date as models write it", () => {
  it.each([
    ["a day", "2026-03-01", "2026-02-28T23:00:00.000Z"],
    ["hours and minutes", "2026-03-01T09:00", "2026-03-01T08:00:00.000Z"],
    ["seconds", "2026-03-01T09:00:30", "2026-03-01T08:00:30.000Z"],
    ["a fraction, cut to milliseconds", "2026-03-01T09:00:30.1239", "2026-03-01T08:00:30.123Z"],
    ["a short fraction", "2026-03-01T09:00:30.5", "2026-03-01T08:00:30.500Z"],
    ["a space for the T", "2026-03-01 09:00", "2026-03-01T08:00:00.000Z"],
    ["UTC", "2026-03-01T09:00Z", "2026-03-01T09:00:00.000Z"],
    ["small letters", "2026-03-01t09:00z", "2026-03-01T09:00:00.000Z"],
    ["an offset", "2026-03-01T09:00+05:30", "2026-03-01T03:30:00.000Z"],
    ["an offset without a colon", "2026-03-01T09:00-0300", "2026-03-01T12:00:00.000Z"],
    ["space around it", " 2026-03-01 ", "2026-02-28T23:00:00.000Z"],
    ["the extra day of a leap year", "2024-02-29T12:00Z", "2024-02-29T12:00:00.000Z"],
    ["an early year", "0050-01-01T00:00Z", "0050-01-01T00:00:00.000Z"],
    ["the first year", "0001-01-01T00:00+14:00", "0000-12-31T10:00:00.000Z"],
    ["the last year", "9999-12-31T23:59Z", "9999-12-31T23:59:00.000Z"],
  ])("is read with %s", (_name, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    "",
    "yesterday",
    "01.03.2026",
    "2026-3-1",
    "2026-03",
    "20260301",
    "2026-13-01",
    "2026-00-10",
    "2026-02-31",
    "2026-02-31T10:00",
    "2026-04-31T10:00Z",
    "2025-02-29",
    "1900-02-29",
    "0000-01-01",
    "2026-03-01T24:00",
    "2026-03-01T09:60",
    "2026-03-01T09:00:60",
    "2026-03-01T09",
    "2026-03-01T09:00:30.",
    "2026-03-01T09:00 +01:00",
    "2026-03-01T09:00+24:00",
    "2026-03-01T09:00+01:60",
    "2026-03-01T09:00+01",
    "2026-03-01Z",
    "2026-03-01T",
    "+2026-03-01",
    "2026-03-01\n2026-03-02",
  ])("is none: %j", (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each([
    ["a common day", "2026-03-01", "Europe/Berlin", "2026-02-28T23:00:00.000Z", "2026-03-01T22:59:59.999Z"],
    ["a day of 23 hours", "2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
    ["a day of 25 hours", "2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
    ["a zone with half an hour", "2026-03-01", "Asia/Kolkata", "2026-02-28T18:30:00.000Z", "2026-03-01T18:29:59.999Z"],
    ["a zone west of UTC", "2026-01-15", "America/New_York", "2026-01-15T05:00:00.000Z", "2026-01-16T04:59:59.999Z"],
    // In 2018 Brazil's summer time began at midnight: the day began at one o'clock.
    [
      "a day without midnight",
      "2018-11-04",
      "America/Sao_Paulo",
      "2018-11-04T03:00:00.000Z",
      "2018-11-05T01:59:59.999Z",
    ],
    // Havana's clock shows the first hour of this day twice.
    [
      "a day with two midnights",
      "2025-11-02",
      "America/Havana",
      "2025-11-02T04:00:00.000Z",
      "2025-11-03T04:59:59.999Z",
    ],
    ["the last day of all", "9999-12-31", "UTC", "9999-12-31T00:00:00.000Z", "9999-12-31T23:59:59.999Z"],
  ])("reaches from the first to the last moment of %s", (_name, day, zone, start, end) => {
    expect([read(day, zone, "start"), read(day, zone, "end")]).toEqual([start, end]);
  });

  it.each([
    ["skipped: it moves on by as much", "2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["right before the gap", "2026-03-29T01:59", "Europe/Berlin", "2026-03-29T00:59:00.000Z"],
    ["right after the gap", "2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
    ["shown twice: the first one counts", "2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["shown once, after the overlap", "2026-10-25T03:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z"],
    ["skipped by half an hour", "2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"],
    ["shown twice within half an hour", "2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z"],
    ["of a day that a country left out", "2011-12-30T12:00", "Pacific/Apia", "2011-12-30T22:00:00.000Z"],
    ["before there were time zones", "1880-01-01T00:00", "Europe/Berlin", "1879-12-31T23:06:32.000Z"],
  ])("without an offset is a time on the clock: %s", (_name, text, zone, expected) => {
    expect(read(text, zone)).toBe(expected);
  });

  it("an offset says it all, whatever the zone, and a day's edge does not move a time", () => {
    expect(read("2026-03-29T02:30+01:00", "Asia/Kolkata", "end")).toBe("2026-03-29T01:30:00.000Z");
    expect(read("2026-03-01T09:00", "UTC", "end")).toBe("2026-03-01T09:00:00.000Z");
  });

  it("reads back every moment that a zone's clock shows", () => {
    const zone = fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns", "Australia/Lord_Howe");
    const moment = fc.date({ min: new Date("1990-01-01Z"), max: new Date("2040-01-01Z"), noInvalidDate: true });
    fc.assert(
      fc.property(zone, moment, (timeZone, date) => {
        expect(read(date.toISOString(), timeZone)).toBe(date.toISOString());
        const shown = date.toLocaleString("sv", { timeZone });
        const back = parseFlexibleDate(shown, { timeZone, edge: "start" });
        expect(back?.toLocaleString("sv", { timeZone })).toBe(shown);
        // The earlier of the two where the clock shows the time twice.
        expect(back?.getTime()).toBeLessThanOrEqual(date.getTime());
      }),
      { numRuns: 500 },
    );
  });
});
