import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod";
import { runAsk } from "../../src/cli/run-ask";
import { terminalHost } from "../../src/cli/terminal-host";
import { askAt, eventsOf, runInProcess, setUp, tempHome } from "./harness";

describe("M2.4 what asks no model", () => {
  it("--help prints the flags, opens nothing, and ends well", async () => {
    const home = await tempHome();
    const { code, out, status } = await runInProcess(["--home", home, "--help"]);
    expect([code, status]).toEqual([0, ""]);
    expect(out).toContain("--approve WHAT");
    expect(await readdir(home)).toEqual([]);
  });

  it("--list-tools says of each tool what it may do, and whether it asks first", async () => {
    const { code, out } = await runInProcess(["--home", await tempHome(), "--list-tools"]);
    expect(code).toBe(0);
    expect(out.split("\n")).toContain("create_file    Create File (write, asks first)");
    expect(out.split("\n")).toContain("search_files   Search Files (read)");
  });

  it("--list-tools makes nothing in the home folder", async () => {
    const home = await tempHome();
    await runInProcess(["--home", home, "--list-tools"]);
    expect(await readdir(home)).toEqual([]);
  });

  it("--list-tools --json is an array with what a model gets of each", async () => {
    const { out } = await runInProcess(["--home", await tempHome(), "--list-tools", "--json"]);
    const tools = z
      .array(
        z.strictObject({
          name: z.string(),
          title: z.string(),
          risk: z.enum(["read", "draft", "contained", "write", "destructive"]),
          asksFirst: z.boolean(),
          category: z.string(),
          version: z.int(),
          permissions: z.array(z.string()),
          required: z.array(z.string()),
          optional: z.array(z.string()),
          description: z.string().min(40),
          inputSchema: z.looseObject({ type: z.literal("object"), additionalProperties: z.literal(false) }),
        }),
      )
      .parse(JSON.parse(out));
    expect(Object.fromEntries(tools.map(({ name, risk }) => [name, risk]))).toEqual({
      search_files: "read",
      read_file: "read",
      list_folder: "read",
      get_file_info: "read",
      open_file: "draft",
      create_file: "write",
      move_to_trash: "destructive",
      ask_user: "read",
    });
  });
});

describe("M2.4 a wrong command line ends with 2 and words on stderr", () => {
  it.each<[string, string[], RegExp]>([
    ["a flag that does not exist", ["--colour", "Hello"], /--colour/],
    [
      "a home folder that does not exist",
      ["--home", "made-up/nowhere", "Hello"],
      /there is none at "made-up\/nowhere"/,
    ],
    ["a file for a home folder", ["--home", "package.json", "Hello"], /there is none at "package.json"/],
  ])("%s", async (_case, args, message) => {
    const { code, out, status } = await runInProcess(args);
    expect([code, out]).toEqual([2, ""]);
    expect(status).toMatch(message);
    expect(status).toMatch(/See: npm run ask -- --help\n$/);
    expect(existsSync("made-up")).toBe(false);
    const events = eventsOf(await runInProcess(["--json", ...args]));
    expect(events).toMatchObject([{ type: "notice", text: expect.stringMatching(message) as string }, { type: "end" }]);
  });
});

describe("a fault that nobody expected", () => {
  it("is told in words, without what only a developer reads", async () => {
    let status = "";
    const code = await runAsk(["--home", await tempHome(), "Hello"], {
      env: {},
      output: { out: () => undefined, status: (text) => (status += text) },
      openLines: () => {
        throw new TypeError("secret detail");
      },
    });
    expect([code, status]).toEqual([1, "Orbit stopped because of a fault of its own.\n"]);
  });
});

/** The file in which a home folder's chats are. */
async function databaseOf(home: string): Promise<string> {
  const file = join(terminalHost({}, home).supportFolder, "orbit.sqlite");
  await mkdir(dirname(file), { recursive: true });
  return file;
}

/** Takes a lock on a database, as another program does, until the test ends. */
function lock(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  database.exec(sql);
}

/** Waiting for a lock is measured with this clock; here every look at it takes three seconds. */
function hurryLockWait(): void {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 3_000));
}

describe("a database that cannot be used", () => {
  afterEach(() => vi.restoreAllMocks());

  it("locked from the start: ask says who is in the way, and gives 1", async () => {
    const place = await setUp(() => ({ text: "Hello." }));
    lock(await databaseOf(place.home), "BEGIN EXCLUSIVE");
    hurryLockWait();
    const { code, out, status } = await askAt(place, ["Hello"]);
    expect([code, out]).toEqual([1, ""]);
    expect(status).toMatch(/Another program holds Orbit/);
    expect(place.server.requests).toEqual([]);

    const asked = await askAt(place, ["--json", "Hello"]);
    expect(eventsOf(asked)).toMatchObject([
      { type: "notice", style: "error" },
      { type: "end", end: "failed" },
    ]);
  });

  it("locked when the question is to be saved: nothing leaves the machine", async () => {
    const place = await setUp(() => ({ text: "Hello." }));
    await askAt(place, ["First"]);
    lock(await databaseOf(place.home), "BEGIN IMMEDIATE");
    hurryLockWait();
    const asked = await askAt(place, ["--json", "Second"]);
    expect(eventsOf(asked)).toMatchObject([
      { type: "notice", style: "error", text: expect.stringContaining("Another program holds Orbit") as string },
      { type: "end", end: "failed" },
    ]);
    expect([asked.code, place.server.requests.length]).toEqual([1, 1]);
  });

  it("broken: it is set aside, that is said, and the question is answered", async () => {
    const place = await setUp(() => ({ text: "Hello." }));
    const file = await databaseOf(place.home);
    await writeFile(file, "this is no database, whatever its name says".repeat(100));
    const asked = await askAt(place, ["--json", "Hello"]);
    const [notice] = eventsOf(asked);
    expect(notice).toMatchObject({ type: "notice", style: "warning" });
    const [aside = ""] = (await readdir(dirname(file))).filter((name) => name.includes("damaged"));
    expect(notice?.["text"]).toContain(join(dirname(file), aside));
    expect(asked.code).toBe(0);
  });
});
