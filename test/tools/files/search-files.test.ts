import { mkdir, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../src/tools/files/search-query";
import { SEARCH_LIMITS, searchByWalking, type SearchLimits } from "../../../src/tools/files/search-walk";
import { docxOf, pdfOf } from "./documents";
import { cardFiles, fileServices, listedPaths, setDay, tempHome, toolCaller } from "./temp-home";

async function caller(files: Record<string, string | Uint8Array>) {
  const home = await tempHome(files);
  return { home, ...toolCaller(fileServices(home).services) };
}

/** The walk with small limits, over a home folder. */
function walk(home: string, query: string, limits: Partial<SearchLimits>, now = () => new Date(2026, 2, 20)) {
  return searchByWalking({
    query: parseQuery({ query }, "Europe/Berlin"),
    folder: home,
    home,
    platform: "linux",
    now,
    limits: { ...SEARCH_LIMITS, ...limits },
    signal: new AbortController().signal,
  });
}

describe("search_files without Spotlight", () => {
  it("M4.1 gives one line an item, names with all words first, then the newest", async () => {
    const { home, call } = await caller({
      "Documents/Bills/invoice-0312.pdf": await pdfOf(["Northwind Print"]),
      "Documents/Bills/invoice-0318.txt": "Alpine Coffee",
      "Documents/letter.txt": "The invoice is late.",
      "Documents/Invoices/": "",
      "Documents/other.txt": "nothing of it",
    });
    await setDay(join(home, "Documents/Bills/invoice-0312.pdf"), 0);
    await setDay(join(home, "Documents/Bills/invoice-0318.txt"), 2);
    const letter = await setDay(join(home, "Documents/letter.txt"), 3);
    await setDay(join(home, "Documents/Invoices"), 1);
    const result = await call("search_files", { query: "invoice" });
    expect(result.text.split("\n").map((line) => line.replace(/\d+ bytes|\d+ KB/, "SIZE"))).toEqual([
      '4 items for "invoice" in ~:',
      "- ~/Documents/Bills/invoice-0318.txt (SIZE, modified 2026-03-14 09:15)",
      "- ~/Documents/Invoices/ (folder, modified 2026-03-13 09:15)",
      "- ~/Documents/Bills/invoice-0312.pdf (SIZE, modified 2026-03-12 09:15)",
      "- ~/Documents/letter.txt (SIZE, modified 2026-03-15 09:15)",
    ]);
    expect(result.summary).toBe("Found 4 items");
    expect(cardFiles(result).at(-1)).toEqual({
      path: "~/Documents/letter.txt",
      name: "letter.txt",
      isFolder: false,
      size: 20,
      modifiedAt: letter.getTime(),
    });
  });

  it("M4.1 finds words in text of any encoding, in PDF and in Word documents, across name and content", async () => {
    const { call } = await caller({
      "a.txt": "Rechnung von Alpine Coffee",
      "b.txt": Buffer.from("\ufeffRechnung von Alpine Coffee", "utf16le"),
      "c.pdf": await pdfOf(["Page one", "Rechnung von Alpine Coffee"]),
      "d.docx": docxOf(["Rechnung", "von Alpine Coffee"]),
      "rechnung.txt": "alpine coffee",
      "e.txt": "Rechnung von Northwind Print",
    });
    const { text } = await call("search_files", { query: "rechnung alpine" });
    expect(listedPaths(text).toSorted()).toEqual(["~/a.txt", "~/b.txt", "~/c.pdf", "~/d.docx", "~/rechnung.txt"]);
  });

  it("M4.1 ignores case and accents, composed or not", async () => {
    const { call } = await caller({ "CAFE\u0301.txt": "", "Caf\u00e9 menu.txt": "", "cafe.txt": "", "tea.txt": "" });
    for (const query of ["café", "cafe\u0301", "CAFE"]) {
      expect((await call("search_files", { query })).summary).toBe("Found 3 files");
    }
  });

  it("M4.1 narrows by folder, kind and date; a day counts to its end", async () => {
    const { home, call, failure } = await caller({
      "Documents/plan.txt": "",
      "Documents/plan.png": "",
      "Pictures/plan.png": "",
      "Documents/Plan/": "",
    });
    await setDay(join(home, "Documents/plan.txt"), -5);
    await setDay(join(home, "Documents/plan.png"), 0);
    await setDay(join(home, "Pictures/plan.png"), 5);
    await setDay(join(home, "Documents/Plan"), 0);
    const find = async (input: Record<string, string>) =>
      listedPaths((await call("search_files", { query: "plan", ...input })).text).toSorted();
    expect(await find({ folder: "~/Pictures" })).toEqual(["~/Pictures/plan.png"]);
    expect(await find({ kind: "image" })).toEqual(["~/Documents/plan.png", "~/Pictures/plan.png"]);
    expect(await find({ kind: "Folder" })).toEqual(["~/Documents/Plan"]);
    expect(await find({ modified_after: "2026-03-13" })).toEqual(["~/Pictures/plan.png"]);
    expect(await find({ modified_before: "2026-03-07" })).toEqual(["~/Documents/plan.txt"]);
    expect(await find({ modified_after: "2026-03-12T09:16", modified_before: "2026-03-31" })).toEqual([
      "~/Pictures/plan.png",
    ]);
    for (const wrong of ["yesterday", "2026-02-31", "2026-02-31T10:00", "2026-13-01", "12.03.2026"]) {
      expect((await failure("search_files", { query: "plan", modified_after: wrong })).message).toMatch(
        /^'modified_after' must be a date that exists/,
      );
    }
  });

  it("C5 reads and shows times on the clock that the person's Mac is set to", async () => {
    const home = await tempHome({ "plan.txt": "" });
    await utimes(join(home, "plan.txt"), new Date(0), new Date("2026-03-01T20:00:00Z"));
    // In Auckland it is 9 o'clock on the next day.
    const { call } = toolCaller(fileServices(home, { timeZone: () => "Pacific/Auckland" }).services);
    const search = async (input: Record<string, string>) =>
      (await call("search_files", { query: "plan", ...input })).text;
    expect(await search({ modified_before: "2026-03-01" })).toContain("Nothing was found");
    expect(await search({ modified_after: "2026-03-02T09:00", modified_before: "2026-03-02T09:00" })).toContain(
      "- ~/plan.txt (0 bytes, modified 2026-03-02 09:00)",
    );
    expect((await call("list_folder", { path: "~" })).text).toContain("modified 2026-03-02 09:00");
    expect((await call("get_file_info", { path: "~/plan.txt" })).text).toContain("Changed: 2026-03-02 09:00");
  });

  it("C10 reports the names that the model gets, not those on the card", async () => {
    const { call } = await caller(
      Object.fromEntries(Array.from({ length: 30 }, (_value, index) => [`note ${index}.txt`, ""])),
    );
    expect((await call("search_files", { query: "note" })).disclosures).toEqual([{ kind: "fileNames", count: 20 }]);
    expect((await call("search_files", { query: "note", limit: 3 })).disclosures).toEqual([
      { kind: "fileNames", count: 3 },
    ]);
    expect(await call("search_files", { query: "needle" })).not.toHaveProperty("disclosures");
  });

  it("M4.1 passes by hidden folders, node_modules, packages' insides, links, keys and ~/Library, but not iCloud Drive", async () => {
    const { home, call } = await caller({
      ".hidden/needle.txt": "",
      "Code/node_modules/needle.txt": "",
      "Code/.git/needle.txt": "",
      "Apps/Tool.app/Contents/needle.txt": "",
      "Pictures/Needle.photoslibrary/needle.txt": "",
      "Library/needle.txt": "",
      "Library/Mobile Documents/com~apple~CloudDocs/needle.txt": "",
      "Documents/needle.pem": "",
      "Documents/needle.env": "",
      "Documents/keys.txt": "needle\n-----BEGIN RSA PRIVATE KEY-----\nMIIE",
      ".ssh/needle": "",
    });
    await symlink(join(home, ".hidden/needle.txt"), join(home, "Documents/needle-link.txt"));
    await symlink(join(home, ".hidden"), join(home, "Documents/way"));
    const { text } = await call("search_files", { query: "needle" });
    expect(listedPaths(text).toSorted()).toEqual([
      "~/Library/Mobile Documents/com~apple~CloudDocs/needle.txt",
      "~/Pictures/Needle.photoslibrary",
    ]);
  });

  it("M4.1 gives 20 hits to the model and 50 to the card, and says so", async () => {
    const { call } = await caller(
      Object.fromEntries(Array.from({ length: 60 }, (_value, index) => [`note ${index}.txt`, ""])),
    );
    const result = await call("search_files", { query: "note" });
    expect(listedPaths(result.text)).toHaveLength(20);
    expect(result.text).toContain("[Showing 20 of 60. Narrow the search by folder, kind or date to see others.]");
    expect([cardFiles(result).length, result.summary]).toEqual([50, "Found 60 files"]);
    expect(listedPaths((await call("search_files", { query: "note", limit: 3 })).text)).toHaveLength(3);
  });

  it("M4.1 refuses a query without a word, which would find everything", async () => {
    const { failure } = await caller({ "a.txt": "" });
    for (const query of ["  ", "\u200b", "\n\t", "\u0301"]) {
      expect((await failure("search_files", { query })).type).toBe("invalid_argument");
    }
  });

  it("M4.1 tells nothing found from could not look", async () => {
    const { call, failure } = await caller({ "a.txt": "" });
    expect(await call("search_files", { query: "needle" })).toEqual({
      text: 'Nothing was found for "needle" in ~.',
      summary: "Nothing found",
      card: { type: "files", items: [] },
    });
    expect((await failure("search_files", { query: "needle", folder: "~/gone" })).type).toBe("not_found");
    expect((await failure("search_files", { query: "needle", folder: "~/a.txt" })).type).toBe("invalid_argument");
  });

  it("M4.1 says what it did not search: large files, depth, number, time", async () => {
    const home = await tempHome({
      "big.txt": "",
      "other big.txt": "",
      "a/b/c/needle.txt": "",
      "small.txt": "has the needle",
    });
    await truncate(join(home, "big.txt"), 6_000_000);
    await truncate(join(home, "other big.txt"), 6_000_000);
    const found = await walk(home, "needle", { depth: 1 });
    expect(found.hits.map(({ path }) => path)).toEqual([join(home, "small.txt")]);
    expect(found.gaps).toEqual([
      "1 folder more than 1 level down was not searched.",
      "The content of 2 files over 5 MB was not searched, only the name.",
    ]);
    expect((await walk(home, "needle", { entries: 2 })).gaps[0]).toBe(
      "The search stopped after 2 items; the rest was not looked at.",
    );
    let clock = 0;
    const slow = await walk(home, "needle", { milliseconds: 3_000 }, () => new Date((clock += 1_000)));
    expect(slow.gaps[0]).toBe("The search stopped after 3 seconds; the rest was not looked at.");
    const budget = await walk(home, "needle", { totalBytes: 5, fileBytes: 10_000_000, depth: 1 });
    expect(budget.hits).toEqual([]);
    expect(budget.gaps).toContain("The content of 3 files after the first 5 bytes was not searched, only the name.");
  });

  it("M4.1 counts a document that is too large to unpack as not searched", async () => {
    const { call } = await caller({ "many.docx": docxOf(["<w:br/>".repeat(60_000)]) });
    const { text } = await call("search_files", { query: "needle" });
    expect(text).toContain("- The content of 1 file that could not be read was not searched, only the name.");
  });

  it("M4.1 puts what it did not search into the result", async () => {
    const { home, call } = await caller({ "big.txt": "" });
    await truncate(join(home, "big.txt"), 6_000_000);
    const { text, summary } = await call("search_files", { query: "needle" });
    expect(text).toBe(
      'Nothing was found for "needle" in ~.\nNot searched:\n- The content of 1 file over 5 MB was not searched, only the name.',
    );
    expect(summary).toBe("Nothing found, not everything searched");
  });

  it("stops in the middle when the person stops", async () => {
    const home = await tempHome();
    await mkdir(join(home, "many"));
    await Promise.all(
      Array.from({ length: 300 }, (_value, index) => writeFile(join(home, "many", `${index}.txt`), "x")),
    );
    const stop = new AbortController();
    let looked = 0;
    const { services } = fileServices(home, {
      host: {
        open: () => Promise.resolve(),
        trash: () => Promise.resolve(),
        now: () => {
          looked += 1;
          if (looked === 20) stop.abort(new Error("stopped by the person"));
          return new Date(2026, 2, 20);
        },
      },
    });
    await expect(toolCaller(services, stop.signal).call("search_files", { query: "x" })).rejects.toThrow(
      "stopped by the person",
    );
    expect(looked).toBeLessThan(25);
  });
});
