import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MUTANTS } from "./mutants";

const root = join(import.meta.dirname, "../..");

describe("C17 the breaks of npm run test:mutants", () => {
  it("change each one line that there is, once in its file", () => {
    const isThere = (file: string, find: string) =>
      existsSync(join(root, "src", file)) && readFileSync(join(root, "src", file), "utf8").split(find).length === 2;
    expect(MUTANTS.filter(({ file, find }) => !isThere(file, find)).map(({ name }) => name)).toEqual([]);
  });

  it("name tests that there are, and differ in their names", () => {
    const tests = MUTANTS.flatMap((mutant) => mutant.tests);
    expect(tests.filter((test) => !existsSync(join(root, "test", test)))).toEqual([]);
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  });
});
