import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, readdir, readlink, stat, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROW_VERSION } from "../../src/store/upgrade-row";
import { allKeys, overwriteRow, withDatabase } from "./raw-database";
import { header, userMessage, wholeChat } from "./sample-chat";
import { openTempStore, tempFolder } from "./temp-store";

const NOON = () => new Date("2026-11-30T12:00:00.000Z");

describe("M3.1 opening", () => {
  it("M3.1 makes the folder and the files, readable by their owner alone", async () => {
    const file = join(await tempFolder(), "new", "deeper", "orbit.sqlite");
    const { store } = await openTempStore({ file });
    await store.save("chat", wholeChat("chat"));
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(dirname(file))).toBe("700");
    expect((await readdir(dirname(file))).toSorted()).toStrictEqual([
      "orbit.sqlite",
      "orbit.sqlite-shm",
      "orbit.sqlite-wal",
    ]);
    for (const name of await readdir(dirname(file))) expect(await modeOf(join(dirname(file), name))).toBe("600");
  });

  it("M3.1 takes the file from other eyes where they had it", async () => {
    const first = await openTempStore();
    await first.store.close();
    await chmod(first.file, 0o644);
    const { file } = await openTempStore({ file: first.file });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("M3.1 leaves one file behind, with everything in it, when the last store is closed", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    await store.close();
    expect(await readdir(dirname(file))).toStrictEqual(["orbit.sqlite"]);
    expect(allKeys(file)).toStrictEqual([
      "chat/chat/call/c1",
      "chat/chat/frozen",
      "chat/chat/mark/mark1",
      "chat/chat/message/m1",
      "chat/chat/message/m2",
      "chat/chat/row/row1",
      "chat/chat/row/row2",
      "chat/chat/row/row3",
      "header/chat",
      "version",
    ]);
  });

  it("M3.1 leaves nothing readable of a deleted chat in the file", async () => {
    const { store, file } = await openTempStore();
    const secret = "the quick brown invoice";
    await store.save("chat", [{ type: "message", message: userMessage("m1", 1, secret.repeat(1000)) }]);
    await store.save("other", [{ type: "header", header: header("other") }]);
    await store.delete("chat");
    await store.close();
    expect((await readFile(file)).includes(secret)).toBe(false);
  });

  it("M3.1 by several commands at once, on a file that is not there yet, gives each a store", async () => {
    const file = join(await tempFolder(), "orbit.sqlite");
    const opened = await Promise.all([1, 2, 3, 4].map(() => openTempStore({ file })));
    await Promise.all(opened.map(({ store }, index) => store.save(`chat ${index}`, wholeChat(`chat ${index}`))));
    for (const { store, setAside } of opened) {
      expect(setAside).toBeUndefined();
      expect(await store.list()).toHaveLength(4);
    }
  });
});

describe("M3.1 a database that cannot be opened", () => {
  /** A database with a chat in it, closed. */
  async function closedDatabase(): Promise<string> {
    const { store, file } = await openTempStore();
    const messages = Array.from({ length: 200 }, (_, seq) => userMessage(`m${seq}`, seq, "text ".repeat(100)));
    await store.save(
      "chat",
      messages.map((message) => ({ type: "message", message })),
    );
    await store.close();
    return file;
  }

  it.each([
    ["is no database", (file: string) => writeFile(file, "not a database ".repeat(1000))],
    ["has a first page of flipped bytes", flipFirstPage],
    ["was cut off", (file: string) => truncate(file, 6000)],
    ["has lost its table", loseTable],
  ])("M3.1 is set aside whole where it %s, and a fresh one is made", async (_, damage) => {
    const file = await closedDatabase();
    await damage(file);
    const bytes = await readFile(file);

    const { store, setAside } = await openTempStore({ file, now: NOON });
    expect(setAside).toBe(`${file}.damaged-20261130T120000Z`);
    expect(bytes.equals(await readFile(`${file}.damaged-20261130T120000Z`))).toBe(true);
    expect(await store.list()).toStrictEqual([]);
    await store.save("chat", wholeChat("chat"));
    expect((await store.load("chat"))?.damagedRows).toBe(0);
  });

  it("M3.1 takes its write-ahead log along, and a command that has it open learns that it is gone", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    withDatabase(file, (database) => database.exec("PRAGMA wal_checkpoint(FULL)"));
    await writeFile(file, "not a database ".repeat(1000));

    const fresh = await openTempStore({ file, now: NOON });
    expect((await stat(`${fresh.setAside ?? ""}-wal`)).size).toBeGreaterThan(0);
    await fresh.store.save("new", wholeChat("new"));
    await expect(store.save("chat", wholeChat("chat"))).rejects.toMatchObject({ detail: { type: "vanished" } });
    await store.close();
    const third = await openTempStore({ file });
    expect(await third.store.list()).toStrictEqual([header("new")]);
  });

  it.skipIf(!existsSync("/proc/self/fd"))("M3.1 is let go of (skipped where the system has no /proc)", async () => {
    const file = join(await tempFolder(), "orbit.sqlite");
    await writeFile(file, "not a database ".repeat(100));
    const { store, setAside } = await openTempStore({ file });
    await store.close();
    const handles = await Promise.all(
      (await readdir("/proc/self/fd")).map((handle) =>
        readlink(`/proc/self/fd/${handle}`).catch(() => "closed meanwhile"),
      ),
    );
    expect(setAside).toBeDefined();
    expect(handles.filter((path) => path.startsWith(file))).toStrictEqual([]);
  });

  it("M3.1 gets a name that is not taken", async () => {
    const file = join(await tempFolder(), "orbit.sqlite");
    const names: (string | undefined)[] = [];
    for (const content of ["first ".repeat(200), "second ".repeat(200), "third ".repeat(200)]) {
      await writeFile(file, content);
      const { store, setAside } = await openTempStore({ file, now: NOON });
      await store.close();
      names.push(setAside);
      expect(await readFile(setAside ?? "", "utf8")).toBe(content);
    }
    const name = `${file}.damaged-20261130T120000Z`;
    expect(names).toStrictEqual([name, `${name}-2`, `${name}-3`]);
  });

  it("M3.1 is set aside once where two commands find it", async () => {
    const file = join(await tempFolder(), "orbit.sqlite");
    await writeFile(file, "not a database ".repeat(100));
    const opened = await Promise.all([openTempStore({ file, now: NOON }), openTempStore({ file, now: NOON })]);
    expect(opened.map(({ setAside }) => setAside).filter(Boolean)).toHaveLength(1);
    await Promise.all(opened.map(({ store }, index) => store.save(`chat ${index}`, wholeChat(`chat ${index}`))));
    expect(await opened[0].store.list()).toHaveLength(2);
  });

  it("M3.1 is not a sound one in which damage was only suspected", async () => {
    const file = await closedDatabase();
    await writeFile(`${file}-suspect`, "");
    const { store, setAside } = await openTempStore({ file });
    expect(setAside).toBeUndefined();
    expect((await store.load("chat"))?.chat.messages).toHaveLength(200);
    expect(await readdir(dirname(file))).not.toContain("orbit.sqlite-suspect");
  });
});

async function flipFirstPage(file: string): Promise<void> {
  const bytes = await readFile(file);
  // The first 100 bytes, the file header, stay: this is a database whose schema cannot be read.
  await writeFile(
    file,
    bytes.map((byte, index) => (index >= 100 && index < 4096 ? byte ^ 0xff : byte)),
  );
}

/** The schema names a page for the table that is of another kind. */
function loseTable(file: string): Promise<void> {
  withDatabase(file, (database) => {
    database.exec("PRAGMA writable_schema = ON");
    database.exec("UPDATE sqlite_schema SET rootpage = 999999 WHERE name = 'orbit'");
  });
  return Promise.resolve();
}

describe("M3.1 the format of the database", () => {
  it("M3.1 of a later Orbit is refused, and the file stays as it is", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    await store.close();
    overwriteRow(file, "version", `{"value":${ROW_VERSION + 1}}`);
    const keys = allKeys(file);
    const opening = openTempStore({ file });
    await expect(opening).rejects.toMatchObject({ name: "StoreError", detail: { type: "newer_version" } });
    expect(allKeys(file)).toStrictEqual(keys);
    expect(await readdir(dirname(file))).toStrictEqual(["orbit.sqlite"]);
  });

  it("M3.1 is taken for ours where its row is damaged", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    overwriteRow(file, "version", "?");
    const other = await openTempStore({ file });
    expect((await other.store.load("chat"))?.damagedRows).toBe(0);
    const text = withDatabase(file, (database) =>
      database.prepare("SELECT value FROM orbit WHERE key = 'version'").get(),
    );
    expect(text?.["value"]).toBe(`{"value":${ROW_VERSION},"v":${ROW_VERSION}}`);
  });
});

describe("M3.1 not writable", () => {
  const NOT_WRITABLE = { name: "StoreError", detail: { type: "not_writable" } };

  it("M3.1 is told where a folder has the name of the file", async () => {
    const file = join(await tempFolder(), "orbit.sqlite");
    await mkdir(file);
    await expect(openTempStore({ file })).rejects.toMatchObject(NOT_WRITABLE);
  });

  it("M3.1 is told where a file has the name of the folder", async () => {
    const folder = join(await tempFolder(), "support");
    await writeFile(folder, "");
    await expect(openTempStore({ file: join(folder, "orbit.sqlite") })).rejects.toMatchObject(NOT_WRITABLE);
  });

  it.skipIf(process.getuid?.() === 0)(
    "M3.1 is told where the folder is read-only (skipped as root, whom permissions do not bind)",
    async () => {
      const folder = await tempFolder();
      await chmod(folder, 0o500);
      await expect(openTempStore({ file: join(folder, "orbit.sqlite") })).rejects.toMatchObject(NOT_WRITABLE);
      await chmod(folder, 0o700);
    },
  );
});
