import * as z from "zod";
import type { ChatChange } from "../agent/chat/chat";
import type { ChatRow } from "../agent/chat/rows";
import type { SearchHit } from "../agent/ports/store";
import { parseHeader } from "./assemble-chat";
import { parseRow } from "./parse-row";
import { changeKey, chatIdOfHeader, chatIdOfRow, HEADER_PREFIX, headerKey, rowPrefix } from "./row-keys";
import { endOf, TABLE, type RowTable } from "./row-table";

/** The full-text index of what was asked and answered. A row's number in it is the row's number in the table of rows. */
const INDEX = "chat_search";

const SNIPPET_WORDS = 24;

/** A query need not hold more to find one row. */
const MAX_WORDS = 20;

/** The functions below run inside the caller's transaction. */

/** Makes the index where it is missing, from the chats that are there. */
export async function createSearchIndex(table: RowTable): Promise<void> {
  if (await hasSearchIndex(table)) return;
  await table.query(`CREATE VIRTUAL TABLE ${INDEX} USING fts5(text, tokenize = 'unicode61 remove_diacritics 2')`);
  // What a person deletes is taken out of the index at once, not only marked as gone.
  await table.query(`INSERT INTO ${INDEX}(${INDEX}, rank) VALUES('secure-delete', 1)`);
  for (const header of await table.readRange(HEADER_PREFIX)) {
    for (const { key, text } of await table.readRange(rowPrefix(chatIdOfHeader(header.key)))) {
      const row = parseRow("row", text);
      if (row.type === "change" && row.change.type === "row") await putText(table, key, searchableText(row.change.row));
    }
  }
}

/** True where the database has the index. */
export async function hasSearchIndex(table: RowTable): Promise<boolean> {
  return (await table.query("SELECT 1 FROM sqlite_schema WHERE name = ?", INDEX)).length > 0;
}

/** Takes the index away, so that it is made anew. */
export async function dropSearchIndex(table: RowTable): Promise<void> {
  await table.query(`DROP TABLE IF EXISTS ${INDEX}`);
}

/** Brings the index up to what was just written; what is removed must leave it before it leaves the table of rows. */
export async function indexChange(table: RowTable, chatId: string, change: ChatChange): Promise<void> {
  if (change.type === "row_removed") {
    await table.query(`DELETE FROM ${INDEX} WHERE rowid = (${ROW_NUMBER})`, changeKey(chatId, change));
  } else if (change.type === "row") {
    await putText(table, changeKey(chatId, change), searchableText(change.row));
  }
}

/** Takes all rows whose key starts with `prefix` out of the index, before they leave the table of rows. */
export async function unindexRange(table: RowTable, prefix: string): Promise<void> {
  const numbers = `SELECT rowid FROM ${TABLE} WHERE key >= ? AND key < ?`;
  await table.query(`DELETE FROM ${INDEX} WHERE rowid IN (${numbers})`, prefix, endOf(prefix));
}

/** The rows that hold every word of a query, the newest first. */
export async function searchChats(table: RowTable, words: string, limit: number): Promise<SearchHit[]> {
  const query = matchQuery(words);
  if (query === "") return [];
  const found = foundSchema.parse(
    await table.query(
      `SELECT key, value, snippet(${INDEX}, 0, '', '', '…', ${SNIPPET_WORDS}) AS snippet
       FROM ${INDEX} JOIN ${TABLE} ON ${TABLE}.rowid = ${INDEX}.rowid
       WHERE ${INDEX} MATCH ? ORDER BY ${INDEX}.rowid DESC LIMIT ?`,
      query,
      limit,
    ),
  );
  const titles = await readTitles(table, [...new Set(found.map(({ key }) => chatIdOfRow(key)))]);
  return found.flatMap(({ key, value, snippet }): SearchHit[] => {
    const chatId = chatIdOfRow(key);
    const row = parseRow("row", value);
    if (row.type !== "change" || row.change.type !== "row") return [];
    const { id, createdAt } = row.change.row;
    return [{ chatId, title: titles.get(chatId) ?? "", rowId: id, snippet: oneLine(snippet), at: createdAt }];
  });
}

const foundSchema = z.array(z.object({ key: z.string(), value: z.string(), snippet: z.string() }));

const ROW_NUMBER = `SELECT rowid FROM ${TABLE} WHERE key = ?`;

/** What a person may look for: questions, and answers that are not being written any more. */
function searchableText(row: ChatRow): string | undefined {
  if (row.type === "user") return row.text;
  return row.type === "answer" && row.status !== "streaming" ? row.text : undefined;
}

async function putText(table: RowTable, key: string, text: string | undefined): Promise<void> {
  if (text === undefined) return;
  await table.query(
    `INSERT OR REPLACE INTO ${INDEX}(rowid, text) SELECT rowid, ? FROM ${TABLE} WHERE key = ?`,
    separateCharacters(text),
    key,
  );
}

async function readTitles(table: RowTable, chatIds: readonly string[]): Promise<Map<string, string>> {
  const headers = await table.read(chatIds.map(headerKey));
  return new Map(
    chatIds.map((id, index) => {
      const text = headers[index];
      return [id, text === undefined ? "" : (parseHeader(id, text)?.title ?? "")];
    }),
  );
}

/** Every word as the beginning of one, and nothing that SQLite would take for its own query language. */
function matchQuery(words: string): string {
  const found = words.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return found
    .slice(0, MAX_WORDS)
    .map((word) => `"${separateCharacters(word)}"*`)
    .join(" ");
}

// The index knows words by what stands between them. In these scripts nothing does, so each character becomes a word, with
// an invisible mark behind it, and a word that is looked for becomes a phrase.
const SEPARATOR = "\u200b";
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Bopomofo}]/gu;

function separateCharacters(text: string): string {
  return text.toWellFormed().replaceAll(UNSPACED, `$&${SEPARATOR}`);
}

function oneLine(snippet: string): string {
  return snippet.replaceAll(SEPARATOR, "").replaceAll(/\s+/g, " ").trim();
}
