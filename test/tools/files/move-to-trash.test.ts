import { lstat, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FileServices } from "../../../src/tools/files/file-services";
import { fileServices, setDay, tempHome, toolCaller, toolError } from "./temp-home";

async function caller(files: Record<string, string | Uint8Array>, changes: Partial<FileServices> = {}) {
  const home = await tempHome(files);
  const host = fileServices(home, changes);
  return { home, ...host, ...toolCaller(host.services) };
}

describe("move_to_trash", () => {
  it("M4.3 shows which file it is, warns, and lets nothing be edited", async () => {
    const { home, prepare, trashed } = await caller({ "Documents/old.txt": "12345" });
    await setDay(join(home, "Documents/old.txt"));
    const { form } = await prepare("move_to_trash", { path: "~/Documents/old.txt" });
    expect(form).toEqual({
      title: "Move to Trash",
      message: 'Orbit moves the file "old.txt" to the Trash.',
      fields: [
        { id: "path", label: "Path", value: "~/Documents/old.txt", kind: "text", editable: false },
        { id: "size", label: "Size", value: "5 bytes", kind: "text", editable: false },
        { id: "modified", label: "Changed", value: "2026-03-12 09:15", kind: "text", editable: false },
      ],
      warning: "You can put it back from the Trash only until the Trash is emptied.",
      confirmLabel: "Move to Trash",
    });
    expect(trashed).toEqual([]);
  });

  it("M4.3 hands exactly the shown item to the system's Trash", async () => {
    const { home, call, trashed } = await caller({ "Documents/old.txt": "12345", "Documents/new.txt": "x" });
    const result = await call("move_to_trash", { path: "Documents/./old.txt" });
    expect(trashed).toEqual([join(home, "Documents/old.txt")]);
    expect(result.text).toBe("Moved ~/Documents/old.txt to the Trash. The person can put it back from there.");
    expect(result.summary).toBe("Moved old.txt to the Trash");
  });

  it("tells how much is in a folder, hidden items too", async () => {
    const { prepare } = await caller({ "Old/a": "", "Old/.b": "", "Old/c/d": "", "Empty/": "" });
    const content = async (path: string) =>
      (await prepare("move_to_trash", { path })).form.fields.find(({ id }) => id === "content")?.value;
    expect([await content("~/Old"), await content("~/Empty")]).toEqual(["3 items", "nothing"]);
  });

  it("moves a link, not what it leads to", async () => {
    const { home, call, prepare, trashed } = await caller({ "real.txt": "keep" });
    await symlink(join(home, "real.txt"), join(home, "link.txt"));
    expect((await prepare("move_to_trash", { path: "~/link.txt" })).form.message).toContain('the link "link.txt"');
    await call("move_to_trash", { path: "~/link.txt" });
    expect(trashed).toEqual([join(home, "link.txt")]);
    expect(await readFile(join(home, "real.txt"), "utf8")).toBe("keep");
  });

  it("M4.3 refuses when the item changed, was replaced or went while the form was open", async () => {
    const { home, prepare, runPrepared, trashed } = await caller({ "a.txt": "old" });
    const prepared = await prepare("move_to_trash", { path: "~/a.txt" });
    await writeFile(join(home, "a.txt"), "new content");
    expect((await toolError(runPrepared("move_to_trash", prepared))).summary).toBe("The item has changed");
    await rm(join(home, "a.txt"));
    await mkdir(join(home, "a.txt"));
    expect((await toolError(runPrepared("move_to_trash", prepared))).summary).toBe("The item has changed");
    await rm(join(home, "a.txt"), { recursive: true });
    expect((await toolError(runPrepared("move_to_trash", prepared))).type).toBe("not_found");
    expect(trashed).toEqual([]);
  });

  it.each(["~", "~/Documents", "~/desktop", "~/Library/Mobile Documents/com~apple~CloudDocs", "/Volumes"])(
    "M4.3 never moves %s",
    async (path) => {
      const { failure, trashed } = await caller({
        "Documents/": "",
        "desktop/": "",
        "Library/Mobile Documents/com~apple~CloudDocs/": "",
      });
      const error = await failure("move_to_trash", { path });
      expect(["Never moved to the Trash", "Not found"]).toContain(error.summary);
      expect(error.summary === "Not found").toBe(path === "/Volumes");
      expect(trashed).toEqual([]);
    },
  );

  it("M4.3 never moves the home folder, by whatever link it is named", async () => {
    const home = await tempHome({ "a.txt": "" });
    const alias = join(home, "..", "alias");
    await symlink(home, alias);
    const { failure } = toolCaller(fileServices(alias).services);
    for (const path of ["~", alias, home, `${alias}/`, "~/."]) {
      expect((await failure("move_to_trash", { path })).summary, path).toBe("Never moved to the Trash");
    }
  });

  it("does not guess between two names that look alike: the form could not show which is meant", async () => {
    const { failure } = await caller({ "pay.txt": "one", "pay\u200b.txt": "two" });
    const error = await failure("move_to_trash", { path: "~/pay.txt" });
    expect(error.summary).toBe("More than one item of that name");
  });

  it("moves an item by its shown name", async () => {
    const { home, call, trashed } = await caller({ "-two\nlines <x>.txt": "one" });
    await call("move_to_trash", { path: "~/-two lines ‹x›.txt" });
    expect(trashed).toEqual([join(home, "-two\nlines <x>.txt")]);
  });

  it("M4.3 says so when the Trash did not take it", async () => {
    const open = () => Promise.resolve();
    const now = () => new Date(0);
    const files = { "a.txt": "x" };
    const refusing = { open, now, trash: () => Promise.reject(new Error("internal detail 42")) };
    const error = await (await caller(files, { host: refusing })).failure("move_to_trash", { path: "~/a.txt" });
    expect([error.type, error.summary, error.message.includes("42")]).toEqual([
      "failed",
      "Not moved to the Trash",
      false,
    ]);
    const idle = { open, now, trash: () => Promise.resolve() };
    const { home, failure } = await caller(files, { host: idle });
    expect((await failure("move_to_trash", { path: "~/a.txt" })).message).toContain("still there");
    expect((await lstat(join(home, "a.txt"))).size).toBe(1);
  });
});
