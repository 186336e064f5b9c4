import { existsSync, statSync } from "node:fs";
import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { trash } from "../../src/cli/trash";
import { tempHome } from "./harness";

const NOW = new Date(2026, 2, 12, 9, 15, 30);

const filesIn = (home: string) => join(home, ".local", "share", "Trash", "files");
const infoIn = (home: string) => join(home, ".local", "share", "Trash", "info");

async function infoOf(home: string, name: string): Promise<string> {
  return readFile(join(infoIn(home), `${name}.trashinfo`), "utf8");
}

/** The path in an info file, as another program reads it. */
async function originOf(home: string, name: string): Promise<string> {
  const path = /^Path=(.*)$/m.exec(await infoOf(home, name))?.[1];
  return decodeURIComponent(path ?? "");
}

/** A folder on another volume than the temporary folder, where this machine has one. */
const OTHER_VOLUME = "/dev/shm";
const hasOtherVolume = existsSync(OTHER_VOLUME) && statSync(OTHER_VOLUME).dev !== statSync(tmpdir()).dev;

describe.skipIf(process.platform === "darwin")("the Trash of a desktop other than a Mac", () => {
  it("M4.3 holds the item, and beside it where it was and when it went, in local time", async () => {
    const home = await tempHome({ "Notes/old.txt": "old" });
    await trash(join(home, "Notes", "old.txt"), home, NOW);
    expect(await readFile(join(filesIn(home), "old.txt"), "utf8")).toBe("old");
    expect(await infoOf(home, "old.txt")).toBe(
      `[Trash Info]\nPath=${join(home, "Notes", "old.txt")}\nDeletionDate=2026-03-12T09:15:30\n`,
    );
    expect(await readdir(join(home, "Notes"))).toEqual([]);
  });

  it("is for the person's eyes only", async () => {
    const home = await tempHome({ "old.txt": "old" });
    await trash(join(home, "old.txt"), home, NOW);
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(modeOf(join(infoIn(home), "old.txt.trashinfo"))).toBe("600");
    expect([modeOf(filesIn(home)), modeOf(infoIn(home))]).toEqual(["700", "700"]);
  });

  it("keeps items of one name apart", async () => {
    const home = await tempHome({ "a/old.txt": "first", "b/old.txt": "second", "c/old.txt": "third" });
    for (const folder of ["a", "b", "c"]) await trash(join(home, folder, "old.txt"), home, NOW);
    const names = ["old.txt", "old.txt.1", "old.txt.2"];
    expect((await readdir(filesIn(home))).sort()).toEqual(names);
    expect(await Promise.all(names.map((name) => readFile(join(filesIn(home), name), "utf8")))).toEqual([
      "first",
      "second",
      "third",
    ]);
    expect(await originOf(home, "old.txt.2")).toBe(join(home, "c", "old.txt"));
  });

  it("never moves onto an item that lost its info file", async () => {
    const home = await tempHome({ "old.txt": "new", ".local/share/Trash/files/old.txt": "orphan" });
    await trash(join(home, "old.txt"), home, NOW);
    expect(await readFile(join(filesIn(home), "old.txt"), "utf8")).toBe("orphan");
    expect(await readFile(join(filesIn(home), "old.txt.1"), "utf8")).toBe("new");
    expect(await readdir(infoIn(home))).toEqual(["old.txt.1.trashinfo"]);
  });

  it("takes a folder with everything in it", async () => {
    const home = await tempHome({ "Drafts/a.txt": "a", "Drafts/deep/b.txt": "b" });
    await trash(join(home, "Drafts"), home, NOW);
    expect(await readFile(join(filesIn(home), "Drafts", "deep", "b.txt"), "utf8")).toBe("b");
  });

  it("takes a link, and leaves what it leads to", async () => {
    const home = await tempHome({ "kept.txt": "kept" });
    await symlink(join(home, "kept.txt"), join(home, "link"));
    await trash(join(home, "link"), home, NOW);
    expect(await readFile(join(home, "kept.txt"), "utf8")).toBe("kept");
    expect(await readdir(filesIn(home))).toEqual(["link"]);
  });

  it.each(["a#b?.txt", "100% sure;.txt", "two\nlines.txt", "grüße 🎉.txt", "-rf", "Path=x.txt", `q"'\\.txt`])(
    "writes down the place of %j so that it is found again",
    async (name) => {
      const home = await tempHome({ [name]: "odd" });
      await trash(join(home, name), home, NOW);
      const info = await infoOf(home, name);
      expect(info.split("\n")).toHaveLength(4);
      expect(/^Path=([A-Za-z0-9/%\-_.!~*'()]+)$/m.test(info)).toBe(true);
      expect(await originOf(home, name)).toBe(join(home, name));
    },
  );

  it("takes the longest names too: the name in the Trash is cut, the place is not", async () => {
    const name = `${"ü".repeat(127)}x`;
    const home = await tempHome({ [name]: "long", [`b/${name}`]: "long too" });
    await trash(join(home, name), home, NOW);
    await trash(join(home, "b", name), home, NOW);
    const kept = "ü".repeat(115);
    expect((await readdir(filesIn(home))).sort()).toEqual([kept, `${kept}.1`]);
    expect(await originOf(home, `${kept}.1`)).toBe(join(home, "b", name));
  });

  it("says that there is no such item, and leaves no trace of it", async () => {
    const home = await tempHome();
    await expect(trash(join(home, "missing.txt"), home, NOW)).rejects.toMatchObject({ code: "ENOENT" });
    expect(await readdir(home)).toEqual([]);
  });

  it("leaves an item that cannot be moved where it is, without an info file", async () => {
    const home = await tempHome();
    await mkdir(filesIn(home), { recursive: true });
    await expect(trash(filesIn(home), home, NOW)).rejects.toMatchObject({ code: "EINVAL" });
    await access(filesIn(home));
    expect(await readdir(infoIn(home))).toEqual([]);
  });

  describe.skipIf(!hasOtherVolume)("with a second volume (skipped where the machine has none)", () => {
    it("leaves an item of another volume there, and says so", async () => {
      const home = await tempHome();
      const other = await mkdtemp(join(OTHER_VOLUME, "orbit-trash-"));
      onTestFinished(() => rm(other, { recursive: true }));
      await writeFile(join(other, "far.txt"), "far");
      await expect(trash(join(other, "far.txt"), home, NOW)).rejects.toMatchObject({ code: "EXDEV" });
      expect(await readFile(join(other, "far.txt"), "utf8")).toBe("far");
      expect([await readdir(filesIn(home)), await readdir(infoIn(home))]).toEqual([[], []]);
    });
  });
});
