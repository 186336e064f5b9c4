import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatChange } from "../../../src/agent/chat/chat";
import type { ChatStore } from "../../../src/agent/ports/store";
import { openChatStore } from "../../../src/store/open-chat-store";
import { ROW_VERSION } from "../../../src/store/upgrade-row";
import { everyChange } from "../every-change";
import { withDatabase } from "../raw-database";
import { header } from "../sample-chat";

/**
 * Writes the corpus of the present version of the rows, to be run before it goes up and never for an older one:
 * `npx tsx test/store/corpus/dump.ts && npx prettier --write test/store/corpus`.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "orbit-corpus-"));
  const file = join(folder, "orbit.sqlite");
  const { store } = await openChatStore({ file, now: () => new Date(0) });
  await store.save("every/state ü", everyChange("every/state ü"));
  const gone: ChatChange = { type: "header", header: header("deleted") };
  await store.save("deleted", [gone]);
  await store.delete("deleted");
  const chats = await readChats(store);
  await store.close();
  const rows = withDatabase(file, (database) => database.prepare("SELECT key, value FROM orbit ORDER BY rowid").all());
  await rm(folder, { recursive: true });
  await writeFile(join(__dirname, `v${ROW_VERSION}.json`), JSON.stringify({ rows, chats }));
}

async function readChats(store: ChatStore): Promise<unknown[]> {
  const chats: unknown[] = [];
  for (const { id } of await store.list()) {
    const stored = await store.load(id);
    if (stored !== undefined) chats.push({ ...stored.chat, calls: [...stored.chat.calls.values()] });
  }
  return chats;
}

void main();
