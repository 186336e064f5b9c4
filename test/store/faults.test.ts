import { existsSync } from "node:fs";
import { open, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { SqliteDriver } from "@keyv/sqlite";
import { describe, expect, it } from "vitest";
import { watchedDriver } from "./raw-database";
import { answerRow, userMessage, userRow, wholeChat } from "./sample-chat";
import { openTempStore } from "./temp-store";

describe("M3.1 a save is all or none", () => {
  it("M3.1 whichever of its statements fails", async () => {
    let untilFailure = Infinity;
    const driver = watchedDriver((sql) => {
      untilFailure -= 1;
      if (untilFailure === 0) throw new Error(`made to fail: ${sql}`);
    });
    const { store, file } = await openTempStore({ driver });
    await store.save("chat", wholeChat("chat"));
    const other = await openTempStore({ file });
    const before = await other.store.load("chat");

    let failures = 0;
    for (let statement = 1; ; statement += 1) {
      untilFailure = statement;
      const save = store.save("chat", [
        { type: "message", message: userMessage("m3", 3) },
        { type: "row", row: userRow("row4", 4) },
        { type: "row_removed", rowId: "row1" },
      ]);
      const error: unknown = await save.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      untilFailure = Infinity;
      if (error === undefined) break;
      failures += 1;
      expect(error).toMatchObject({ name: "StoreError", detail: { type: "other" } });
      expect(await other.store.load("chat")).toStrictEqual(before);
    }
    // BEGIN, the reading, the removing and the writing, each with its index, the images of what is removed, COMMIT.
    expect(failures).toBe(8);
    expect((await other.store.load("chat"))?.chat.messages).toHaveLength(3);
  });
});

describe("M3.1 opening", () => {
  it("M3.1 leaves no connection behind, whichever of its statements fails, and no database set aside", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    let untilFailure = 0;
    let connections = 0;
    const inner = watchedDriver((sql) => {
      untilFailure -= 1;
      if (untilFailure === 0) throw new Error(`made to fail: ${sql}`);
    });
    const driver: SqliteDriver = {
      name: inner.name,
      async connect(options) {
        const connection = await inner.connect(options);
        connections += 1;
        return {
          query: connection.query,
          close() {
            connections -= 1;
            return connection.close();
          },
        };
      },
    };
    // What Keyv asks about its table and its index, our format row, and whether there is a search index.
    for (const statement of [1, 2, 3, 4]) {
      untilFailure = statement;
      await expect(openTempStore({ file, driver })).rejects.toMatchObject({ detail: { type: "other" } });
      expect(connections).toBe(0);
    }
    untilFailure = 5;
    const opened = await openTempStore({ file, driver });
    expect(untilFailure).toBe(1);
    expect((await store.load("chat"))?.chat.messages).toHaveLength(2);
    await opened.store.close();
    expect(connections).toBe(0);
  });
});

describe("M3.1 full", () => {
  it("M3.1 is told where the database may not grow; nothing of the save is kept, and later saves work", async () => {
    let limitPages: ((pages: number) => Promise<unknown>) | undefined;
    const driver = watchedDriver(
      () => undefined,
      async (query) => {
        limitPages = (pages) => query(`PRAGMA max_page_count = ${pages}`);
        await limitPages(20);
      },
    );
    const { store } = await openTempStore({ driver });
    await store.save("chat", wholeChat("chat"));
    const before = await store.load("chat");

    const large = { type: "message", message: userMessage("m3", 3, "x".repeat(200_000)) } as const;
    const save = store.save("chat", [{ type: "row", row: userRow("row4", 4) }, large]);
    await expect(save).rejects.toMatchObject({ name: "StoreError", detail: { type: "full" } });
    expect(await store.load("chat")).toStrictEqual(before);

    await store.save("chat", [{ type: "row", row: answerRow("row3", 3, "small") }]);
    await limitPages?.(1000);
    await store.save("chat", [large]);
    expect((await store.load("chat"))?.chat.messages[2]).toStrictEqual(large.message);
  });
});

describe("M3.1 corrupt", () => {
  /** Turns over every byte of the page that holds the text. */
  async function flipPageWith(file: string, text: string): Promise<void> {
    const bytes = await readFile(file);
    const start = bytes.indexOf(text) & ~0xfff;
    const handle = await open(file, "r+");
    await handle.write(
      bytes.subarray(start, start + 4096).map((byte) => byte ^ 0xff),
      0,
      4096,
      start,
    );
    await handle.close();
  }

  it("M3.1 is told where a page is damaged while the store is open; the next opening sets the database aside", async () => {
    const first = await openTempStore();
    const messages = Array.from({ length: 200 }, (_, seq) => userMessage(`m${seq}`, seq, "text ".repeat(100)));
    await first.store.save(
      "chat",
      messages.map((message) => ({ type: "message", message })),
    );
    await first.store.close();

    const { store, file } = await openTempStore({ file: first.file });
    await flipPageWith(file, '"id":"m100"');
    await expect(store.load("chat")).rejects.toMatchObject({ name: "StoreError", detail: { type: "corrupt" } });
    await store.close();
    const damaged = await readFile(file);

    const next = await openTempStore({ file, now: () => new Date("2026-11-30T02:31:05.123Z") });
    expect(next.setAside).toBe(`${file}.damaged-20261130T023105Z`);
    expect(damaged.equals(await readFile(`${file}.damaged-20261130T023105Z`))).toBe(true);
    expect(await next.store.list()).toStrictEqual([]);
    await next.store.save("chat", wholeChat("chat"));
    await next.store.close();

    const last = await openTempStore({ file });
    expect(last.setAside).toBeUndefined();
    expect((await last.store.load("chat"))?.chat.messages).toHaveLength(2);
  });
});

describe("M3.1 vanished", () => {
  const VANISHED = { name: "StoreError", detail: { type: "vanished" } };

  it("M3.1 is told by the next save after the file was deleted, and no file comes back by it", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    await rm(file);
    await expect(store.save("chat", wholeChat("chat"))).rejects.toMatchObject(VANISHED);
    await expect(store.load("chat")).rejects.toMatchObject(VANISHED);
    await expect(store.list()).rejects.toMatchObject(VANISHED);
    await expect(store.delete("chat")).rejects.toMatchObject(VANISHED);
    expect(existsSync(file)).toBe(false);
  });

  it("M3.1 is told where the whole folder is gone", async () => {
    const { store, file } = await openTempStore();
    await store.save("chat", wholeChat("chat"));
    await rm(dirname(file), { recursive: true });
    await expect(store.save("chat", wholeChat("chat"))).rejects.toMatchObject(VANISHED);
    await store.close();

    const fresh = await openTempStore({ file });
    expect(fresh.setAside).toBeUndefined();
    expect(await fresh.store.list()).toStrictEqual([]);
    await fresh.store.close();
    await rm(dirname(file), { recursive: true });
  });

  it("M3.1 is told where another file took its name, which stays as it is", async () => {
    const { store, file } = await openTempStore();
    await rename(file, `${file}.moved`);
    await writeFile(file, "a restored backup");
    await expect(store.save("chat", wholeChat("chat"))).rejects.toMatchObject(VANISHED);
    expect(await readFile(file, "utf8")).toBe("a restored backup");
    expect((await readdir(dirname(file))).some((name) => name.startsWith(`${basename(file)}.damaged`))).toBe(false);
  });
});
