import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { moveToTrash } from "./trash";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "trash-"));
});
afterEach(() => rmSync(home, { recursive: true }));

function trash(name: string, content: string): void {
  writeFileSync(join(home, name), content);
  moveToTrash(join(home, name), home);
}
const inTrash = (name: string) => readFileSync(join(home, ".Trash", name), "utf8");
const names = () => readdirSync(join(home, ".Trash")).sort();

describe("H3 the Trash", () => {
  it("replaces nothing that lies in it", () => {
    trash("plan.pdf", "one");
    trash("plan.pdf", "two");
    trash("plan.pdf", "three");
    expect(names()).toEqual(["plan 2.pdf", "plan 3.pdf", "plan.pdf"]);
    expect([inTrash("plan.pdf"), inTrash("plan 2.pdf"), inTrash("plan 3.pdf")]).toEqual(["one", "two", "three"]);
    expect(readdirSync(home)).toEqual([".Trash"]);
  });

  it("not even a link that leads nowhere, nor an empty folder", () => {
    mkdirSync(join(home, ".Trash", "folder"), { recursive: true });
    symlinkSync("nowhere", join(home, ".Trash", "link"));
    trash("link", "a file");
    mkdirSync(join(home, "folder"));
    writeFileSync(join(home, "folder", "in it"), "");
    moveToTrash(join(home, "folder"), home);
    expect(names()).toEqual(["folder", "folder 2", "link", "link 2"]);
    expect(readdirSync(join(home, ".Trash", "folder 2"))).toEqual(["in it"]);
  });

  it("keeps names whole that begin with a dot or have no ending", () => {
    for (const name of [".env", ".env", "notes", "notes"]) trash(name, "");
    expect(names()).toEqual([".env", ".env 2", "notes", "notes 2"]);
  });

  it("says when the file is not there", () => {
    expect(() => moveToTrash(join(home, "gone"), home)).toThrow("ENOENT");
  });
});
