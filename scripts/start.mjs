// npm start: in Raycast where there is one, in the terminal anywhere else.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const hasRaycast =
  process.platform === "darwin" &&
  ["/Applications", join(homedir(), "Applications")].some((folder) => existsSync(join(folder, "Raycast.app")));

// Where npm is set to ignore scripts, neither the install before this one nor that of Node itself has run.
if (!existsSync(join(root, "node_modules", ".bin", "node"))) {
  console.error("The packages are not whole, because npm is set to ignore scripts. Run: npm ci --ignore-scripts=false");
  process.exit(1);
}

if (!hasRaycast) {
  console.log("There is no Raycast here, so Orbit runs in the terminal.\n");
}

const [command, args] = hasRaycast
  ? [join(root, "node_modules", ".bin", "ray"), ["develop"]]
  : [process.execPath, ["--import", "tsx", "--disable-warning=ExperimentalWarning", "test/fakes/demo.ts"]];

const child = spawn(command, args, { cwd: root, stdio: "inherit" });
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
