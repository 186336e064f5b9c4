import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { buildGallery } from "../host/gallery/build";

const root = join(import.meta.dirname, "../..");
const main = join(root, "test/host/preview/main.ts");

/** A project with the script that npm start runs, and nothing else. */
function projectWithScript() {
  const project = mkdtempSync(join(tmpdir(), "orbit-start-"));
  onTestFinished(() => rmSync(project, { recursive: true }));
  mkdirSync(join(project, "scripts"));
  const script = join(project, "scripts/start.mjs");
  copyFileSync(join(root, "scripts/start.mjs"), script);
  return { project, script };
}

it("M1.4 npm start says what helps where npm ignores scripts, so that nothing was installed before it", () => {
  const { script } = projectWithScript();
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^The packages are not whole.*npm ci --ignore-scripts=false\n$/);
});

it("H1 the preview host ends with npm start, also when that is killed", async () => {
  const { project, script } = projectWithScript();
  const bin = join(project, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, "node"));
  // What it builds is not what is shown here.
  symlinkSync("/bin/true", join(bin, "ray"));
  for (const path of ["node_modules/tsx", "test"]) symlinkSync(join(root, path), join(project, path));
  const gallery = join(project, "gallery");
  await buildGallery(gallery);
  const args = ["--preview", "--no-open", "--state", join(project, "state"), "--home", project, "--extension", gallery];
  const start = spawn(process.execPath, [script, ...args], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    // The files are those of this project; so are their settings.
    env: { ...process.env, TSX_TSCONFIG_PATH: join(root, "tsconfig.json") },
  });
  onTestFinished(() => killGroup(start.pid));
  const ended = new Promise<void>((resolve) => start.stdout.on("close", () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error("It did not start.")));
    let printed = "";
    start.stdout.on("data", (data: Buffer) => {
      printed += data.toString();
      const [found] = /http:\S+(?=\n)/u.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  expect((await fetch(address)).status).toBe(200);
  start.kill("SIGKILL");
  // Both print into it, so it closes with the last of them.
  await ended;
  await expect(fetch(address)).rejects.toThrow();
}, 30_000);

function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, "SIGKILL");
  } catch {
    // All of it has ended, as it should.
  }
}

it("H1 the preview host says how to start it where Node is too old", () => {
  const oldNode = `Object.defineProperty(process.versions, "node", { value: "20.20.2" })`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--import", `data:text/javascript,${encodeURIComponent(oldNode)}`, main, "--help"],
    { cwd: root, encoding: "utf8" },
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^This needs Node 22, .* use npm start or npm test\.\n.*npm ci --ignore-scripts=false\n$/u);
});
