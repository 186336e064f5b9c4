import { describe, expect, it } from "vitest";
import { dateFieldValue, dateOfField, isDateKind } from "../../../src/agent/tool/date-field";

const BERLIN = "Europe/Berlin";

describe("C6 the date of a form's field", () => {
  it("is a day, or a moment with the offset of the person's clock", () => {
    const moment = new Date("2026-06-30T22:15:00Z");
    expect(dateFieldValue(moment, "date", BERLIN)).toBe("2026-07-01");
    expect(dateFieldValue(moment, "date_time", BERLIN)).toBe("2026-07-01T00:15:00+02:00");
  });

  it("comes back as the same moment; a day as its beginning", () => {
    const moment = new Date("2026-10-25T00:30:00Z");
    expect(dateOfField(dateFieldValue(moment, "date_time", BERLIN), BERLIN)).toEqual(moment);
    expect(dateOfField("2026-07-01", BERLIN)).toEqual(new Date("2026-06-30T22:00:00Z"));
    expect(dateOfField("soon", BERLIN)).toBeUndefined();
  });

  it("is told from text by the field's kind", () => {
    expect((["text", "multiline", "date", "date_time"] as const).filter(isDateKind)).toEqual(["date", "date_time"]);
  });
});
