import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { missingPaths, readPage, ROOT } from "./support/page";

const page = readPage("architecture.md");

/** The files of each folder that has a heading of its own, as the page lists them. */
function listedFiles(): Map<string, string[]> {
  const sections = page.split(/^### /m).slice(1);
  return new Map(
    sections.map((section): [string, string[]] => {
      const folder = /^`(.+)\/`$/m.exec(section)?.[1] ?? "";
      return [folder, [...section.matchAll(/^- `([\w-]+\.ts)`: /gm)].map(([, name = ""]) => name).sort()];
    }),
  );
}

/** The same, as it is. */
function filesOfCore(): Map<string, string[]> {
  const paths = globSync("src/agent/**/*.ts", { cwd: ROOT }).sort();
  const folders = Map.groupBy(paths, (path) => dirname(path).replaceAll("\\", "/"));
  return new Map([...folders].map(([folder, files]) => [folder, files.map((file) => basename(file)).sort()]));
}

describe("C17 docs/architecture.md", () => {
  it("names only files that there are", () => {
    const parts = [...page.matchAll(/^(?:src|test)\/\S*/gm)].map(([path]) => `\`${path}\``);
    expect(missingPaths(page + parts.join(" "))).toEqual([]);
  });

  it("has a line for every file of the core, under its folder, and for no other", () => {
    const byFolder = ([a]: [string, string[]], [b]: [string, string[]]) => (a < b ? -1 : 1);
    expect([...listedFiles()].sort(byFolder)).toEqual([...filesOfCore()].sort(byFolder));
  });

  it("names, among its promises, only files of the core", () => {
    const names = new Set([...filesOfCore().values()].flat());
    const promises = /^## The promises\n([^]*?)^## /m.exec(page)?.[1] ?? "";
    const named = [...promises.matchAll(/`([\w-]+\.ts)`/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
    expect(named).not.toEqual([]);
  });
});
