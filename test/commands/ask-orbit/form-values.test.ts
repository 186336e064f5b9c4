import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedFields, type ApprovalField } from "../../../src/agent/tool/approval";
import { inputOf, readForm } from "../../../src/commands/ask-orbit/form-values";

const BERLIN = "Europe/Berlin";
const field = (changes: Partial<ApprovalField> = {}): ApprovalField => ({
  id: "due",
  label: "Due",
  value: "2026-03-01T09:30:00+01:00",
  kind: "date_time",
  editable: true,
  ...changes,
});
const read = (value: string | Date | null, changes: Partial<ApprovalField> = {}) =>
  readForm([field(changes)], { due: value }, BERLIN);

describe("C6 the fields of a form", () => {
  it("show a date with a picker, with a time or without", () => {
    const date = new Date("2026-03-01T08:30:00Z");
    expect(inputOf(field(), BERLIN)).toEqual({ type: "date", kind: "date_time", date });
    const day = inputOf(field({ kind: "date", value: "2026-03-01" }), BERLIN);
    expect(day).toEqual({ type: "date", kind: "date", date: new Date("2026-02-28T23:00:00Z") });
    expect(inputOf(field({ value: "" }), BERLIN)).toEqual({ type: "date", kind: "date_time", date: undefined });
  });

  it("show as text what is no date that a picker could show", () => {
    expect(inputOf(field({ value: "next week" }), BERLIN)).toEqual({ type: "text" });
    expect(inputOf(field({ kind: "multiline" }), BERLIN)).toEqual({ type: "multiline" });
  });

  it("give a picked date as ISO 8601, on the person's clock", () => {
    expect(read(new Date("2026-07-01T10:00:00Z")).edits).toEqual({ due: "2026-07-01T12:00:00+02:00" });
    const day = read(new Date("2026-06-30T22:00:00Z"), { kind: "date", value: "2026-03-01" });
    expect(day.edits).toEqual({ due: "2026-07-01" });
  });

  it("keep to the letter what was not touched: a picker knows no seconds, and another offset is the same moment", () => {
    for (const value of ["2026-03-01T08:30:45Z", "2026-03-01T09:30", "2026-03-01T09:30:00+01:00"]) {
      const { edits } = read(new Date("2026-03-01T08:30:00Z"), { value });
      expect(edits).toEqual({ due: value });
    }
  });

  it("take out only what can be left out", () => {
    expect(read(null, { removable: true })).toEqual({ edits: { due: null }, missing: [] });
    expect(read(null)).toEqual({ edits: {}, missing: ["due"] });
    expect(read(null, { value: "" })).toEqual({ edits: { due: "" }, missing: [] });
    expect(read("", { kind: "text", removable: true }).edits).toEqual({ due: null });
    expect(read("", { kind: "text" }).edits).toEqual({ due: "" });
  });

  it("that show what cannot change give nothing", () => {
    expect(read("other", { editable: false })).toEqual({ edits: {}, missing: [] });
    expect(readForm([field()], {}, BERLIN)).toEqual({ edits: {}, missing: [] });
  });

  it("left as they are change nothing, whatever the date and the zone", () => {
    const moments = fc.date({ min: new Date("1970-01-02"), max: new Date("2100-01-01"), noInvalidDate: true });
    const zones = fc.constantFrom(BERLIN, "Asia/Kolkata", "America/St_Johns", "UTC");
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const fields = [field({ value: moment.toISOString() })];
        const input = inputOf(field({ value: moment.toISOString() }), zone);
        const picked = input.type === "date" ? (input.date ?? null) : null;
        const { edits } = readForm(fields, { due: picked }, zone);
        expect(changedFields({ title: "", message: "", confirmLabel: "", fields }, edits)).toEqual({});
      }),
    );
  });
});
