import { readFile, readdir } from "node:fs/promises";
import type * as FileSystem from "node:fs/promises";
import { join } from "node:path";
import { toolErrorSummary } from "../../../src/agent/tool/tool-error";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeSpotlight } from "./fake-spotlight";
import { fileServices, listedPaths, tempHome, toolCaller } from "./temp-home";

/** Paths (or `write PATH`) that the system refuses, and with which code: root, who may run the tests, is refused nothing. */
const refused = vi.hoisted(() => new Map<string, string>());

/** Files that somebody else makes at the last moment. */
const appearing = vi.hoisted(() => new Set<string>());

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof FileSystem>();
  const check = (path: unknown) => {
    const code = refused.get(String(path));
    if (code !== undefined)
      throw Object.assign(new Error(`${code}: raw system text, open '${String(path)}'`), { code });
  };
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => {
      check(String(args[0]));
      if (appearing.delete(String(args[0]))) await real.writeFile(args[0], "somebody else's");
      const file = await real.open(...args);
      const write = file.writeFile.bind(file);
      file.writeFile = async (...content) => {
        await write(...content);
        check(`write ${String(args[0])}`);
      };
      return file;
    },
    opendir: async (...args: Parameters<typeof real.opendir>) => {
      check(String(args[0]));
      return real.opendir(...args);
    },
  };
});

beforeEach(() => refused.clear());

describe("what macOS refuses", () => {
  it.each([
    ["EPERM", "files", "Missing permission: Files and Folders", "Files and Folders"],
    // Nothing in System Settings helps against the mode of a file.
    ["EACCES", undefined, "No access", "owner and mode"],
  ])("M4.2 C9 %s: says what can be done, without raw system text", async (code, permission, summary, help) => {
    const home = await tempHome({ "Documents/a.txt": "x" });
    const { failure } = toolCaller(fileServices(home).services);
    refused.set(join(home, "Documents/a.txt"), code).set(join(home, "Documents"), code);
    for (const [tool, path] of [
      ["read_file", "~/Documents/a.txt"],
      ["list_folder", "~/Documents"],
      ["get_file_info", "~/Documents"],
    ] as const) {
      const error = await failure(tool, { path });
      expect([error.type, error.permission, toolErrorSummary(error)]).toEqual([
        "permission_denied",
        permission,
        summary,
      ]);
      expect(error.message).toContain(help);
      expect(error.message).not.toContain("raw system text");
    }
  });

  it("M4.1 could not look is not nothing found", async () => {
    const home = await tempHome({ "Documents/needle.txt": "", "Pictures/": "", "Music/needle.txt": "" });
    const { call, failure } = toolCaller(fileServices(home).services);
    refused.set(join(home, "Documents"), "EPERM").set(join(home, "Pictures"), "EPERM");
    expect((await failure("search_files", { query: "needle", folder: "~/Documents" })).type).toBe("permission_denied");
    const { text } = await call("search_files", { query: "needle" });
    expect(listedPaths(text)).toEqual(["~/Music/needle.txt"]);
    expect(text).toContain("Not searched:\n- 2 folders could not be opened.");
    refused.set(join(home, "Music"), "EACCES");
    expect((await call("search_files", { query: "needle" })).summary).toBe("Nothing found, not everything searched");
  });

  it("M4.1 names the folders about which Spotlight is silent", async () => {
    const home = await tempHome({ "Documents/": "", "Desktop/": "" });
    const { programs } = await fakeSpotlight({});
    const { call } = toolCaller(fileServices(home, { platform: "darwin", programs }).services);
    refused.set(join(home, "Documents"), "EPERM");
    const { text, summary } = await call("search_files", { query: "needle" });
    expect(text).toContain(
      "- macOS does not let Orbit look into ~/Documents; the person can allow it in System Settings",
    );
    expect(summary).toBe("Nothing found, not everything searched");
  });

  it("a file whose content cannot be read counts as not searched", async () => {
    const home = await tempHome({ "a.txt": "needle" });
    refused.set(join(home, "a.txt"), "EACCES");
    const { text } = await toolCaller(fileServices(home).services).call("search_files", { query: "needle" });
    expect(text).toContain("- The content of 1 file that could not be read was not searched, only the name.");
  });

  it.each([
    ["ENOSPC", "The disk is full"],
    ["EROFS", "The volume is read-only"],
    ["EPERM", "Missing permission: Files and Folders"],
    ["EIO", "Did not work"],
  ])("M4.3 %s while a file is made: %s", async (code, summary) => {
    const home = await tempHome({ "Documents/": "" });
    refused.set(join(home, "Documents/a.txt"), code);
    const error = await toolCaller(fileServices(home).services).failure("create_file", {
      path: "~/Documents/a.txt",
      content: "x",
    });
    expect([toolErrorSummary(error), error.message.includes("raw system text")]).toEqual([summary, false]);
  });

  it("M4.3 does not write over a file that comes between the last check and the writing", async () => {
    const home = await tempHome({ "Documents/": "" });
    const path = join(home, "Documents/a.txt");
    appearing.add(path);
    const input = { path: "~/Documents/a.txt", content: "ours" };
    const error = await toolCaller(fileServices(home).services).failure("create_file", input);
    expect([error.summary, await readFile(path, "utf8")]).toEqual(["The name is taken", "somebody else's"]);
  });

  it("M4.3 leaves no half file behind when the disk fills up while it is written", async () => {
    const home = await tempHome({ "Documents/": "" });
    refused.set(`write ${join(home, "Documents/a.txt")}`, "ENOSPC");
    const input = { path: "~/Documents/a.txt", content: "x".repeat(10_000) };
    const error = await toolCaller(fileServices(home).services).failure("create_file", input);
    expect(error.summary).toBe("The disk is full");
    expect(await readdir(join(home, "Documents"))).toEqual([]);
  });
});
