import { describe, expect, it } from "vitest";
import { availabilityOf, rememberDenied, TOOLS_OFF_KEY, turnTool } from "../../../src/agent/tool/availability";
import { NOW } from "../support/create-loop";
import { memoryMemory } from "../support/memory-memory";
import { toolWorld } from "../support/tool-world";

const [find, show] = toolWorld().tools;
const tools =
  find === undefined || show === undefined
    ? []
    : [
        { ...find, requiredPermissions: ["automation_mail", "contacts"] as const },
        { ...show, requiredPermissions: ["contacts"] as const },
      ];

describe("C6 which tools can be called", () => {
  it("are all of them while nothing speaks against it", async () => {
    expect([...(await availabilityOf(tools, memoryMemory({ now: NOW })))]).toEqual([
      ["find_notes", { type: "available" }],
      ["show_note", { type: "available" }],
    ]);
  });

  it("are not the ones that the person turned off, whatever else is wrong with them", async () => {
    const memory = memoryMemory({ now: NOW });
    await memory.put(TOOLS_OFF_KEY, ["find_notes", "gone"], Number.MAX_SAFE_INTEGER);
    await rememberDenied("contacts", memory, new Date(NOW));
    const states = await availabilityOf(tools, memory);
    expect(states.get("find_notes")).toEqual({ type: "disabled" });
    expect(states.get("show_note")).toEqual({ type: "permission_missing", permission: "contacts" });
    expect(states.size).toBe(2);
  });

  it("are for five minutes not the ones that macOS just refused", async () => {
    const clock = { now: NOW };
    const memory = memoryMemory(clock);
    await rememberDenied("automation_mail", memory, new Date(NOW));
    const state = async () => (await availabilityOf(tools, memory)).get("find_notes")?.type;
    clock.now += 5 * 60_000 - 1;
    expect(await state()).toBe("permission_missing");
    clock.now += 1;
    expect(await state()).toBe("available");
  });

  it("are all where what is remembered makes no sense", async () => {
    const memory = memoryMemory({ now: NOW });
    await memory.put(TOOLS_OFF_KEY, { find_notes: false }, Number.MAX_SAFE_INTEGER);
    expect((await availabilityOf(tools, memory)).get("find_notes")).toEqual({ type: "available" });
  });
});

describe("C13 turning a tool off", () => {
  it("lasts until it is turned on again, and leaves the others as they are", async () => {
    const memory = memoryMemory({ now: NOW });
    expect(await turnTool("find_notes", false, memory)).toEqual(["find_notes"]);
    expect(await turnTool("show_note", false, memory)).toEqual(["find_notes", "show_note"]);
    expect(await turnTool("find_notes", false, memory)).toEqual(["show_note", "find_notes"]);
    expect((await availabilityOf(tools, memory)).get("find_notes")).toEqual({ type: "disabled" });
    expect(await turnTool("find_notes", true, memory)).toEqual(["show_note"]);
    expect((await availabilityOf(tools, memory)).get("find_notes")).toEqual({ type: "available" });
  });
});
