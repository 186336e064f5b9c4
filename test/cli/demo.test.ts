import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDemoHome } from "../fakes/demo-home";
import { demoScript } from "../fakes/demo-script";
import { askAt, eventsOfType, setUp, type Place } from "./harness";
import { spawnProgram } from "./spawned";

const SUM_WISH = "Create a file totals.txt with their sum";

/** The demo's model and files, without the pauses that make it look like a model. */
async function demoPlace(): Promise<Place & { bills: string }> {
  const place = await setUp(demoScript);
  await makeDemoHome(place.home, new Date());
  return { ...place, bills: join(place.home, "Documents", "Bills") };
}

describe("M2.4 the demo's wishes through ask", () => {
  it("finds the invoices, reads them and sums them up, and says which it could not read", async () => {
    const { code, out, status } = await askAt(await demoPlace(), ["Find my invoices"]);
    expect(code).toBe(0);
    expect(out).toContain("| `invoice-0312.pdf` | 1,240.50 EUR |");
    expect(out).toContain("**Sum: 2,678.15 EUR** of 6 invoices.");
    expect(out).toContain("`invoice-scan.pdf` could not be read");
    expect(status).toContain("✓ Found 7 files\n");
    expect(status).toContain("✗ Reading invoice-scan.pdf: Scanned, without text\n");
  });

  it("writes the sum down after run", async () => {
    const place = await demoPlace();
    const { code, out } = await askAt(place, [], { lines: ["Find my invoices", SUM_WISH, "run"] });
    expect(code).toBe(0);
    expect(out).toContain("Done. Created ~/Documents/Bills/totals.txt");
    expect(await readFile(join(place.bills, "totals.txt"), "utf8")).toMatch(
      /: 59\.95 EUR\n.*\n\nSum: 2,678\.15 EUR\n$/s,
    );
  });

  it("writes what was typed into the form in its place", async () => {
    const place = await demoPlace();
    const lines = ["content=2,678.15 EUR in all", "path=~/Documents/sum.txt", "run"];
    expect((await askAt(place, [SUM_WISH], { lines })).code).toBe(0);
    expect(await readFile(join(place.home, "Documents", "sum.txt"), "utf8")).toBe("2,678.15 EUR in all");
    expect(existsSync(join(place.bills, "totals.txt"))).toBe(false);
  });

  it("writes nothing after cancel, and says so", async () => {
    const place = await demoPlace();
    const before = await readdir(place.home, { recursive: true });
    const asked = await askAt(place, ["--json", SUM_WISH], { lines: ["cancel"] });
    expect(eventsOfType(asked, "tool_result").at(-1)).toMatchObject({ name: "create_file", status: "declined" });
    expect(eventsOfType(asked, "text").at(-1)?.["text"]).toContain("Nothing was changed: you said no");
    const after = await readdir(place.home, { recursive: true });
    expect(after.filter((path) => !before.includes(path) && !path.startsWith(".local"))).toEqual([]);
  });
});

describe("M2.5 npm run demo", () => {
  it("takes a chat with its forms from the terminal, and leaves nothing behind", { timeout: 30_000 }, async () => {
    const demo = spawnProgram("test/fakes/demo.ts", []);
    demo.typeAll(`${SUM_WISH}\npath=~/Documents/sum.txt\nrun\n/quit\n`);
    const { code, out, status } = await demo.ended;
    expect(code).toBe(0);
    expect(out).toContain("The sum of 6 invoices is 2,678.15 EUR.");
    expect(out).toMatch(/Done\..*sum\.txt/);
    expect(status).toContain("    Path (path): ~/Documents/Bills/totals.txt\n");
    const [, home = "", folder = ""] = /The demo home is ((.+)\/home)\. It is removed/.exec(status) ?? [];
    expect(home).not.toBe("");
    expect(existsSync(folder)).toBe(false);
  });
});
