import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { moveToTrash } from "./trash";

let home: string;
const inTrash = (name: string) => join(home, ".Trash", name);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "preview-trash-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
});

function trashed(name: string, content: string): void {
  writeFileSync(join(home, name), content);
  moveToTrash(join(home, name), home);
}

describe("H3 the Trash of the stand-in Mac", () => {
  it("takes files under their names, and is made where there is none", () => {
    trashed("plan.txt", "one");
    expect(readdirSync(home)).toEqual([".Trash"]);
    expect(readFileSync(inTrash("plan.txt"), "utf8")).toBe("one");
  });

  it("never replaces what lies in it", () => {
    trashed("plan.txt", "one");
    trashed("plan.txt", "two");
    trashed("plan.txt", "three");
    const contents = readdirSync(join(home, ".Trash")).map((name) => [name, readFileSync(inTrash(name), "utf8")]);
    expect(Object.fromEntries(contents)).toEqual({ "plan.txt": "one", "plan 2.txt": "two", "plan 3.txt": "three" });
  });

  it("leaves even a link in it that leads nowhere", () => {
    mkdirSync(join(home, ".Trash"));
    symlinkSync("/nowhere", inTrash("plan.txt"));
    trashed("plan.txt", "one");
    expect(readlinkSync(inTrash("plan.txt"))).toBe("/nowhere");
    expect(readFileSync(inTrash("plan 2.txt"), "utf8")).toBe("one");
  });

  it("takes a folder with all that is in it", () => {
    mkdirSync(join(home, "Old"));
    writeFileSync(join(home, "Old", "a.txt"), "a");
    moveToTrash(join(home, "Old"), home);
    expect(readFileSync(inTrash("Old/a.txt"), "utf8")).toBe("a");
  });

  it("takes a link and leaves what it leads to", () => {
    writeFileSync(join(home, "kept.txt"), "kept");
    symlinkSync(join(home, "kept.txt"), join(home, "link.txt"));
    moveToTrash(join(home, "link.txt"), home);
    expect(readFileSync(join(home, "kept.txt"), "utf8")).toBe("kept");
    expect(readdirSync(join(home, ".Trash"))).toEqual(["link.txt"]);
  });

  it("says so where there is nothing to move", () => {
    expect(() => moveToTrash(join(home, "missing.txt"), home)).toThrow("ENOENT");
  });
});
