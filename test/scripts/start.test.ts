import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const script = join(import.meta.dirname, "../../scripts/start.mjs");

it("M1.4 npm start says what helps where npm ignores scripts, so that nothing was installed before it", () => {
  const project = mkdtempSync(join(tmpdir(), "orbit-start-"));
  onTestFinished(() => rmSync(project, { recursive: true }));
  mkdirSync(join(project, "scripts"));
  copyFileSync(script, join(project, "scripts/start.mjs"));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, "scripts/start.mjs")], {
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^The packages are not whole.*npm ci --ignore-scripts=false\n$/);
});
