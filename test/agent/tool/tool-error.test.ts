import { describe, expect, it } from "vitest";
import { permissionKindSchema, permissionName } from "../../../src/agent/tool/permission";
import { modelMessage, ToolError, toolErrorSummary, type ToolErrorType } from "../../../src/agent/tool/tool-error";

describe("C9 what a failed call says", () => {
  it.each<[ToolErrorType, string, string]>([
    ["invalid_argument", "Wrong arguments: Say more.", "Called with wrong values"],
    ["permission_denied", "Not allowed: Say more.", "Not allowed by macOS"],
    ["not_found", "Not found: Say more.", "Not found"],
    ["unavailable", "Not available: Say more.", "Not available"],
    ["timed_out", "Took too long: Say more.", "Took too long"],
    ["failed", "Did not work: Say more.", "Did not work"],
  ])("%s: to the model %j, in the row %j", (type, toModel, inRow) => {
    const error = new ToolError(type, "Say more.");
    expect([modelMessage(error), toolErrorSummary(error)]).toEqual([toModel, inRow]);
  });

  it("in the row is what the tool says, where it says something", () => {
    expect(toolErrorSummary(new ToolError("failed", "Say more.", { summary: "The disk is full" }))).toBe(
      "The disk is full",
    );
  });

  it("names a missing permission, and where the person can give it", () => {
    const error = new ToolError("permission_denied", "", { permission: "photos" });
    expect(toolErrorSummary(error)).toBe("Missing permission: Photos");
    expect(modelMessage(error)).toMatch(
      /^Not allowed: macOS does not let Orbit do this\. .* allow Raycast in System Settings, Privacy & Security, Photos\. /,
    );
  });

  it("of what took too long needs no words of the tool", () => {
    expect(modelMessage(new ToolError("timed_out", ""))).toMatch(/^Took too long: ask for less, /);
  });

  it("carries what of the person's its words hold", () => {
    const disclosures = [{ kind: "shortcuts" as const, count: 2 }];
    expect(new ToolError("not_found", "Did you mean …?", { disclosures }).disclosures).toEqual(disclosures);
    expect(new ToolError("not_found", "No.").disclosures).toEqual([]);
  });

  it("has a name for every permission, none twice; calendars need more than to add", () => {
    const names = permissionKindSchema.options.map(permissionName);
    expect(new Set(names).size).toBe(names.length);
    expect(permissionName("calendars")).toBe("Calendars (full access)");
  });
});
