import { describe, expect, it } from "vitest";
import { toolNews, unusableTools } from "../../../src/agent/prompt/unusable-tools";
import type { ToolAvailability } from "../../../src/agent/tool/availability";

const available: ToolAvailability = { type: "available" };
const disabled: ToolAvailability = { type: "disabled" };
const noMail: ToolAvailability = { type: "permission_missing", permission: "automation_mail" };

/** What a chat that offers `a` and `b` has to know. */
const unusable = (states: Record<string, ToolAvailability>) =>
  unusableTools([{ name: "a" }, { name: "b" }], new Map(Object.entries(states)));

const OFF = "the person turned it off in Orbit";
const NO_MAIL = 'macOS has not granted Orbit the permission "Automation: Mail"';
const LATER = "it was turned on after this chat began, so only a new chat can use it";

describe("C4 tools that cannot be used", () => {
  it.each([
    ["nothing where all can", { a: available, b: available }, {}],
    [
      "one that was turned off, whether the chat has it or not",
      { a: disabled, b: available, c: disabled },
      { a: OFF, c: OFF },
    ],
    ["one that macOS does not allow", { a: noMail, b: available }, { a: NO_MAIL }],
    [
      "one that came later, also without its permission",
      { a: available, b: available, c: available, d: noMail },
      { c: LATER, d: LATER },
    ],
    ["one that does not exist any more", { a: available }, { b: "this version of Orbit does not have it" }],
  ])("are %s", (_, states, expected) => {
    expect(Object.fromEntries(unusable(states))).toEqual(expected);
  });
});

describe("C4 what a message says about tools", () => {
  const all = unusable({ a: available, b: available });
  const none = unusable({ a: disabled, b: noMail });

  it("is nothing while nothing changed", () => {
    expect(toolNews(all, all)).toBeUndefined();
    expect(toolNews(none, unusable({ a: disabled, b: noMail }))).toBeUndefined();
  });

  it("is what changed: gone, back, or for another reason", () => {
    expect(toolNews(all, none)).toBe(
      `Changed for the tools:\n- a: cannot be used, ${OFF}\n- b: cannot be used, ${NO_MAIL}`,
    );
    expect(toolNews(none, unusable({ a: noMail, b: available }))).toBe(
      `Changed for the tools:\n- a: cannot be used, ${NO_MAIL}\n- b: can be used again`,
    );
  });

  it("says of a tool that was turned on later that it is for a new chat", () => {
    const before = unusable({ a: available, b: available, c: disabled });
    expect(toolNews(before, unusable({ a: available, b: available, c: available }))).toBe(
      `Changed for the tools:\n- c: cannot be used, ${LATER}`,
    );
  });

  it("is everything where nobody knows what was told before", () => {
    expect(toolNews(undefined, none)).toBe(
      `Tools that cannot be used:\n- a: cannot be used, ${OFF}\n- b: cannot be used, ${NO_MAIL}`,
    );
    expect(toolNews(undefined, all)).toBe("All tools of this chat can be used.");
  });
});
