// npm run test:mutants: breaks the code, one line at a time, in a copy of the project, and looks whether a test notices.
// With words as arguments, only the mutants whose name or file holds one of them.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import * as z from "zod";
import type { Mutant } from "./mutant";
import { MUTANTS } from "./mutants";

const root = join(import.meta.dirname, "../..");
const COPIED = ["src", "test", "assets", ".github", "package.json", "tsconfig.json", "vitest.config.mts"];
/** A broken loop may go on for ever. */
const TIME_LIMIT_MS = 120_000;

const reportSchema = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

type Verdict =
  | { type: "killed"; by: string }
  | { type: "survived" }
  /** The check itself is wrong: the line is not there any more, or the broken code does not load. */
  | { type: "invalid"; why: string };

/** A copy of the project, which shares the packages. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), "orbit-mutants-"));
  // Tests with packages of their own have them below the folder.
  const filter = (path: string) => basename(path) !== "node_modules";
  for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true, filter });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

async function judge(copy: string, { file, find, replace, tests }: Mutant): Promise<Verdict> {
  const path = join(copy, "src", file);
  const text = readFileSync(path, "utf8");
  const count = text.split(find).length - 1;
  if (count !== 1) return { type: "invalid", why: `the line occurs ${count} times` };
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  try {
    return await runTests(copy, tests);
  } finally {
    writeFileSync(path, text);
  }
}

async function runTests(copy: string, tests: readonly string[]): Promise<Verdict> {
  const output = join(copy, "report.json");
  rmSync(output, { force: true });
  const args = ["run", "--project", "all", "--reporter=json", `--outputFile=${output}`, "--bail=1"];
  const files = tests.map((test) => `test/${test}`);
  const child = spawn(join(root, "node_modules/.bin/vitest"), [...args, ...files], {
    cwd: copy,
    stdio: "ignore",
    timeout: TIME_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code === null) return { type: "killed", by: "tests that do not end" };
  const { success, testResults } = reportSchema.parse(JSON.parse(readFileSync(output, "utf8")));
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed"),
  );
  if (failed[0] !== undefined) return { type: "killed", by: failed[0].fullName };
  const broken = testResults.find(({ assertionResults }) => assertionResults.length === 0);
  if (broken !== undefined) return { type: "invalid", why: broken.message || `${broken.name} holds no test` };
  return success ? { type: "survived" } : { type: "killed", by: "an error outside of any test" };
}

/** Takes the work from one list, in as many copies as there are cores. */
async function judgeAll(mutants: readonly Mutant[], onVerdict: (mutant: Mutant, verdict: Verdict) => void) {
  const waiting = [...mutants];
  const lane = async () => {
    const copy = copyProject();
    try {
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        onVerdict(mutant, await judge(copy, mutant));
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}

/** Tests that fail by themselves would kill every mutant. */
async function testsPass(mutants: readonly Mutant[]): Promise<boolean> {
  const copy = copyProject();
  try {
    const verdict = await runTests(copy, [...new Set(mutants.flatMap(({ tests }) => tests))]);
    if (verdict.type === "survived") return true;
    console.error(`The tests do not pass as they are: ${verdict.type === "killed" ? verdict.by : verdict.why}`);
    return false;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function line({ name, file }: Mutant, verdict: Verdict): string {
  const what = `${file.padEnd(28)} ${name}`;
  switch (verdict.type) {
    case "killed":
      return `killed    ${what}\n${" ".repeat(39)}by “${verdict.by}”`;
    case "survived":
      return `SURVIVED  ${what}`;
    case "invalid":
      return `INVALID   ${what}: ${verdict.why}`;
  }
}

async function main(words: readonly string[]): Promise<boolean> {
  const wanted = MUTANTS.filter(
    ({ name, file }) => words.length === 0 || words.some((word) => `${name} ${file}`.includes(word)),
  );
  if (wanted.length === 0 || !(await testsPass(wanted))) return false;
  const counts = { killed: 0, survived: 0, invalid: 0 };
  await judgeAll(wanted, (mutant, verdict) => {
    counts[verdict.type] += 1;
    console.log(line(mutant, verdict));
  });
  console.log(`${counts.killed} of ${wanted.length} killed, ${counts.survived} survived, ${counts.invalid} invalid`);
  return counts.killed === wanted.length;
}

void main(process.argv.slice(2)).then((isGood) => {
  process.exitCode = isGood ? 0 : 1;
});
