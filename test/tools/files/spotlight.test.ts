import { mkdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery as parseQueryIn, type SearchQuery } from "../../../src/tools/files/search-query";
import { spotlightQuery } from "../../../src/tools/files/spotlight";
import { fakeSpotlight } from "./fake-spotlight";
import { fileServices, listedPaths, setDay, tempHome, toolCaller } from "./temp-home";

function parseQuery(input: Parameters<typeof parseQueryIn>[0]): SearchQuery {
  return parseQueryIn(input, "Europe/Berlin");
}

function macCaller(home: string, spotlight: Awaited<ReturnType<typeof fakeSpotlight>>, signal?: AbortSignal) {
  const { services } = fileServices(home, { platform: "darwin", programs: spotlight.programs });
  return toolCaller(services, signal);
}

describe("the Spotlight query (M4.1)", () => {
  it("asks for every word in the name, the shown name or the content", () => {
    expect(spotlightQuery(parseQuery({ query: "invoice" }))).toBe(
      '(kMDItemFSName == "*invoice*"cd || kMDItemDisplayName == "*invoice*"cd || kMDItemTextContent == "*invoice*"cd)',
    );
    expect(spotlightQuery(parseQuery({ query: "two words" })).split(" && ")).toHaveLength(2);
  });

  it("adds kind and dates", () => {
    const query = parseQuery({ query: "a", kind: "pdf", modified_after: "2026-03-01T09:00:00Z" });
    expect(spotlightQuery(query)).toMatch(
      / && \(kMDItemFSName == "\*\.pdf"c\) && \(kMDItemFSContentChangeDate >= \$time\.iso\(2026-03-01T09:00:00Z\)\)$/,
    );
    expect(spotlightQuery(parseQuery({ query: "a", kind: "folder" }))).toContain(
      'kMDItemContentType == "public.folder"',
    );
  });

  it("M4.1 escapes what would end a value or widen it", () => {
    expect(spotlightQuery(parseQuery({ query: String.raw`a"||b*\c` }))).toContain(String.raw`"*a\"||b\*\\c*"cd`);
    expect(spotlightQuery(parseQuery({ query: "tab\there" })).split(" && ")).toHaveLength(2);
  });

  it("M4.1 lets no text out of its quotes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
        const word = `x${text.replace(/\s|\p{Cc}/gu, "")}`;
        const query = spotlightQuery(parseQuery({ query: word }));
        const literals = [...query.matchAll(/"\*((?:[^"\\]|\\.)*)\*"cd/gsu)].map((match) => match[1] ?? "");
        expect(literals).toHaveLength(3);
        for (const literal of literals) {
          expect(literal.replace(/\\([\s\S])/g, "$1")).toBe(word.normalize("NFC"));
          expect(literal.replace(/\\[\s\S]/g, "")).not.toMatch(/["*\\]/);
        }
        expect(query.replace(/"\*(?:[^"\\]|\\.)*\*"cd/gsu, "V")).toBe(
          "(kMDItemFSName == V || kMDItemDisplayName == V || kMDItemTextContent == V)",
        );
      }),
    );
  });
});

describe("search_files with Spotlight", () => {
  it("M4.1 runs mdfind -0 -onlyin FOLDER QUERY without a shell and takes what it gives", async () => {
    const home = await tempHome({ "Documents/invoice 1.pdf": "", "Documents/letter.txt": "", "Documents/old.txt": "" });
    await setDay(join(home, "Documents/letter.txt"), 5);
    const paths = ["letter.txt", "invoice 1.pdf", "gone.txt"].map((name) => join(home, "Documents", name));
    const spotlight = await fakeSpotlight({ paths });
    const { call } = macCaller(home, spotlight);
    const query = `invoice "; touch ${join(home, "hacked")}; $(id)`;
    const { text, summary } = await call("search_files", { query, folder: "~/Documents" });
    expect([listedPaths(text).toSorted(), summary]).toEqual([
      ["~/Documents/invoice 1.pdf", "~/Documents/letter.txt"],
      "Found 2 files",
    ]);
    const [status, search] = await spotlight.calls();
    expect(status?.argv).toEqual(["-s", join(home, "Documents")]);
    expect(search?.argv).toEqual(["-0", "-onlyin", join(home, "Documents"), spotlightQuery(parseQuery({ query }))]);
    expect(search?.argv[3]).toMatch(/^\(/);
    expect(search?.env.filter((name) => /key|token|npm|vitest/i.test(name))).toEqual([]);
  });

  it("M4.1 ranks and narrows what Spotlight gives as it does its own findings", async () => {
    const home = await tempHome({ "invoice.txt": "", "content.txt": "", "new invoice.txt": "", "invoice.png": "" });
    await setDay(join(home, "invoice.txt"), 0);
    await setDay(join(home, "new invoice.txt"), 1);
    await setDay(join(home, "content.txt"), 9);
    const paths = ["content.txt", "invoice.txt", "new invoice.txt", "invoice.png"].map((name) => join(home, name));
    const { call } = macCaller(home, await fakeSpotlight({ paths }));
    const { text } = await call("search_files", { query: "invoice", kind: "text" });
    expect(listedPaths(text)).toEqual(["~/new invoice.txt", "~/invoice.txt", "~/content.txt"]);
  });

  it("M4.4 leaves out what Spotlight knows but Orbit never shares", async () => {
    const files = {
      ".ssh/needle": "",
      "Library/Mail/needle.txt": "",
      "Library/Mobile Documents/com~apple~CloudDocs/needle.txt": "",
      "Projects/.env": "",
      "Projects/needle.pem": "",
      "Projects/node_modules/needle/index.txt": "",
      "Tool.app/Contents/needle.txt": "",
      "needle.txt": "",
    };
    const home = await tempHome(files);
    await symlink(join(home, ".ssh"), join(home, "Documents"));
    const paths = [
      ...Object.keys(files).map((path) => join(home, path)),
      join(home, "Documents/needle"),
      "/etc/passwd",
      home,
    ];
    const { call } = macCaller(home, await fakeSpotlight({ paths }));
    const { text } = await call("search_files", { query: "needle" });
    expect(listedPaths(text).toSorted()).toEqual([
      "~/Library/Mobile Documents/com~apple~CloudDocs/needle.txt",
      "~/needle.txt",
    ]);
  });

  it("M4.1 kills mdfind when it has enough, and says so", async () => {
    const home = await tempHome({ "many/": "" });
    await Promise.all(
      Array.from({ length: 520 }, (_value, index) => writeFile(join(home, "many", `hit ${index}.txt`), "")),
    );
    const spotlight = await fakeSpotlight({ endless: join(home, "many/hit ") });
    const { call } = macCaller(home, spotlight);
    const { text } = await call("search_files", { query: "hit" });
    expect(text).toContain("[Showing 20 of 500.");
    expect(text).toContain("Not searched:\n- Spotlight was stopped after 500 hits; there are more.");
    const pid = (await spotlight.calls()).find(({ name }) => name === "mdfind")?.pid ?? 0;
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("keeps names with line breaks, quotes and emoji whole", async () => {
    const home = await tempHome({ 'two\nlines 👋 "needle".txt': "" });
    const { call } = macCaller(home, await fakeSpotlight({ paths: [join(home, 'two\nlines 👋 "needle".txt')] }));
    const { text } = await call("search_files", { query: "needle" });
    expect(listedPaths(text)).toEqual(['~/two lines 👋 "needle".txt']);
  });

  it("puts a path together that comes in parts, also where a character is cut", async () => {
    const home = await tempHome({ "👋👋👋👋.txt": "", "💶💶💶💶💶.txt": "" });
    const paths = ["👋👋👋👋.txt", "💶💶💶💶💶.txt"].map((name) => join(home, name));
    const { call } = macCaller(home, await fakeSpotlight({ paths, slow: true }));
    const { text } = await call("search_files", { query: "needle" });
    expect(listedPaths(text).toSorted()).toEqual(["~/👋👋👋👋.txt", "~/💶💶💶💶💶.txt"]);
  });

  it("lets the hits that do not count fill no limit", async () => {
    const home = await tempHome({ "needle.txt": "" });
    const caches = Array.from({ length: 600 }, (_value, index) => join(home, `Library/Caches/needle ${index}`));
    const { call } = macCaller(home, await fakeSpotlight({ paths: [...caches, join(home, "needle.txt")] }));
    expect(listedPaths((await call("search_files", { query: "needle" })).text)).toEqual(["~/needle.txt"]);
  });

  it.each([
    ["is switched off", { status: "Indexing disabled." }],
    ["answers what is not known", { status: "Error: unknown indexing state." }],
    ["fails", { exitCode: 1 }],
  ])("M4.1 walks where Spotlight %s", async (_name, behaviour) => {
    const home = await tempHome({ "needle.txt": "" });
    const { call } = macCaller(home, await fakeSpotlight(behaviour));
    expect(listedPaths((await call("search_files", { query: "needle" })).text)).toEqual(["~/needle.txt"]);
  });

  it("M4.1 walks where Spotlight's programs are missing", async () => {
    const home = await tempHome({ "needle.txt": "" });
    const programs = { mdfind: join(home, "no-mdfind"), mdutil: join(home, "no-mdutil") };
    const { call } = toolCaller(fileServices(home, { platform: "darwin", programs }).services);
    expect(listedPaths((await call("search_files", { query: "needle" })).text)).toEqual(["~/needle.txt"]);
    const { mdutil } = (await fakeSpotlight({})).programs;
    const half = toolCaller(fileServices(home, { platform: "darwin", programs: { ...programs, mdutil } }).services);
    expect(listedPaths((await half.call("search_files", { query: "needle" })).text)).toEqual(["~/needle.txt"]);
  });

  it("takes Spotlight's word for it that nothing is there, without walking", async () => {
    const home = await tempHome({ "needle.txt": "" });
    await mkdir(join(home, "Documents"));
    const { call } = macCaller(home, await fakeSpotlight({}));
    expect((await call("search_files", { query: "needle" })).summary).toBe("Nothing found");
  });

  it("stops mdfind with all it started when the person stops", async () => {
    const home = await tempHome({ "needle.txt": "" });
    const spotlight = await fakeSpotlight({ hang: true });
    const stop = new AbortController();
    const { call } = macCaller(home, spotlight, stop.signal);
    const result = call("search_files", { query: "needle" });
    const running = async () => (await spotlight.calls().catch(() => [])).find(({ name }) => name === "mdfind");
    while ((await running()) === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort(new Error("stopped by the person"));
    await expect(result).rejects.toThrow("stopped by the person");
    const pid = (await running())?.pid ?? 0;
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("does not download from iCloud when it has to walk", async () => {
    const home = await tempHome({ "away.txt": "" });
    await truncate(join(home, "away.txt"), 5_000);
    const { call } = macCaller(home, await fakeSpotlight({ status: "Indexing disabled." }));
    const { text } = await call("search_files", { query: "needle" });
    expect(text).toContain("- The content of 1 file in iCloud, not on this Mac, was not searched, only the name.");
    await rm(join(home, "away.txt"));
  });
});
