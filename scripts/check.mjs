// npm test: everything that must hold before a change goes in. Prints how long each step took, stops at the first failure.
import "./needs-node.mjs";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";

const root = join(import.meta.dirname, "..");
const bin = join(root, "node_modules", ".bin");
const hasColours = process.stdout.isTTY && !process.env.NO_COLOR;
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
  // Some programs take FORCE_COLOR=0 for a wish for colours, so at most one of the two is there.
  FORCE_COLOR: hasColours ? "1" : undefined,
  NO_COLOR: hasColours ? undefined : "1",
};

// `ray build` comes first: it checks the types, and it writes raycast-env.d.ts, which the typed lint rules read. Without
// -o it would install the extension into the person's own Raycast. What needs neither runs beside it.
const FIRST = [
  { name: "build", command: ["ray", "build", "-e", "dist", "-o", "dist"] },
  { name: "format", command: ["prettier", "--check", "."] },
  { name: "layers", command: ["depcruise", "src", "test"] },
];
// The longest first, so that the two cores end at about the same time.
const CHECKS = [
  { name: "lint", command: ["eslint", "--max-warnings", "0", "."] },
  { name: "tests", command: ["vitest", "run"] },
  { name: "unused", command: ["knip"] },
  // The page of the preview host runs in a browser: its types are the DOM's, not Node's.
  { name: "page", command: ["tsc", "--noEmit", "-p", "test/host/page"] },
];

const running = new Set();

/** Runs one step to its end. Gives whether it passed and what it printed; a step that cannot start has failed. */
function run(step) {
  const [command, ...args] = step.command;
  const started = performance.now();
  const child = spawn(join(bin, command), args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  running.add(child);
  child.stdout.on("data", (data) => output.push(data));
  child.stderr.on("data", (data) => output.push(data));
  return new Promise((resolve) => {
    const settle = (ok) => {
      running.delete(child);
      resolve({ step, ok, seconds: (performance.now() - started) / 1000, output: Buffer.concat(output).toString() });
    };
    child.on("error", (error) => {
      output.push(Buffer.from(`${command} could not be started: ${error.message}\n`));
      settle(false);
    });
    child.on("close", (code) => settle(code === 0));
  });
}

function report({ step, ok, seconds, output }) {
  console.log(`${ok ? "✓" : "✗"} ${step.name.padEnd(7)} ${seconds.toFixed(1).padStart(5)} s`);
  if (ok && step.name === "tests") console.log(testCounts(output));
  if (!ok) console.log(`\n${output.trimEnd()}\n\nFailed: ${step.command.join(" ")}`);
}

/** How many tests passed, and which files hold tests that were skipped: what did not run should be seen. */
function testCounts(output) {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trim());
  const skipping = lines.filter((line) => /^[✓↓] .*skipped\)/u.test(line));
  const counts = lines.findLast((line) => line.startsWith("Tests ")) ?? "";
  const count = (word) => new RegExp(`(\\d+) ${word}`).exec(counts)?.[1] ?? "0";
  return [...skipping, `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`].join("\n");
}

/** Runs the steps, as many at a time as there are cores. Gives false, and ends the others, as soon as one fails. */
async function runAll(steps) {
  const waiting = [...steps];
  let failed = false;
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined && !failed; step = waiting.shift()) {
      const result = await run(step);
      if (failed) return;
      report(result);
      if (!result.ok) {
        failed = true;
        stopAll();
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return !failed;
}

function stopAll() {
  for (const child of running) child.kill("SIGTERM");
}

function generatedTypes() {
  try {
    return readFileSync(join(root, "raycast-env.d.ts"), "utf8");
  } catch {
    return "";
  }
}

async function check() {
  console.log(`Node ${process.version}`);
  const typesBefore = generatedTypes();
  if (!(await runAll(FIRST))) return false;
  if (generatedTypes() !== typesBefore) {
    console.error("raycast-env.d.ts did not fit package.json. It has been written anew: look at it and commit it.");
    return false;
  }
  return runAll(CHECKS);
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    stopAll();
    process.exit(130);
  });
}

const started = performance.now();
const passed = await check();
console.log(`${passed ? "All passed" : "Not passed"} after ${((performance.now() - started) / 1000).toFixed(1)} s`);
process.exitCode = passed ? 0 : 1;
