import { readFile, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cardPaths, fileServices, tempHome, toolCaller, toolError } from "./temp-home";

async function caller(files: Record<string, string | Uint8Array> = { "Documents/": "" }) {
  const home = await tempHome(files);
  return { home, ...toolCaller(fileServices(home).services) };
}

describe("create_file", () => {
  it("M4.3 shows the path and the content in a form that can be edited, and makes nothing yet", async () => {
    const { home, prepare } = await caller();
    const { form, input } = await prepare("create_file", { path: "~/Documents/totals.txt", content: "1,240.50 EUR\n" });
    expect(form).toEqual({
      title: "Create File",
      message: 'Orbit creates "totals.txt" in ~/Documents.',
      fields: [
        { id: "path", label: "Path", value: "~/Documents/totals.txt", kind: "text", editable: true },
        { id: "content", label: "Content", value: "1,240.50 EUR\n", kind: "multiline", editable: true },
      ],
      confirmLabel: "Create",
    });
    expect(input).toEqual({ path: "~/Documents/totals.txt", content: "1,240.50 EUR\n" });
    expect(await readdir(join(home, "Documents"))).toEqual([]);
  });

  it("M4.3 writes exactly what the form showed", async () => {
    const { home, prepare, runPrepared } = await caller();
    const prepared = await prepare("create_file", { path: "~/Documents/totals.txt", content: "Größe 👍\n" });
    const result = await runPrepared("create_file", prepared);
    expect(await readFile(join(home, "Documents/totals.txt"), "utf8")).toBe("Größe 👍\n");
    expect([result.text, result.summary]).toEqual(["Created ~/Documents/totals.txt (13 bytes).", "Created totals.txt"]);
    expect(cardPaths(result)).toEqual(["~/Documents/totals.txt"]);
  });

  it("M4.3 gives the same prepared call for the same request, so that a digest can bind them", async () => {
    const { prepare } = await caller();
    const first = await prepare("create_file", { path: "Documents/../Documents/a.txt", content: "x" });
    const again = await prepare("create_file", first.input);
    expect(again).toEqual(first);
  });

  it("M4.3 never replaces what exists: a file, a folder, a link to nowhere", async () => {
    const { home, prepare } = await caller({ "a.txt": "old", "Folder/": "" });
    await symlink(join(home, "gone"), join(home, "link.txt"));
    for (const path of ["~/a.txt", "~/Folder", "~/link.txt"]) {
      const error = await toolError(prepare("create_file", { path, content: "new" }));
      expect([error.type, error.summary]).toEqual(["invalid_argument", "The name is taken"]);
    }
    expect(await readFile(join(home, "a.txt"), "utf8")).toBe("old");
  });

  it("M4.3 never replaces a file that came while the form was open", async () => {
    const { home, prepare, runPrepared } = await caller();
    const prepared = await prepare("create_file", { path: "~/Documents/a.txt", content: "new" });
    await writeFile(join(home, "Documents/a.txt"), "old");
    expect((await toolError(runPrepared("create_file", prepared))).summary).toBe("The name is taken");
    expect(await readFile(join(home, "Documents/a.txt"), "utf8")).toBe("old");
  });

  it("M4.3 does not write into another folder that took the shown one's place", async () => {
    const { home, prepare, runPrepared } = await caller({ "Documents/": "", "Other/": "", ".ssh/": "" });
    const prepared = await prepare("create_file", { path: "~/Documents/authorized_keys", content: "new" });
    await rename(join(home, "Documents"), join(home, "Aside"));
    await symlink(join(home, "Other"), join(home, "Documents"));
    expect((await toolError(runPrepared("create_file", prepared))).summary).toBe("The folder has changed");
    await rm(join(home, "Documents"));
    await symlink(join(home, ".ssh"), join(home, "Documents"));
    expect((await toolError(runPrepared("create_file", prepared))).summary).toBe("Never shared");
    await rm(join(home, "Documents"));
    expect((await toolError(runPrepared("create_file", prepared))).type).toBe("not_found");
    expect([await readdir(join(home, "Other")), await readdir(join(home, ".ssh"))]).toEqual([[], []]);
  });

  it.each([
    ["a folder that is not there", "~/Nowhere/a.txt", "not_found"],
    ["a file as a folder", "~/a.txt/b.txt", "invalid_argument"],
    ["a folder's path", "~/Documents/", "invalid_argument"],
    ["an invisible character in the name", "~/Documents/pay\u200b.txt", "invalid_argument"],
    ["a turned-round name", "~/Documents/\u202etxt.exe", "invalid_argument"],
    ["a line break in the name", "~/Documents/a\nb.txt", "invalid_argument"],
    ["a name of 256 bytes", `~/Documents/${"ä".repeat(126)}.txt`, "invalid_argument"],
    ["the home folder itself", "~", "unavailable"],
    ["a place outside", "/etc/orbit.txt", "unavailable"],
    ["a secret's name", "~/Documents/.env", "unavailable"],
    ["a new key", "~/Documents/server.key", "unavailable"],
    ["the Library", "~/Library/LaunchAgents/a.plist", "unavailable"],
  ])("refuses %s", async (_name, path, type) => {
    const { failure } = await caller({ "Documents/": "", "a.txt": "", "Library/LaunchAgents/": "" });
    expect((await failure("create_file", { path, content: "x" })).type).toBe(type);
  });

  it("takes a name of 255 bytes and refuses content over a million characters", async () => {
    const { call, failure } = await caller();
    const name = `${"ä".repeat(125)}a.txt`;
    expect((await call("create_file", { path: `~/Documents/${name}`, content: "x" })).summary).toBe(`Created ${name}`);
    const large = { path: "~/Documents/large.txt", content: "x".repeat(1_000_001) };
    expect((await failure("create_file", large)).message).toContain("at most 1000000");
  });

  it("warns of a file that can run and of one that Finder hides", async () => {
    const { prepare } = await caller();
    const warning = async (name: string) =>
      (await prepare("create_file", { path: `~/${name}`, content: "x" })).form.warning;
    expect(await warning("backup.command")).toContain("can run as a program");
    expect(await warning(".zprofile")).toContain("hides this file");
    expect(await warning("notes.txt")).toBeUndefined();
  });

  it.each([
    ["text that is shown in another order", "if (isAdmin\u202e \u2066// nobody\u2069)", true],
    ["text without width", "a\u200bb", true],
    ["text for a terminal", "\u001b[2Jrm", true],
    ["a return without a line feed", "harmless\rother", true],
    ["a separator of lines", "a\u2028b", true],
    ["tabs and line breaks of either kind", "a\tb\nc\r\nd", false],
    ["emoji and Persian", "\ufeff👩‍🚀 می‌خواهم", false],
  ])("warns of content that the form cannot show: %s", async (_name, content, warns) => {
    const { prepare } = await caller();
    const { form } = await prepare("create_file", { path: "~/a.txt", content });
    expect(form.warning?.includes("cannot be seen") ?? false).toBe(warns);
    const script = await prepare("create_file", { path: "~/.a.command", content });
    expect(script.form.warning).toMatch(/^A file of this type can run .* Finder hides this file/);
  });

  it("writes where the home folder holds a folder that is hard to show", async () => {
    const { home, call } = await caller({ "Odd\u200b <x>/": "" });
    const result = await call("create_file", { path: "~/Odd ‹x›/a.txt", content: "x" });
    expect(result.text).toContain("~/Odd ‹x›/a.txt");
    expect(await readFile(join(home, "Odd\u200b <x>/a.txt"), "utf8")).toBe("x");
  });

  it("writes nothing when the person stops before it begins", async () => {
    const { home, prepare } = await caller();
    const prepared = await prepare("create_file", { path: "~/Documents/a.txt", content: "x" });
    const { runPrepared } = toolCaller(fileServices(home).services, AbortSignal.abort(new Error("stopped")));
    await expect(runPrepared("create_file", prepared)).rejects.toThrow("stopped");
    expect(await readdir(join(home, "Documents"))).toEqual([]);
  });
});
