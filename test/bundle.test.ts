import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const bundle = (command: string) => join(import.meta.dirname, "..", "dist", `${command}.js`);

const COMMANDS = ["ask-orbit", "check-setup"];

describe.skipIf(!COMMANDS.map(bundle).every(existsSync))("what ray build makes (skipped where dist is missing)", () => {
  it.each(COMMANDS)(
    "has no character beyond Latin-1 in %s: a single one makes the engine hold all of it in two bytes a character",
    (command) => {
      // The build escapes them in strings, not in regular expressions: there they are written as escapes in the source.
      const others = readFileSync(bundle(command), "utf8").match(/[\u0100-\u{10ffff}]/gu) ?? [];
      expect([...new Set(others)]).toEqual([]);
    },
  );

  it("P6 has no tools in check-setup, which is small for that: every command carries its own copy of all that it needs", () => {
    expect(readFileSync(bundle("ask-orbit"), "utf8")).toContain(A_TOOL);
    expect(readFileSync(bundle("check-setup"), "utf8")).not.toContain(A_TOOL);
    expect(statSync(bundle("check-setup")).size).toBeLessThan(statSync(bundle("ask-orbit")).size / 4);
  });
});

const A_TOOL = "search_files";
