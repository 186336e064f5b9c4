import { describe, expect, it } from "vitest";
import { plainLine } from "../../../src/commands/ask-orbit/plain-line";

describe("plainLine", () => {
  it.each([
    ["**3 invoices** from March", "3 invoices from March"],
    ["\n\n## Found *it* ##", "Found it ##"],
    ["- [x] Done with `notes.md`", "Done with notes.md"],
    ["> 1. [Totals](https://orbit.example) are _high_", "Totals are high"],
    ["| File | Sum |\n|---|---|\n| a | 1 |", "File · Sum"],
    ["|---|\n| a | 1 |", "a · 1"],
    ["---\nAfter the rule", "After the rule"],
    ["```ts\nconst a_b = 1;\n```", "const a_b = 1;"],
    ["snake_case and 2*3*4 stay", "snake_case and 2*3*4 stay"],
    ["\\# not a heading", "# not a heading"],
    ["日本語の答え", "日本語の答え"],
    ["👍", "👍"],
    ["", ""],
    ["***", "***"],
  ])("M5.1 of %j is %j", (markdown, line) => {
    expect(plainLine(markdown)).toBe(line);
  });

  it("M5.1 reads no more than the beginning of a long answer", () => {
    const started = performance.now();
    expect(plainLine("word ".repeat(400_000))).toHaveLength(200);
    expect(performance.now() - started).toBeLessThan(200);
  });
});
