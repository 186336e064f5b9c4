import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECRET_WORD } from "./demo-files/hidden-files";
import { makeDemoHome } from "./demo-home";

const NOW = new Date("2026-06-15T12:00:00Z");

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "demo-home-"));
  await makeDemoHome(join(folder, "a"), NOW);
});
afterAll(() => rm(folder, { recursive: true }));

async function filesIn(home: string): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
    .sort();
}

/** Every path with the digest of its bytes and its time. */
async function fingerprint(home: string): Promise<string[]> {
  const paths = await filesIn(home);
  return Promise.all(
    paths.map(async (path) => {
      const digest = createHash("sha256")
        .update(await readFile(join(home, path)))
        .digest("hex");
      return `${path} ${digest} ${(await stat(join(home, path))).mtimeMs}`;
    }),
  );
}

async function pdfText(path: string): Promise<string> {
  const { extractText } = await import("unpdf");
  const { text } = await extractText(new Uint8Array(await readFile(path)), { mergePages: true });
  return text;
}

describe("M2.5 the demo home", () => {
  it("is the same to the byte for the same time", async () => {
    await makeDemoHome(join(folder, "b"), NOW);
    expect(await fingerprint(join(folder, "b"))).toEqual(await fingerprint(join(folder, "a")));
  });

  it("moves with the time: everything was changed before it, over months", async () => {
    const times = await Promise.all(
      (await filesIn(join(folder, "a"))).map(async (path) => (await stat(join(folder, "a", path))).mtimeMs),
    );
    const days = times.map((time) => (NOW.getTime() - time) / 86_400_000);
    expect(Math.min(...days)).toBe(1);
    expect(Math.max(...days)).toBe(500);
    expect((await stat(join(folder, "a", "Documents/Bills"))).mtimeMs).toBe(NOW.getTime() - 12 * 86_400_000);
  });

  it("has invoices that are real PDFs: their text states a company, a date and a total", async () => {
    const text = await pdfText(join(folder, "a/Documents/Bills/invoice-0312.pdf"));
    expect(text).toContain("Harbour Hosting");
    expect(text).toContain("Date: 15 March 2026");
    expect(text).toContain("Total: 1,240.50 EUR");

    const { getMeta } = await import("unpdf");
    const bytes = new Uint8Array(await readFile(join(folder, "a/Documents/Bills/invoice-0312.pdf")));
    const { info } = await getMeta(bytes);
    expect(info).toMatchObject({ CreationDate: "D:20260315120000Z", ModDate: "D:20260315120000Z" });
  });

  it("has an invoice from a scanner, without any text", async () => {
    expect((await pdfText(join(folder, "a/Documents/Bills/invoice-scan.pdf"))).trim()).toBe("");
  });

  it("has Word documents that a reader of Word documents reads", async () => {
    const { default: mammoth } = await import("mammoth");
    const path = join(folder, "a/Documents/Contracts/Office lease contract.docx");
    const { value } = await mammoth.extractRawText({ path });
    expect(value).toContain("Notice period: Either side may end this contract");
  });

  it("has pictures that begin and end as PNG files do", async () => {
    const bytes = await readFile(join(folder, "a/Pictures/Mountains.png"));
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([96, 96]);
    expect(bytes.subarray(-8, -4).toString()).toBe("IEND");
  });

  it("has names that break what is built carelessly", async () => {
    const names = await readdir(join(folder, "a/Documents/Odd names"));
    expect(names.filter((name) => name.startsWith("-"))).toHaveLength(1);
    for (const part of ["\n", "🎉", '"', "'", "$", "\u202e"]) expect(names.join("|")).toContain(part);
  });

  it("has things that must never be shown, all marked with one word", async () => {
    const secret = [".ssh/id_ed25519", ".env", ".gnupg/invoice.gpg", "Documents/Website/invoice-server.pem"];
    for (const path of secret) expect(await readFile(join(folder, "a", path), "utf8")).toContain(SECRET_WORD);
    expect(
      await readFile(join(folder, "a/Documents/Website/node_modules/invoice-maker/README.md"), "utf8"),
    ).not.toContain(SECRET_WORD);
  });
});
