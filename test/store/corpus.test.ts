import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { chatChangeSchema } from "../../src/agent/chat/chat";
import { canonicalJson, jsonValueSchema } from "../../src/agent/text/json";
import { ROW_VERSION } from "../../src/store/upgrade-row";
import { allKeys, withDatabase } from "./raw-database";
import { answerRow } from "./sample-chat";
import { openTempStore } from "./temp-store";

const FOLDER = join(__dirname, "corpus");

const corpusSchema = z.object({
  rows: z.array(z.object({ key: z.string(), value: z.string() })),
  chats: z.array(z.looseObject({ header: z.looseObject({ id: z.string() }) })),
});

async function readCorpus(version: number) {
  return corpusSchema.parse(JSON.parse(await readFile(join(FOLDER, `v${version}.json`), "utf8")));
}

/** A database file with exactly these rows, and without what later versions put beside them. */
async function databaseOf(rows: readonly { key: string; value: string }[]): Promise<string> {
  const { store, file } = await openTempStore();
  await store.close();
  withDatabase(file, (database) => {
    database.exec("DELETE FROM orbit; DROP TABLE chat_search");
    const insert = database.prepare("INSERT INTO orbit (key, value) VALUES (?, ?)");
    for (const { key, value } of rows) insert.run(key, value);
  });
  return file;
}

const VERSIONS = Array.from({ length: ROW_VERSION }, (_, index) => index + 1);

describe("C15 the rows of every version that was ever stored", () => {
  it("C15 are in the corpus, one file for each", async () => {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".json"));
    expect(files.toSorted()).toStrictEqual(VERSIONS.map((version) => `v${version}.json`));
  });

  it.each(VERSIONS)("C15 of version %i are read whole, and their deleted chats stay deleted", async (version) => {
    const { rows, chats } = await readCorpus(version);
    const { store, setAside } = await openTempStore({ file: await databaseOf(rows) });
    expect(setAside).toBeUndefined();
    const ids = chats.map(({ header }) => header.id);
    expect((await store.list()).map(({ id }) => id)).toStrictEqual(ids);
    for (const expected of chats) {
      const stored = await store.load(expected.header.id);
      expect(stored?.damagedRows).toBe(0);
      expect({ ...stored?.chat, calls: [...(stored?.chat.calls.values() ?? [])] }).toEqual(expected);
    }
    await expect(store.save("deleted", [])).rejects.toMatchObject({ detail: { type: "chat_deleted" } });
  });

  it("C15 of version 1 are found by their words, and the database is signed as of this version", async () => {
    const { rows } = await readCorpus(1);
    const file = await databaseOf(rows);
    const { store } = await openTempStore({ file });
    expect((await store.search("müller 請求")).map(({ snippet }) => snippet)).toStrictEqual([
      "Once more: 請求書 and Müller.",
    ]);
    expect(valueOf(file, "version")).toBe(`{"value":${ROW_VERSION},"v":${ROW_VERSION}}`);
  });

  it("C15 stay as they are until they change, and then are of this version", async () => {
    const { rows } = await readCorpus(1);
    const file = await databaseOf(rows);
    const { store } = await openTempStore({ file });
    const answer = answerRow("row5", 5, "Written.");
    await store.save("every/state ü", [{ type: "row", row: answer }]);
    const written = new Map(rows.map(({ key, value }) => [key, value]));
    for (const key of allKeys(file)) {
      if (key === "version") continue;
      const isNew = key.endsWith("/row/row5");
      expect(valueOf(file, key)).toBe(isNew ? JSON.stringify({ value: answer, v: ROW_VERSION }) : written.get(key));
    }
  });
});

describe("C15 the schema of the rows", () => {
  // Where this fails, chats that are stored may be read differently. While a version has not been released, write its new
  // hash here and run corpus/dump.ts. After that a change needs a new version: run corpus/dump.ts first, then add to the
  // upgrades.
  it("C15 does not change without a new version", () => {
    const schema = z.toJSONSchema(chatChangeSchema, { unrepresentable: "any" });
    const text = canonicalJson(jsonValueSchema.parse(JSON.parse(JSON.stringify(schema))));
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
    expect({ version: ROW_VERSION, hash }).toStrictEqual({ version: 2, hash: "cd917af8230f4d8a" });
  });
});

function valueOf(file: string, key: string): unknown {
  return withDatabase(
    file,
    (database) => database.prepare("SELECT value FROM orbit WHERE key = ?").get(key)?.["value"],
  );
}
