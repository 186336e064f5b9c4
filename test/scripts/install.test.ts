import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const script = join(import.meta.dirname, "../../scripts/install.cjs");

// Stands in for npm: prints on stdout as npm does, leaves its arguments behind, and ends as the test says.
const fakeNpm = `
  const { writeFileSync } = require("node:fs");
  console.log("added 2 packages");
  writeFileSync("arguments.txt", process.argv.slice(2).join(" "));
  process.exit(Number(process.env.FAKE_NPM_EXIT ?? 0));
`;

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "orbit-install-"));
  mkdirSync(join(project, "scripts"));
  copyFileSync(script, join(project, "scripts/install.cjs"));
  writeFileSync(join(project, "npm-cli.js"), fakeNpm);
  touch("package-lock.json", 1_000);
});

afterEach(() => rmSync(project, { recursive: true }));

function touch(path: string, seconds: number) {
  writeFileSync(join(project, path), "{}");
  utimesSync(join(project, path), seconds, seconds);
}

function install(npmExit = 0, ...folder: string[]) {
  const env = { ...process.env, npm_execpath: join(project, "npm-cli.js"), FAKE_NPM_EXIT: String(npmExit) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, "scripts/install.cjs"), ...folder], {
    cwd: tmpdir(),
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr, installed: existsSync(join(project, "arguments.txt")) };
}

describe("M1.4 scripts/install.cjs", () => {
  it("installs where there is no node_modules, silent on stdout", () => {
    const { status, stdout, stderr, installed } = install();
    expect({ status, stdout, installed }).toStrictEqual({ status: 0, stdout: "", installed: true });
    expect(stderr).toContain("added 2 packages");
  });

  it("installs again where an install was cut short, which leaves node_modules without npm's own list", () => {
    mkdirSync(join(project, "node_modules"));
    expect(install().installed).toBe(true);
  });

  it("installs again where the lock file is newer", () => {
    mkdirSync(join(project, "node_modules"));
    touch("node_modules/.package-lock.json", 999);
    expect(install().installed).toBe(true);
  });

  it("does nothing, and says nothing, where all is installed", () => {
    mkdirSync(join(project, "node_modules"));
    touch("node_modules/.package-lock.json", 1_000);
    expect(install()).toStrictEqual({ status: 0, stdout: "", stderr: "", installed: false });
  });

  it("installs what another folder's lock file names into that folder alone", () => {
    mkdirSync(join(project, "bench"));
    touch("bench/package-lock.json", 1_000);
    const { status, installed } = install(0, "bench");
    expect({ status, installed, there: existsSync(join(project, "bench/arguments.txt")) }).toStrictEqual({
      status: 0,
      installed: false,
      there: true,
    });
  });

  it("ends as npm ended where npm fails, and says what the first run needs", () => {
    const { status, stdout, stderr } = install(7);
    expect({ status, stdout }).toStrictEqual({ status: 7, stdout: "" });
    expect(stderr).toContain("could not be installed");
  });
});
