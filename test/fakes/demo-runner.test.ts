import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { runDemo } from "./demo-runner";

/** A stand-in for `ask`: notes what it was given, asks the model once, then does what its last argument says. */
const PROGRAM = `
import { writeFileSync, readdirSync } from "node:fs";
const [, , noted, ...args] = process.argv;
const flag = (name) => args[args.lastIndexOf("--" + name) + 1];
const body = { model: flag("model"), stream: true, messages: [{ role: "user", content: "Find my invoices" }] };
const response = await fetch(flag("base-url") + "/chat/completions", { method: "POST", body: JSON.stringify(body) });
const answer = await response.text();
const documents = readdirSync(flag("home") + "/Documents");
process.on("SIGTERM", () => process.exit(9));
writeFileSync(noted, JSON.stringify({ args, answer, documents, home: flag("home"), HOME: process.env.HOME }));
if (args.at(-1) === "wait") setTimeout(() => {}, 10_000);
else process.exitCode = 3;
`;

const noteSchema = z.object({
  args: z.array(z.string()),
  answer: z.string(),
  documents: z.array(z.string()),
  home: z.string(),
  HOME: z.string(),
});

let folder: string;
let said: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "demo-runner-"));
  said = [];
  await writeFile(join(folder, "program.mjs"), PROGRAM);
});
afterEach(() => rm(folder, { recursive: true }));

async function run(...args: string[]) {
  const noted = join(folder, "noted.json");
  const signals = new EventEmitter();
  const ended = runDemo({
    command: [process.execPath, join(folder, "program.mjs"), noted],
    args,
    say: (line) => said.push(line),
    signals,
  });
  if (args.at(-1) === "wait") {
    await vi.waitFor(() => expect(existsSync(noted)).toBe(true), { timeout: 5_000, interval: 5 });
    signals.emit("SIGTERM", "SIGTERM");
  }
  const code = await ended;
  return { code, ...noteSchema.parse(JSON.parse(await readFile(noted, "utf8"))) };
}

describe("M2.5 npm run demo", () => {
  it("runs the program on the scripted model and the demo home, and gives its exit code", async () => {
    const { code, args, answer, documents, home, HOME } = await run("--json", "Find my invoices");
    expect(code).toBe(3);
    expect(args.slice(-2)).toEqual(["--json", "Find my invoices"]);
    expect(answer).toContain('"content":"look "');
    expect(documents).toContain("Bills");
    expect(HOME).toBe(home);
  });

  it("says first that the model is a script, and where the files are", async () => {
    const { home } = await run("hello");
    expect(said[0]).toContain("the model is a script");
    expect(said[1]).toContain(home);
    expect(said).toHaveLength(2);
  });

  it("says what to try where nothing is asked yet", async () => {
    await run();
    expect(said[2]).toContain("Find my invoices");
  });

  it("removes the demo home and stops the server when it is done", async () => {
    const { home, args } = await run("hello");
    expect(existsSync(home)).toBe(false);
    const url = args[args.indexOf("--base-url") + 1] ?? "";
    await expect(fetch(url)).rejects.toThrow();
  });

  it("passes a signal on, and cleans up after it", async () => {
    const { code, home } = await run("wait");
    expect(code).toBe(9);
    expect(existsSync(home)).toBe(false);
  });

  it("says so and cleans up where the program cannot be started", async () => {
    const code = await runDemo({ command: [join(folder, "missing")], args: [], say: (line) => said.push(line) });
    expect(code).toBe(1);
    expect(said.at(-1)).toContain("The demo could not start");
    expect(existsSync(/home is (.+)\/home\./.exec(said[1] ?? "")?.[1] ?? folder)).toBe(false);
  });
});
