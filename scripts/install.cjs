// Installs what the lock file names when it is not installed yet: the project's, or that of the folder it is given. Runs
// before every npm script, on any Node from 18 on and with nothing installed, so it is plain CommonJS and uses only Node
// itself.
const { spawnSync } = require("node:child_process");
const { statSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "..", process.argv[2] ?? "");

/** Milliseconds of the last change, 0 for a file that does not exist. */
function changedAt(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  return stats === undefined ? 0 : stats.mtimeMs;
}

// npm writes this file last: an install that was cut short leaves none, and is done again. The folder's own age tells
// neither that nor anything else.
const isCurrent = changedAt("node_modules/.package-lock.json") >= changedAt("package-lock.json");

if (!isCurrent) {
  console.error("Installing the packages that package-lock.json names …");
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  // All output goes to stderr, so that what a script prints on stdout can be piped.
  const options = { cwd: root, stdio: ["ignore", 2, 2] };
  const npm = process.env.npm_execpath;
  const startedByNpm = npm !== undefined && /npm-cli\.[cm]?js$/.test(npm);
  const run = startedByNpm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync("npm", args, { ...options, shell: true });
  if (run.status !== 0) {
    console.error("The packages could not be installed: npm says why above. The first run needs the npm registry.");
    process.exit(run.status ?? 1);
  }
}
