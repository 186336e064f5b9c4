import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cardPaths, fileServices, listedPaths, setDay, tempHome, toolCaller } from "./temp-home";

async function caller(files: Record<string, string | Uint8Array>) {
  const home = await tempHome(files);
  const host = fileServices(home);
  return { home, ...host, ...toolCaller(host.services) };
}

describe("list_folder", () => {
  it("M4.2 lists folders first, then files by name, one line an item", async () => {
    const { home, call } = await caller({
      "D/file 10.txt": "0123456789",
      "D/file 2.txt": "x".repeat(48_200),
      "D/Sub/a": "",
    });
    for (const name of ["file 10.txt", "file 2.txt", "Sub"]) await setDay(join(home, "D", name));
    const result = await call("list_folder", { path: "~/D" });
    expect(result.text).toBe(
      [
        "~/D has 3 items:",
        "- ~/D/Sub/ (folder, modified 2026-03-12 09:15)",
        "- ~/D/file 2.txt (48 KB, modified 2026-03-12 09:15)",
        "- ~/D/file 10.txt (10 bytes, modified 2026-03-12 09:15)",
      ].join("\n"),
    );
    expect([result.summary, cardPaths(result)]).toEqual([
      "Listed 3 items",
      ["~/D/Sub", "~/D/file 2.txt", "~/D/file 10.txt"],
    ]);
  });

  it("C10 reports the names that the model gets; what it named itself is none", async () => {
    const { call } = await caller({ "D/a.txt": "", "D/b.txt": "", "D/c.txt": "", "E/": "" });
    expect((await call("list_folder", { path: "~/D" })).disclosures).toEqual([{ kind: "fileNames", count: 3 }]);
    expect((await call("list_folder", { path: "~/D", limit: 2 })).disclosures).toEqual([
      { kind: "fileNames", count: 2 },
    ]);
    expect((await call("get_file_info", { path: "~/D/a.txt" })).disclosures).toEqual([{ kind: "fileNames", count: 1 }]);
    expect(await call("list_folder", { path: "~/E" })).not.toHaveProperty("disclosures");
    expect(await call("open_file", { path: "~/D/a.txt" })).not.toHaveProperty("disclosures");
  });

  it("M4.4 says that items are hidden or never shared, not which or how many", async () => {
    const { call } = await caller({ ".env": "", ".ssh/x": "", id_rsa: "", "Library/x": "", ".zshrc": "", "a.txt": "" });
    const { text } = await call("list_folder", { path: "~" });
    expect(text).toMatch(
      /^~ has 1 item:\n- ~\/a\.txt \(.*\)\nHidden items are not listed\.\nSome items are never shared\.$/,
    );
  });

  it("shows 50 items unless told otherwise and says so", async () => {
    const { call } = await caller(
      Object.fromEntries(Array.from({ length: 120 }, (_value, index) => [`D/${index}.txt`, ""])),
    );
    const { text } = await call("list_folder", { path: "D" });
    expect([listedPaths(text)[0], listedPaths(text)[49], listedPaths(text).length]).toEqual([
      "~/D/0.txt",
      "~/D/49.txt",
      50,
    ]);
    expect(text).toContain("[Showing 50 of 120. Use search_files to find others.]");
    expect(listedPaths((await call("list_folder", { path: "D", limit: 100 })).text)).toHaveLength(100);
  });

  it("shows a link as what it leads to, and one that leads nowhere as itself", async () => {
    const { home, call } = await caller({ "D/Sub/": "", "D/a.txt": "12345" });
    await symlink(join(home, "D/a.txt"), join(home, "D/link.txt"));
    await symlink("gone", join(home, "D/nowhere"));
    const { text } = await call("list_folder", { path: "~/D" });
    expect(text).toContain("- ~/D/link.txt (5 bytes,");
    expect(text).toContain("- ~/D/nowhere (4 bytes,");
  });

  it("tells an empty folder, a file and nothing at all apart", async () => {
    const { call, failure } = await caller({ "Empty/": "", "a.txt": "" });
    expect((await call("list_folder", { path: "~/Empty" })).summary).toBe("Nothing to show");
    expect((await failure("list_folder", { path: "~/a.txt" })).type).toBe("invalid_argument");
    expect((await failure("list_folder", { path: "~/gone" })).type).toBe("not_found");
  });
});

describe("get_file_info", () => {
  it("M4.2 tells kind, size and times of a file, and how full a folder is", async () => {
    const { home, call } = await caller({ "D/a.pdf": "x".repeat(1_234), "D/b.txt": "", "D/.hidden": "", "D/.env": "" });
    await setDay(join(home, "D/a.pdf"));
    const file = await call("get_file_info", { path: "~/D/a.pdf" });
    expect(file.text).toMatch(
      /^~\/D\/a\.pdf\nKind: file \(pdf\)\nSize: 1 KB \(1,234 bytes\)\nChanged: 2026-03-12 09:15\nMade: \d{4}-/,
    );
    expect((await call("get_file_info", { path: "~/D" })).text).toContain("Kind: folder\nHolds: 2 visible items\n");
    expect((await call("get_file_info", { path: "~" })).text).toMatch(/^~\nKind: folder/);
  });

  it("follows a link and tells about what it leads to", async () => {
    const { home, call } = await caller({ "real.txt": "12345" });
    await symlink("real.txt", join(home, "link.txt"));
    expect((await call("get_file_info", { path: "~/link.txt" })).text).toContain(
      "~/real.txt\nKind: file (txt)\nSize: 5 bytes",
    );
  });
});

describe("open_file", () => {
  it("M4.2 hands documents and folders to the host by their real path", async () => {
    const { home, call, opened } = await caller({ "Documents/-offer 'a'.pdf": "x" });
    await symlink(join(home, "Documents/-offer 'a'.pdf"), join(home, "short.pdf"));
    expect((await call("open_file", { path: "~/short.pdf" })).summary).toBe("Opened -offer 'a'.pdf");
    await call("open_file", { path: "~/Documents" });
    expect(opened).toEqual([join(home, "Documents/-offer 'a'.pdf"), join(home, "Documents")]);
  });

  it.each([
    "run.command",
    "x.SH",
    "Tool.app/",
    "a.scpt",
    "disk.dmg",
    "page.webloc",
    "flow.workflow/",
    "setup.pkg",
    "p.terminal",
  ])("M4.2 does not open %s: that would run or install something", async (name) => {
    const { failure, opened } = await caller({ [name]: "x" });
    const error = await failure("open_file", { path: `~/${name}` });
    expect([error.type, error.summary, opened]).toEqual(["unavailable", "Programs are not opened", []]);
  });

  it("does not open a program without an extension, or by a link with a document's name", async () => {
    const { home, failure, call, opened } = await caller({ tool: "#!/bin/sh", "report.pdf": "x" });
    await chmod(join(home, "tool"), 0o755);
    await chmod(join(home, "report.pdf"), 0o755);
    await symlink(join(home, "tool"), join(home, "letter.pdf"));
    expect((await failure("open_file", { path: "~/tool" })).summary).toBe("Programs are not opened");
    expect((await failure("open_file", { path: "~/letter.pdf" })).summary).toBe("Programs are not opened");
    await call("open_file", { path: "~/report.pdf" });
    expect(opened).toEqual([join(home, "report.pdf")]);
  });

  it("says so when the host cannot open it", async () => {
    const home = await tempHome({ "a.xyz": "x" });
    const host = {
      open: () => Promise.reject(new Error("no app")),
      trash: () => Promise.resolve(),
      now: () => new Date(0),
    };
    const { failure } = toolCaller(fileServices(home, { host }).services);
    const error = await failure("open_file", { path: "~/a.xyz" });
    expect([error.type, error.message]).toEqual(["failed", expect.not.stringContaining("no app")]);
  });
});

describe("the tools as models see them", () => {
  it("offers seven tools in a fixed order, each described in more than 100 characters", async () => {
    const { fileTools } = await import("../../../src/tools/files/file-tools");
    const tools = fileTools(fileServices("/home/nobody").services);
    expect(tools.map(({ name, risk }) => `${name}: ${risk}`)).toEqual([
      "search_files: read",
      "read_file: read",
      "list_folder: read",
      "get_file_info: read",
      "open_file: draft",
      "create_file: write",
      "move_to_trash: destructive",
    ]);
    for (const { description } of tools) expect(description.length).toBeGreaterThan(100);
  });

  it("names the file in the status row, on one line", async () => {
    const { fileTools } = await import("../../../src/tools/files/file-tools");
    const labels = fileTools(fileServices("/home/nobody").services).map((tool) =>
      tool.label({
        path: "~/D/a\n<b>.txt",
        ...(tool.name === "search_files" ? { query: "x" } : {}),
        ...(tool.name === "create_file" ? { content: "" } : {}),
      }),
    );
    expect(labels).toContain("Reading a ‹b›.txt…");
    expect(labels.join()).not.toContain("\n");
  });
});

describe("a file as a folder's name, and the other way round", () => {
  it("takes a trailing slash as part of the spelling only", async () => {
    const { home, call } = await caller({ "D/a.txt": "hello" });
    await mkdir(join(home, "E"));
    await writeFile(join(home, "E/b.txt"), "x");
    expect((await call("read_file", { path: "~/D/a.txt/" })).text).toContain("hello");
    expect(listedPaths((await call("list_folder", { path: "E/" })).text)).toEqual(["~/E/b.txt"]);
  });
});
