import { readFile } from "node:fs/promises";
import type { Chat, ChatHeader } from "../agent/chat/chat";
import { chatMarkdown } from "../agent/chat/chat-markdown";
import { exportChat, exportImages } from "../agent/chat/export-chat";
import { chatChanges, importChat } from "../agent/chat/import-chat";
import type { Host } from "../agent/ports/host";
import type { ImageStore } from "../agent/ports/images";
import type { ChatStore, SearchHit } from "../agent/ports/store";
import { momentText, timeZone } from "./clock";
import { jsonText } from "./json-text";
import { UsageError, type ChatTask } from "./options";
import { terminalLine, terminalText } from "./terminal-text";

/** A file that holds no chat; `message` says why. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

type Chats = { store: ChatStore; images: ImageStore; host: Pick<Host, "now" | "newId">; json: boolean };

/** Does something with the stored chats. Gives what is printed: for a person, or as JSON. */
export async function chatTask(task: ChatTask, { store, images, host, json }: Chats): Promise<string> {
  switch (task.type) {
    case "list_chats": {
      const chats = await store.list();
      return json ? jsonText(chats) : chats.map(chatLine).join("");
    }
    case "search": {
      const hits = await store.search(task.words);
      return json ? jsonText(hits) : hits.map(hitLines).join("");
    }
    case "export": {
      const chat = await loadChat(task.chat, store);
      return task.format === "json"
        ? jsonText(exportChat(chat, await exportImages(chat, images)))
        : terminalText(chatMarkdown(chat, { timeZone: timeZone() }));
    }
    case "import": {
      const { header } = await importFile(task.file, store, images, host);
      return json ? jsonText(header) : chatLine(header);
    }
  }
}

async function loadChat(which: string, store: ChatStore): Promise<Chat> {
  const id = which === "last" ? (await store.list())[0]?.id : which;
  const stored = id === undefined ? undefined : await store.load(id);
  if (stored === undefined) {
    throw new UsageError(id === undefined ? "There is no chat yet." : `There is no chat "${which}".`);
  }
  return stored.chat;
}

async function importFile(
  file: string,
  store: ChatStore,
  images: ImageStore,
  host: Pick<Host, "now" | "newId">,
): Promise<Chat> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`--import takes a file, and "${file}" cannot be read.`);
  });
  const imported = importChat(text, { newId: () => host.newId(), now: host.now().getTime() });
  if (imported.type === "refused") throw new ImportError(imported.text);
  const { chat } = imported;
  for (const bytes of imported.images) await images.put(bytes);
  await store.save(chat.header.id, chatChanges(chat));
  return chat;
}

function chatLine({ id, title, updatedAt }: ChatHeader): string {
  return `${id}  ${momentText(updatedAt)}  ${terminalLine(title)}\n`;
}

function hitLines({ chatId, title, snippet, at }: SearchHit): string {
  return `${chatId}  ${momentText(at)}  ${terminalLine(title)}\n    ${terminalLine(snippet)}\n`;
}
