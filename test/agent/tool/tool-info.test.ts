import { describe, expect, it } from "vitest";
import * as z from "zod";
import { defineTool } from "../../../src/agent/tool/define-tool";
import { ToolRegistry } from "../../../src/agent/tool/registry";
import { describeTools } from "../../../src/agent/tool/tool-info";

const findTool = defineTool({
  name: "find_photos",
  title: "Find Photos",
  description: "Finds photos.",
  category: "photos",
  risk: "read",
  version: 2,
  requiredPermissions: ["photos"],
  parameters: z.object({ place: z.string().exactOptional(), words: z.string(), limit: z.int().exactOptional() }),
  label: () => "Finding…",
  run: () => Promise.resolve({ text: "" }),
});
const form = { title: "", message: "", fields: [], confirmLabel: "Delete" };
const deleteTool = defineTool({
  name: "delete_photo",
  title: "Delete Photo",
  description: "Deletes a photo.",
  category: "photos",
  risk: "destructive",
  parameters: z.object({}),
  label: () => "Deleting…",
  prepare: () => Promise.resolve({ input: {}, target: null, form }),
  run: () => Promise.resolve({ text: "" }),
});

describe("C13 the tools as data", () => {
  it("say of each what it is, what it may do, what it needs and what a call takes", () => {
    expect(describeTools([findTool, deleteTool])).toEqual([
      {
        name: "find_photos",
        title: "Find Photos",
        description: "Finds photos.",
        category: "photos",
        version: 2,
        risk: "read",
        asksFirst: false,
        permissions: ["photos"],
        required: ["words"],
        optional: ["place", "limit"],
        inputSchema: findTool.inputSchema,
      },
      expect.objectContaining({
        name: "delete_photo",
        version: 1,
        risk: "destructive",
        asksFirst: true,
        permissions: [],
        required: [],
        optional: [],
      }),
    ]);
  });

  it("are more than a model gets: a new version does not change the bytes of a request", () => {
    const newer = { ...findTool, version: 3 };
    expect(new ToolRegistry([newer]).definitions).toEqual(new ToolRegistry([findTool]).definitions);
  });
});
