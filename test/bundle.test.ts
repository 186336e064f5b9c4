import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const BUNDLE = join(import.meta.dirname, "..", "dist", "ask-orbit.js");

describe.skipIf(!existsSync(BUNDLE))("the bundle that ray build makes (skipped where dist is missing)", () => {
  it("has no character beyond Latin-1: a single one makes the engine hold all of it in two bytes a character", () => {
    // The build escapes them in strings, not in regular expressions: there they are written as escapes in the source.
    const others = readFileSync(BUNDLE, "utf8").match(/[\u0100-\u{10ffff}]/gu) ?? [];
    expect([...new Set(others)]).toEqual([]);
  });
});
