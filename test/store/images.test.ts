import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportChat, exportImages } from "../../src/agent/chat/export-chat";
import { chatChanges, importChat } from "../../src/agent/chat/import-chat";
import type { ChatChange } from "../../src/agent/chat/chat";
import type { ChatRow } from "../../src/agent/chat/rows";
import { imageFileName } from "../../src/agent/images/image-file";
import { fileIdentity, setAsideDatabase } from "../../src/store/database-file";
import { createImageFiles } from "../../src/store/image-files";
import { attached, IMAGES, pngOf } from "../agent/support/sample-images";
import { allKeys, withDatabase } from "./raw-database";
import { header, START } from "./sample-chat";
import { openTempStore, tempFolder } from "./temp-store";

const A = pngOf(4, 5, 60, 1);
const B = pngOf(4, 5, 60, 2);
const DAY_MS = 24 * 60 * 60 * 1000;
const base = { requestId: "r", createdAt: START };

/** A new chat whose question has these images: its row, and its message. */
function chatWith(id: string, ...images: Uint8Array[]): ChatChange[] {
  const attachments = images.map((bytes) => attached(bytes, "a.png"));
  return [
    { type: "header", header: header(id) },
    { type: "row", row: { ...base, id: "q", seq: 1, type: "user", text: "What?", attachments } },
    {
      type: "message",
      message: {
        ...base,
        id: "m",
        seq: 1,
        role: "user",
        content: [
          ...attachments.map((image) => ({ ...image, type: "image_file" }) as const),
          { type: "text", text: "What?" },
        ],
      },
    },
  ];
}

async function openStore(file?: string) {
  const opened = await openTempStore(file === undefined ? {} : { file });
  const folder = join(dirname(opened.file), "images");
  /** The images that are on the disk. */
  const kept = async () => (existsSync(folder) ? (await readdir(folder)).sort() : []);
  return { ...opened, folder, kept };
}

/** A question that waits, with an image. */
const queued: ChatRow = { ...base, id: "w", seq: 2, type: "queued", text: "?", attachments: [attached(A)] };

const names = (...images: Uint8Array[]) => images.map((bytes) => `${imageFileName(bytes)}.png`).sort();

describe("P9 an image is a file", () => {
  it("P9 named by its bytes and its type, for its owner alone, in a folder for its owner alone", async () => {
    const { images, folder } = await openStore();
    expect(existsSync(folder)).toBe(false);
    for (const [name, bytes] of Object.entries({
      png: IMAGES.png,
      jpg: IMAGES.jpeg,
      gif: IMAGES.gif,
      webp: IMAGES.webp,
    })) {
      const file = await images.put(bytes);
      expect(file).toBe(imageFileName(bytes));
      const path = join(folder, `${file}.${name}`);
      expect(new Uint8Array(await readFile(path))).toEqual(bytes);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect(new Uint8Array((await images.read(file)) ?? [])).toEqual(bytes);
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(folder)).toHaveLength(4);
  });

  it("P9 once, however often and by however many it is kept; one that was damaged is mended", async () => {
    const { images, folder, file } = await openStore();
    const other = await openStore(file);
    await Promise.all([images.put(A), other.images.put(A), images.put(A)]);
    expect(await readdir(folder)).toEqual(names(A));
    const [name = ""] = names(A);
    await writeFile(join(folder, name), "damaged");
    await images.put(A);
    expect(new Uint8Array(await readFile(join(folder, name)))).toEqual(A);
  });

  it("P9 is not there where it is gone, and never a failure", async () => {
    const { images, folder } = await openStore();
    expect(await images.read(imageFileName(A))).toBeUndefined();
    await mkdir(join(folder, ...names(A)), { recursive: true });
    expect(await images.read(imageFileName(A))).toBeUndefined();
    expect(await images.read("../orbit")).toBeUndefined();
  });

  it("P9 is never what a write that was cut off left beside it", async () => {
    const { images, folder } = await openStore();
    const file = await images.put(A);
    // Folders are listed in any order.
    for (const name of [`${file}.a.tmp`, `${file}.png.z.tmp`]) await writeFile(join(folder, name), "half");
    expect(new Uint8Array((await images.read(file)) ?? [])).toEqual(A);
    await writeFile(join(folder, `${imageFileName(B)}.png.z.tmp`), "half");
    expect(await images.read(imageFileName(B))).toBeUndefined();
  });

  it("P9 is not read where it has grown beyond any image", async () => {
    const { images, folder } = await openStore();
    const file = await images.put(A);
    await writeFile(join(folder, ...names(A)), Buffer.alloc(4_000_000));
    expect(await images.read(file)).toBeUndefined();
  });

  it("P9 is never what a link leads to, and a pipe in its place keeps nobody waiting", async () => {
    const { images, folder } = await openStore();
    const file = await images.put(A);
    const other = join(dirname(folder), "other.png");
    await writeFile(other, B);
    await symlink(other, join(folder, ...names(B)));
    expect(await images.read(imageFileName(B))).toBeUndefined();
    await images.put(B);
    expect(await images.read(imageFileName(B))).toEqual(Buffer.from(B));
    expect(await images.read(file)).toEqual(Buffer.from(A));
    const pipe = join(folder, ...names(IMAGES.png));
    execFileSync("mkfifo", [pipe]);
    expect(await images.read(imageFileName(IMAGES.png))).toBeUndefined();
    await images.put(IMAGES.png);
    expect((await stat(pipe)).isFile()).toBe(true);
  });

  it("P9 that cannot be written is a typed error, and leaves nothing behind", async () => {
    const folder = join(await tempFolder(), "images");
    await writeFile(folder, "no folder");
    await expect(createImageFiles(folder).put(A)).rejects.toMatchObject({ detail: { type: "not_writable" } });
    await expect(createImageFiles(folder).put(Uint8Array.of(1))).rejects.toMatchObject({ name: "StoreError" });
  });

  it("P9 and no row holds its bytes: nothing of them is in the database", async () => {
    const { store, images, file } = await openStore();
    const large = pngOf(400, 500, 200_000, 7);
    await images.put(large);
    await store.save("c", chatWith("c", large));
    const text = withDatabase(file, (database) => JSON.stringify(database.prepare("SELECT * FROM orbit").all()));
    expect(text.length).toBeLessThan(5_000);
    expect(text).not.toMatch(/[A-Za-z0-9+/]{100}/);
    for (const name of await readdir(dirname(file))) {
      if (name === "images") continue;
      expect((await readFile(join(dirname(file), name))).includes(Buffer.from(large.subarray(0, 33)))).toBe(false);
    }
  });
});

describe("P9 an image goes when no chat names it any more", () => {
  /** Two chats that share one image; the first has one of its own. */
  async function twoChats() {
    const opened = await openStore();
    for (const bytes of [A, B]) await opened.images.put(bytes);
    await opened.store.save("one", chatWith("one", A, B));
    await opened.store.save("two", chatWith("two", A));
    return opened;
  }

  it("P9 with the last chat that names it", async () => {
    const { store, kept, file } = await twoChats();
    await store.delete("one");
    expect(await kept()).toEqual(names(A));
    await store.delete("two");
    expect(await kept()).toEqual([]);
    expect(allKeys(file).filter((key) => key.startsWith("image/"))).toEqual([]);
  });

  it("P9 with the history", async () => {
    const { store, kept, file } = await twoChats();
    await store.deleteAll();
    expect(await kept()).toEqual([]);
    expect(allKeys(file).filter((key) => key.startsWith("image/"))).toEqual([]);
  });

  it("P9 with the history also where damage took the header of its chat", async () => {
    const { store, kept, file } = await twoChats();
    withDatabase(file, (database) => database.exec("DELETE FROM orbit WHERE key LIKE 'header/%'"));
    await store.deleteAll();
    expect(await kept()).toEqual([]);
    expect(allKeys(file).filter((key) => key.startsWith("image/"))).toEqual([]);
  });

  it("P9 with the oldest chat, where there are too many", async () => {
    const { store, images, kept } = await openStore();
    for (const bytes of [A, B]) await images.put(bytes);
    await store.save("old", chatWith("old", A));
    for (let count = 1; count < 100; count += 1) {
      const newer = { ...header(`chat ${count}`), updatedAt: START + count };
      await store.save(`chat ${count}`, [{ type: "header", header: newer }]);
    }
    expect(await kept()).toEqual(names(A, B));
    await store.save("new", chatWith("new", B));
    expect(await kept()).toEqual(names(B));
  });

  it("P9 not with a question that waited and was sent, nor with one of two rows that name it", async () => {
    const { store, images, kept, file } = await openStore();
    await images.put(A);
    await store.save("c", [
      { type: "header", header: header("c") },
      { type: "row", row: queued },
    ]);
    await store.save("c", [{ type: "row_removed", rowId: "w" }, ...chatWith("c", A)]);
    expect(await kept()).toEqual(names(A));
    expect(allKeys(file).filter((key) => key.startsWith("image/"))).toEqual([
      `image/c/message/m/${imageFileName(A)}`,
      `image/c/row/q/${imageFileName(A)}`,
    ]);
  });

  it("P9 a day later where its question was taken back, or a crash came before it was stored", async () => {
    const { store, images, folder, kept } = await openStore();
    for (const bytes of [A, B]) await images.put(bytes);
    await writeFile(join(folder, `${imageFileName(B)}.png.cut.tmp`), "half");
    await store.save("c", [...chatWith("c", B), { type: "row", row: queued }]);
    await store.save("c", [{ type: "row_removed", rowId: "w" }]);
    const files = createImageFiles(folder);
    const named = () => Promise.resolve(new Set([imageFileName(B)]));
    await files.sweep(named, new Date(Date.now() + DAY_MS - 60_000));
    expect(await kept()).toHaveLength(3);
    await files.sweep(named, new Date(Date.now() + DAY_MS + 60_000));
    expect(await kept()).toEqual(names(B));
  });

  it("P9 which happens when the store is opened, by what its chats name", async () => {
    const { store, images, folder, kept, file } = await openStore();
    for (const bytes of [A, B]) await images.put(bytes);
    await store.save("c", chatWith("c", B));
    for (const name of names(A, B)) await utimes(join(folder, name), new Date(0), new Date(0));
    await store.close();
    const opened = await openTempStore({ file, now: () => new Date(3 * DAY_MS) });
    await expect.poll(kept).toEqual(names(B));
    await opened.store.close();
  });

  it("P9 but not where it was kept again meanwhile: its question is on the way", async () => {
    const { images, folder, kept } = await openStore();
    for (const bytes of [A, B]) await images.put(bytes);
    for (const name of names(A, B)) await utimes(join(folder, name), new Date(0), new Date(0));
    const deletedAt = Date.now();
    const files = createImageFiles(folder);
    await files.put(A);
    await files.remove([A, B].map(imageFileName), deletedAt);
    expect(await kept()).toEqual(names(A));
  });

  it("P9 and nothing else goes that lies in the folder", async () => {
    const { store, folder, kept, file } = await openStore();
    await store.close();
    const others = ["holiday.jpg", `${"a".repeat(63)}.png`, `${"A".repeat(64)}.png`, `${"a".repeat(64)}.pdf`, "x.tmp"];
    const left = `${"a".repeat(64)}.png.1.tmp`;
    await mkdir(folder);
    for (const name of [...others, left]) {
      await writeFile(join(folder, name), "x");
      await utimes(join(folder, name), new Date(0), new Date(0));
    }
    const opened = await openTempStore({ file, now: () => new Date(3 * DAY_MS) });
    await expect.poll(kept).not.toContain(left);
    expect(await kept()).toEqual(others.sort());
    await opened.store.close();
  });

  it("P9 and no sweep looks at the chats where there is no image", async () => {
    const files = createImageFiles(join(await tempFolder(), "none"));
    await files.sweep(() => Promise.reject(new Error("looked")), new Date());
  });

  it("P9 but not with a database that was set aside: they stay with it", async () => {
    const { store, images, file } = await openStore();
    await images.put(A);
    await store.save("c", chatWith("c", A));
    await store.close();
    await writeFile(file, "no database any more".repeat(1_000));
    const { setAside = "" } = await openTempStore({ file });
    expect(await readdir(`${setAside}-images`)).toEqual(names(A));
    expect(existsSync(join(dirname(file), "images"))).toBe(false);
  });
});

describe("P9 a crash while a database is set aside", () => {
  it("P9 takes no image: they are with it before a new one can be opened", async () => {
    const { store, images, file } = await openStore();
    await images.put(A);
    await store.close();
    const identity = fileIdentity(file);
    if (identity === undefined) throw new Error("no file");
    const target = `${file}.damaged-19700101T000000Z`;
    await writeFile(`${file}-wal`, "log");
    // The log cannot take its new name.
    await mkdir(`${target}-wal`);
    expect(() => setAsideDatabase(file, identity, new Date(0))).toThrow();
    expect(await readdir(`${target}-images`)).toEqual(names(A));
  });
});

describe("P9 an exported chat takes its images along", () => {
  it("P9 and brings them into another store, checked anew", async () => {
    const { store, images } = await openStore();
    for (const bytes of [A, B]) await images.put(bytes);
    await store.save("c", chatWith("c", A, B));
    const chat = (await store.load("c"))?.chat;
    if (chat === undefined) throw new Error("not stored");
    const file = exportChat(chat, await exportImages(chat, images));
    const there = await openStore();
    const imported = importChat(JSON.stringify(file), { newId: () => "copy", now: START });
    if (imported.type !== "imported") throw new Error(imported.text);
    for (const bytes of imported.images) await there.images.put(bytes);
    await there.store.save("copy", chatChanges(imported.chat));
    expect(await there.kept()).toEqual(names(A, B));
    expect((await there.store.load("copy"))?.chat.messages).toEqual(chat.messages);
    await there.store.delete("copy");
    expect(await there.kept()).toEqual([]);
  });
});
