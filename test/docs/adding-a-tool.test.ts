import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { bundleTest } from "./support/bundle";
import { missingPaths, pageFiles, readPage } from "./support/page";
import { typeCheck } from "./support/type-check";

const page = readPage("adding-a-tool.md");
const files = pageFiles(page);
const tests = [...files.keys()].filter((path) => path.endsWith(".test.ts"));

describe("C17 docs/adding-a-tool.md", () => {
  it("holds the tools, their registration and their tests", () => {
    expect([...files.keys()]).toEqual([
      "src/tools/system/system-program.ts",
      "src/tools/system/get-battery-status.ts",
      "src/tools/system/set-screenshot-format.ts",
      "src/tools/system/system-tools.ts",
      "test/tools/system/system-tools.test.ts",
    ]);
  });

  it("names only files that there are", () => {
    expect(missingPaths(page, files.keys())).toEqual([]);
  });

  it("has code that fits the contract of tools, by the compiler", { timeout: 60_000 }, () => {
    expect(typeCheck(files)).toEqual([]);
  });
});

// The page's own tests run as a part of this file.
const folder = await mkdtemp(join(tmpdir(), "orbit-docs-"));
try {
  for (const [index, path] of tests.entries()) {
    const bundle = join(folder, `${index}.mjs`);
    await writeFile(bundle, await bundleTest(path, files));
    await import(pathToFileURL(bundle).href);
  }
} finally {
  await rm(folder, { recursive: true });
}
