import { describe, expect, it } from "vitest";
import * as z from "zod";
import { defineTool } from "../../src/agent/tool/define-tool";
import { describeTools } from "../../src/agent/tool/tool-info";
import { toolList } from "../../src/cli/tool-list";

const tools = [
  defineTool({
    name: "find_photos",
    title: "Find Photos",
    description: "Finds photos.",
    category: "photos",
    risk: "read",
    version: 2,
    requiredPermissions: ["photos", "automation_photos"],
    parameters: z.object({ words: z.string(), place: z.string().exactOptional() }),
    label: () => "Finding…",
    run: () => Promise.resolve({ text: "" }),
  }),
  defineTool({
    name: "lock",
    title: "Lock Screen",
    description: "Locks the screen.",
    category: "system",
    risk: "draft",
    parameters: z.object({}),
    label: () => "Locking…",
    run: () => Promise.resolve({ text: "" }),
  }),
];

describe("C13 --list-tools", () => {
  it("prints for a person what each tool may do, what it needs and what it takes", () => {
    expect(toolList(tools, false)).toBe(
      [
        "find_photos  Find Photos (read)",
        "  photos, version 2, needs Photos, Automation: Photos",
        "  words [place]",
        "lock         Lock Screen (draft)",
        "  system, version 1",
        "  no parameters",
        "",
      ].join("\n"),
    );
  });

  it("prints as JSON all that is known of them", () => {
    expect(JSON.parse(toolList(tools, true))).toEqual(describeTools(tools));
  });
});
