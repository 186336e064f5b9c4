// npm start: in Raycast where there is one, in the preview host's page anywhere else (and with --preview).
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const bin = join(root, "node_modules", ".bin");
const node = join(bin, "node");
const ray = join(bin, "ray");
const args = process.argv.slice(2).filter((argument) => argument !== "--preview");
const hasRaycast =
  process.platform === "darwin" &&
  ["/Applications", join(homedir(), "Applications")].some((folder) => existsSync(join(folder, "Raycast.app")));

// Where npm is set to ignore scripts, neither the install before this one nor that of Node itself has run.
if (!existsSync(node)) {
  console.error("The packages are not whole, because npm is set to ignore scripts. Run: npm ci --ignore-scripts=false");
  process.exit(1);
}

function build() {
  console.log("Building Orbit…");
  const { status, stdout, stderr } = spawnSync(ray, ["build", "-e", "dist", "-o", "dist"], { cwd: root });
  if (status === 0) return;
  console.error(`${String(stdout)}${String(stderr)}\nThe build failed, so there is nothing to show.`);
  process.exit(1);
}

const isRaycast = hasRaycast && !process.argv.includes("--preview");
if (!isRaycast && !args.includes("--help") && !args.includes("-h")) build();

const main = join(root, "test", "host", "preview", "main.ts");
// The channel closes with this process, however that ends, and the preview host then ends, too.
const [command, commandArgs, channel] = isRaycast
  ? [ray, ["develop"], []]
  : [node, ["--import", "tsx", "--disable-warning=ExperimentalWarning", main, ...args], ["ipc"]];

const child = spawn(command, commandArgs, { cwd: root, stdio: ["inherit", "inherit", "inherit", ...channel] });
child.on("error", (error) => {
  console.error(`Could not start ${command}: ${error.message}`);
  process.exitCode = 1;
});
child.on("exit", (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1;
});

// Ctrl-C reaches the child as well; it decides what that means, and this process ends with it.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
