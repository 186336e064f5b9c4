import { chmod, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { terminalHost } from "../../src/cli/terminal-host";
import { tempHome } from "./harness";

afterEach(() => vi.unstubAllEnvs());

/** A folder with an `xdg-open` of our own, first on the path. */
async function withOpener(script: string): Promise<string> {
  const folder = await tempHome({ "xdg-open": `#!/bin/sh\n${script}\n` });
  await chmod(join(folder, "xdg-open"), 0o755);
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"] ?? ""}`);
  return folder;
}

describe("M2.4 the terminal as a host", () => {
  it("keeps everything below the home folder that it is given", () => {
    const { homeFolder, supportFolder } = terminalHost({}, "/made-up/home");
    expect(homeFolder).toBe("/made-up/home");
    expect(supportFolder.startsWith("/made-up/home/")).toBe(true);
  });

  it("takes a home folder as seen from the folder it was started in", () => {
    expect(terminalHost({}, relative(process.cwd(), "/made-up/home")).homeFolder).toBe("/made-up/home");
  });

  it("works on the person's own home folder where none is given", () => {
    expect(terminalHost({}, undefined).homeFolder).toBe(homedir());
  });

  it("hands on the preferences, and makes ids that differ", () => {
    const host = terminalHost({ provider: "openai" }, undefined);
    expect(host.preferences()).toEqual({ provider: "openai" });
    expect(host.newId()).not.toBe(host.newId());
  });
});

describe.skipIf(process.platform === "darwin")("M4.2 opening a file where it is xdg-open that opens", () => {
  const host = terminalHost({}, undefined);

  it("gives the target as one argument, whatever is in it", async () => {
    const folder = await withOpener(`printf '%s|' "$@" > "$(dirname "$0")/opened"`);
    await host.open(`/made-up/a "b" $(c)\n-d.txt`);
    expect(await readFile(join(folder, "opened"), "utf8")).toBe(`/made-up/a "b" $(c)\n-d.txt|`);
  });

  it("says that it failed", async () => {
    await withOpener("exit 4");
    await expect(host.open("/made-up/a.txt")).rejects.toThrow("xdg-open ended with 4.");
  });

  it("says that there is no opener", async () => {
    vi.stubEnv("PATH", await tempHome());
    await expect(host.open("/made-up/a.txt")).rejects.toMatchObject({ code: "ENOENT" });
  });
});
