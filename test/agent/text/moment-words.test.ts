import { describe, expect, it } from "vitest";
import { momentWords } from "../../../src/agent/text/moment-words";

describe("C12 a moment in words", () => {
  const moment = Date.UTC(2026, 8, 29, 16, 5);

  it.each([
    ["en-US", "America/New_York", "Sep 29, 2026 at 12:05 PM"],
    ["de-DE", "Europe/Berlin", "Sep 29, 2026 at 18:05"],
    ["en-US-u-rg-dezzzz", "Europe/Berlin", "Sep 29, 2026 at 18:05"],
    ["en-GB", "Asia/Kolkata", "Sep 29, 2026 at 21:35"],
    ["ja-JP", "Pacific/Auckland", "Sep 30, 2026 at 05:05"],
  ])("is told by the clock of %s in %s", (locale, timeZone, words) => {
    expect(momentWords(moment, { locale, timeZone })).toBe(words);
  });

  it("is told as 00 at midnight", () => {
    expect(momentWords(Date.UTC(2026, 0, 1), { locale: "de-DE", timeZone: "UTC" })).toBe("Jan 1, 2026 at 00:00");
  });
});
