import { describe, expect, it } from "vitest";
import { ToolRegistry } from "../../../src/agent/tool/registry";
import { toolWorld } from "../support/tool-world";

const { tools } = toolWorld();
const registry = new ToolRegistry(tools);

describe("C5 the registry", () => {
  it("offers its tools in order, as the model sees them", () => {
    expect(registry.definitions.slice(0, 2)).toEqual([
      {
        name: "find_notes",
        description: "Finds notes by words.",
        inputSchema: {
          type: "object",
          properties: { query: { type: "string", minLength: 1 }, limit: { type: "integer", minimum: 1, maximum: 50 } },
          required: ["query"],
          additionalProperties: false,
        },
      },
      expect.objectContaining({ name: "show_note" }),
    ]);
  });

  it.each(["find_notes", "FindNotes", "find-notes", "FIND/NOTES"])(
    "finds a tool by a name that differs in spelling only: %s",
    (name) => {
      expect(registry.find(name)?.name).toBe("find_notes");
    },
  );

  it.each(["find_note", "find_notes_tool", "find notes", "constructor", "__proto__", ""])(
    "guesses nothing: %j",
    (name) => {
      expect(registry.find(name)).toBeUndefined();
    },
  );

  it("refuses two tools that only spelling tells apart, wherever they come from, and names them", () => {
    const twin = tools.slice(0, 1).map((tool) => ({ ...tool, name: "findNotes" }));
    expect(() => new ToolRegistry([...tools, ...twin])).toThrow("same name: find_notes, findNotes.");
    expect(() => new ToolRegistry([...tools, ...tools.slice(0, 1)])).toThrow("same name");
  });
});
