import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Step } from "../fakes/model-server/script";
import { askAt, eventsOf, eventsOfType, runInProcess, setUp } from "./harness";

const FILES = { "Documents/northwind.txt": "Northwind Print owes 40 EUR.\n" };
const QUESTION = "Write down what Northwind Print owes";

/** A model that searches, reads, and writes down a file; `last` says what it then answers. */
const writesDown = (last: Step): Step[] => [
  { text: "I will look.", toolCalls: [{ name: "search_files", input: { query: "northwind" } }] },
  { toolCalls: [{ name: "read_file", input: { path: "~/Documents/northwind.txt" } }] },
  { toolCalls: [{ name: "create_file", input: { path: "~/Documents/sum.txt", content: "40 EUR" } }] },
  last,
];

const DONE: Step = { text: "Written down." };

const sumOf = (home: string) => join(home, "Documents", "sum.txt");

describe("M2.4 a whole request: search, read, form, answer", () => {
  it("is told as events in their order, from the first word to the end", async () => {
    const place = await setUp(writesDown(DONE), FILES);
    const asked = await askAt(place, ["--json", "--approve", "all", QUESTION]);
    const events = eventsOf(asked);
    const who = { provider: "openai", model: "scripted", recipient: "the model on this Mac" };
    expect(events.shift()).toEqual({ type: "route", ...who });
    expect(events.map(({ type, name }) => [type, name])).toEqual([
      ["text", undefined],
      ["tool_call", "search_files"],
      ["tool_result", "search_files"],
      ["tool_call", "read_file"],
      ["tool_result", "read_file"],
      ["tool_call", "create_file"],
      ["approval", "create_file"],
      ["tool_result", "create_file"],
      ["text", undefined],
      ["disclosure", undefined],
      ["end", undefined],
    ]);
    expect(eventsOfType(asked, "text").map(({ text }) => text)).toEqual(["I will look.", "Written down."]);
    expect(events[4]?.["text"]).toContain("Northwind Print owes 40 EUR.");
    expect(events[6]).toMatchObject({
      form: { title: "Create File", fields: [{ value: "~/Documents/sum.txt" }, { value: "40 EUR" }] },
    });
    expect(events.at(-2)).toMatchObject({ text: "1 file name and 1 file sent to the model on this Mac" });
    expect(events.at(-1)).toMatchObject({
      route: who,
      tools: [{ tool: "search_files", calls: 1 }, { tool: "read_file" }, { tool: "create_file" }],
    });
    expect(events.at(-1)).toMatchObject({ end: "answered", chat: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
    expect(asked).toMatchObject({ code: 0, status: "" });
    expect(await readFile(sumOf(place.home), "utf8")).toBe("40 EUR");
    expect(place.server.rejections).toEqual([]);
  });

  it("keeps only the answer on stdout when it is told in words", async () => {
    const place = await setUp(writesDown(DONE), FILES);
    const { out, status } = await askAt(place, ["--approve", "all", QUESTION]);
    expect(out).toBe("I will look.\nWritten down.\n");
    expect(status).toMatch(
      /Searching files….*Found 1 file.*Reading northwind\.txt….*\? Create File.*✓ Created sum\.txt/s,
    );
  });

  it("writes nothing with --approve none, and the model is told so", async () => {
    const place = await setUp(
      writesDown(({ toolResults }) => ({ text: toolResults.at(-1)?.content ?? "" })),
      FILES,
    );
    const { code, out } = await askAt(place, ["--approve", "none", QUESTION]);
    expect(existsSync(sumOf(place.home))).toBe(false);
    expect(out).toContain("The person said no");
    // The model answered, and that is what the exit code says.
    expect(code).toBe(0);
  });

  it("writes what was typed into the form, where it was typed to go", async () => {
    const place = await setUp(writesDown(DONE), FILES);
    const lines = [String.raw`content=40 EUR\nin all`, "path=~/Documents/total.txt", "run"];
    const { code } = await askAt(place, [QUESTION], { lines });
    expect(code).toBe(0);
    expect(await readFile(join(place.home, "Documents", "total.txt"), "utf8")).toBe("40 EUR\nin all");
    expect(existsSync(sumOf(place.home))).toBe(false);
    expect(place.server.requests.at(-1)?.toolResults.at(-1)?.content).toContain("The person edited the values");
  });

  it("writes nothing when the input ends before a word", async () => {
    const place = await setUp(writesDown(DONE), FILES);
    const asked = await askAt(place, ["--json", QUESTION], { lines: ["content=other"] });
    expect(existsSync(sumOf(place.home))).toBe(false);
    expect(eventsOfType(asked, "tool_result").at(-1)).toMatchObject({ status: "declined" });
  });

  it("writes nothing after Ctrl-C in place of a word, and gives no answer", async () => {
    const place = await setUp(writesDown(DONE), FILES);
    const asked = await askAt(place, ["--json", QUESTION], { lines: ["ctrl-c"] });
    expect(existsSync(sumOf(place.home))).toBe(false);
    expect(eventsOf(asked).at(-1)).toMatchObject({ type: "end", end: "stopped" });
    expect(asked.code).toBe(1);
  });

  it("M2.3 is the same in the Anthropic format, with the key from the environment", async () => {
    const { home, server } = await setUp(writesDown(DONE), FILES);
    const flags = ["--provider", "anthropic", "--base-url", server.url, "--key-env", "MY_KEY", "--home", home];
    const asked = await runInProcess([...flags, "--approve", "all", "--json", QUESTION], {
      env: { MY_KEY: "secret-key" },
    });
    expect(asked.code).toBe(0);
    expect(eventsOf(asked).map(({ type }) => type)).toContain("approval");
    expect(server.requests.map(({ format }) => format)).toEqual(["anthropic", "anthropic", "anthropic", "anthropic"]);
    expect(server.requests[0]?.headers["x-api-key"]).toBe("secret-key");
    expect(server.rejections).toEqual([]);
    expect(await readFile(sumOf(home), "utf8")).toBe("40 EUR");
  });
});

describe.skipIf(process.platform === "darwin")(
  "M4.3 a wish to remove a file (not on a Mac: it would reach the real Trash)",
  () => {
    const TRASHES: Step[] = [
      { toolCalls: [{ name: "move_to_trash", input: { path: "~/Documents/northwind.txt" } }] },
      { text: "Done." },
    ];
    const trashIn = (home: string) => join(home, ".local", "share", "Trash", "files", "northwind.txt");

    it("warns in the form, and moves it to the Trash after run", async () => {
      const { home, server } = await setUp(TRASHES, FILES);
      const { code, status } = await askAt({ home, server }, ["Remove it"], { lines: ["run"] });
      expect(status).toMatch(/\? Move to Trash\n.*\n {4}Warning: .*Trash is emptied/);
      expect(await readFile(trashIn(home), "utf8")).toBe(FILES["Documents/northwind.txt"]);
      expect([code, existsSync(join(home, "Documents", "northwind.txt"))]).toEqual([0, false]);
    });

    it("lets no value of that form change: what it showed is what goes, or nothing", async () => {
      const { home, server } = await setUp(TRASHES, { ...FILES, "Documents/other.txt": "other" });
      const lines = ["path=~/Documents/other.txt", "cancel"];
      const { status } = await askAt({ home, server }, ["Remove it"], { lines });
      expect(status).toContain("    Write run or cancel.\n");
      expect(existsSync(trashIn(home))).toBe(false);
      expect(existsSync(join(home, "Documents", "other.txt"))).toBe(true);
    });
  },
);

const exportedSchema = z.object({
  chat: z.object({ messages: z.array(z.object({ usage: z.object({ input: z.number() }).optional() })) }),
});

describe("P3 the tokens that a server counts", () => {
  it("are asked of an OpenAI-compatible one, and kept with each answer", async () => {
    const place = await setUp(writesDown(DONE), FILES);
    await askAt(place, ["--approve", "all", QUESTION]);
    const { out } = await runInProcess(["--home", place.home, "--export", "last"]);
    const { messages } = exportedSchema.parse(JSON.parse(out)).chat;
    const counted = messages.flatMap(({ usage }) => usage?.input ?? []);
    expect(counted).toHaveLength(4);
    // Every request holds the one before it.
    expect(counted.toSorted((one, other) => one - other)).toEqual(counted);
  });
});
