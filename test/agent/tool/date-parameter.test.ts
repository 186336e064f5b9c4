import { describe, expect, it } from "vitest";
import * as z from "zod";
import { dateParameter } from "../../../src/agent/tool/date-parameter";
import { defineTool } from "../../../src/agent/tool/define-tool";

const tool = defineTool({
  name: "find",
  title: "Find",
  description: "Finds.",
  category: "files",
  risk: "read",
  parameters: z.object({ after: dateParameter("Only what is newer.").exactOptional() }),
  label: () => "Finding…",
  run: () => Promise.resolve({ text: "" }),
});

describe("C5 a parameter that is a date", () => {
  it("is text to the model, with its form described and not declared", () => {
    expect(JSON.stringify(tool.inputSchema["properties"])).toMatch(
      /^\{"after":\{"type":"string","description":"Only what is newer\. Written as 2026-03-01[^"]*"\}\}$/,
    );
  });

  it("takes what the date parser takes, and may be left out", () => {
    for (const after of ["2026-03-01", "2026-03-01T09:00", "2026-03-01T09:00:00+01:00"]) {
      expect(tool.parse({ after })).toEqual({ ok: true, input: { after } });
    }
    expect(tool.parse({})).toEqual({ ok: true, input: {} });
  });

  it.each(["tomorrow", "2026-02-31", "2026-02-31T10:00", ""])("is refused before the tool runs: %j", (after) => {
    const parsed = tool.parse({ after });
    expect(parsed.ok ? "" : parsed.message).toMatch(/^'after' must be a date that exists, written as 2026-03-01.*\.$/);
  });
});
