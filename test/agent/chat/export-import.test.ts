import { describe, expect, it } from "vitest";
import { applyChange, emptyChat, type Chat } from "../../../src/agent/chat/chat";
import { openNotes } from "../../../src/agent/chat/disclosure";
import { exportChat, exportImages, type ChatExport } from "../../../src/agent/chat/export-chat";
import { chatChanges, importChat, MAX_IMPORT_LENGTH } from "../../../src/agent/chat/import-chat";
import { imageFileName } from "../../../src/agent/images/image-file";
import { IMAGE_LIMITS } from "../../../src/agent/images/image-limits";
import { everyChange } from "../../store/every-change";
import { header, START } from "../../store/sample-chat";
import { memoryImages } from "../support/memory-images";
import { memoryStore } from "../support/memory-store";
import { attached, IMAGES } from "../support/sample-images";

const NOW = START + 1_000_000;

function chatOf(changes: ReturnType<typeof everyChange>): Chat {
  const chat = emptyChat(header("unnamed"));
  for (const change of changes) applyChange(chat, change);
  return chat;
}

/** A chat with everything that a chat can have. */
const EVERY = chatOf(everyChange("every"));

function imported(file: unknown) {
  return importChat(typeof file === "string" ? file : JSON.stringify(file), { newId: () => "new chat", now: NOW });
}

function importedChat(file: unknown): Chat {
  const result = imported(file);
  if (result.type !== "imported") throw new Error(result.text);
  return result.chat;
}

/** The export of that chat, with something changed in it. */
function changed(change: (chat: ChatExport["chat"]) => void): ChatExport {
  const file = structuredClone(exportChat(EVERY));
  change(file.chat);
  return file;
}

describe("C15 an exported chat", () => {
  it("C15 holds everything that is stored of it, as JSON that says what it is", () => {
    const file = exportChat(EVERY);
    expect([file.format, file.version]).toStrictEqual(["orbit-chat", 1]);
    expect(JSON.parse(JSON.stringify(file.chat))).toStrictEqual(
      JSON.parse(JSON.stringify({ ...EVERY, calls: [...EVERY.calls.values()] })),
    );
  });

  it("C15 comes back as it was where nothing in it was open, under a new id", () => {
    const open = new Set(["announced", "awaiting_approval", "awaiting_answer", "approved", "intent"]);
    const closed = structuredClone(EVERY);
    for (const call of closed.calls.values()) if (open.has(call.state.type)) closed.calls.delete(call.id);
    closed.rows = closed.rows.filter(({ type }) => !["queued", "disclosure"].includes(type));
    closed.marks = closed.marks.filter(({ type }) => !["sent", "not_sent", "route"].includes(type));
    expect(importedChat(exportChat(closed))).toStrictEqual({
      ...closed,
      header: { ...closed.header, id: "new chat", updatedAt: NOW, left: true },
      frozen: undefined,
    });
  });

  it("C15 is stored by its changes, and is the same when it is read", async () => {
    const chat = importedChat(exportChat(EVERY));
    const store = memoryStore();
    await store.save(chat.header.id, chatChanges(chat));
    expect((await store.load("new chat"))?.chat).toStrictEqual(chat);
    const frozen = memoryStore();
    await frozen.save("every", chatChanges(EVERY));
    expect((await frozen.load("every"))?.chat).toStrictEqual(EVERY);
  });
});

describe("P9 the images of an exported chat", () => {
  const file = imageFileName(IMAGES.png);
  const data = Buffer.from(IMAGES.png).toString("base64");
  /** The export of a chat that names this image, with these images in it. */
  const withImages = (images?: Record<string, string>) => {
    const chat = structuredClone(EVERY);
    const message = chat.messages.find(({ role }) => role === "user");
    message?.content.unshift({ ...attached(IMAGES.png, "a.png"), type: "image_file" });
    return exportChat(chat, images);
  };
  const imagesOf = (images?: Record<string, string>) => {
    const result = imported(withImages(images));
    return result.type === "imported" ? result.images.map((bytes) => Uint8Array.from(bytes)) : result.text;
  };

  it("P9 go with it, each once, and one that is lost does not", async () => {
    const store = memoryImages();
    await store.put(IMAGES.png);
    const chat = importedChat(withImages());
    expect(await exportImages(chat, store)).toStrictEqual({ [file]: data });
    expect(exportChat(chat)).not.toHaveProperty("images");
  });

  it("P9 go with it as far as an import takes them, the newest first", async () => {
    const large = Buffer.alloc(IMAGE_LIMITS.bytes);
    const files = Array.from({ length: 40 }, (_, index) => index.toString(16).padStart(64, "0"));
    const chat = structuredClone(EVERY);
    const newest = chat.messages.findLast(({ role }) => role === "user");
    newest?.content.push(
      ...files.map((name) => ({ ...attached(IMAGES.png), type: "image_file" as const, file: name })),
    );
    const exported = Object.entries(await exportImages(chat, { read: () => Promise.resolve(large) }));
    const kept = exported.map(([name]) => name).filter((name) => files.includes(name));
    expect(kept.length).toBeGreaterThan(20);
    expect(kept).toEqual(files.slice(-kept.length));
    const length = exported.reduce((sum, [, base64]) => sum + base64.length, 0);
    expect(length).toBeLessThan(MAX_IMPORT_LENGTH * 0.75);
  });

  it("P9 come back where they are what they are called", () => {
    expect(imagesOf({ [file]: data })).toStrictEqual([IMAGES.png]);
  });

  it.each([
    ["none are there", undefined],
    ["another is there under that name", { [file]: Buffer.from(IMAGES.gif).toString("base64") }],
    ["it is no base64", { [file]: "?" }],
    ["no message names it", { [imageFileName(IMAGES.gif)]: Buffer.from(IMAGES.gif).toString("base64") }],
  ])("P9 are missing, and cost the chat nothing, where %s", (_what, images) => {
    expect(imagesOf(images)).toStrictEqual([]);
  });

  it("P9 are missing where they are no images, whatever they are called", () => {
    const text = Buffer.from("Dear Ms Miller");
    const renamed = JSON.stringify(withImages({ [file]: text.toString("base64") })).replaceAll(
      file,
      imageFileName(text),
    );
    expect(imported(renamed)).toMatchObject({ type: "imported", images: [] });
  });

  it.each(["../../orbit", "A".repeat(64), file.slice(1), ""])("P9 cannot be called %o", (name) => {
    const changedFile = JSON.stringify(withImages()).replaceAll(file, name);
    expect(imported(changedFile)).toMatchObject({ type: "refused" });
  });
});

describe("C15 nothing of an imported chat comes alive", () => {
  const chat = importedChat(exportChat(EVERY));

  it("C15 no call: what had begun is unknown, what waited has ended, what was settled stays", () => {
    expect([...chat.calls.values()].map(({ state }) => state.type)).toStrictEqual([
      "expired",
      "expired",
      "expired",
      "expired",
      "declined",
      "expired",
      "unknown",
      "result",
      "unknown",
    ]);
    expect(chat.calls.get("call intent")?.state).toStrictEqual({ type: "unknown", at: NOW, reason: "crashed" });
    expect(chat.calls.get("call result")).toStrictEqual(EVERY.calls.get("call result"));
  });

  it("C15 no question that waits, and no answer that is being written", () => {
    expect(chat.rows.map(({ type }) => type)).not.toContain("queued");
    const file = changed(({ rows }) => {
      for (const row of rows) if (row.type === "answer") row.status = "streaming";
    });
    expect(importedChat(file).rows.find(({ type }) => type === "answer")).toMatchObject({ status: "interrupted" });
  });

  it("C15 no claim of who answers and who got what: it is told anew", () => {
    expect(chat.marks.map(({ type }) => type)).toStrictEqual([
      "refused",
      "superseded",
      "cut",
      "thinking_rejected",
      "images_out",
    ]);
    expect(chat.rows.map(({ type }) => type)).not.toContain("disclosure");
  });

  it("C15 C10 what goes out of it is told, whatever the file claims to have been told already", () => {
    const file = changed(({ rows }) => {
      for (const row of rows) if (row.type === "disclosure") row.items = [{ kind: "emails", count: 1_000 }];
    });
    const { recipient } = EVERY.rows.find((row) => row.type === "disclosure") ?? { recipient: "" };
    const items = [{ kind: "emails" as const, count: 3 }];
    const sent = { id: "sent", type: "sent" as const, upToSeq: 1, recipientKey: "k", recipient, requestId: "r", items };
    const goneOn = { ...importedChat(file), marks: [sent] };
    expect(openNotes(goneOn)).toStrictEqual([{ recipient, items }]);
  });

  it("C15 no system prompt and no tools: those of a stranger's file would speak as Orbit's own", () => {
    expect([EVERY.frozen === undefined, chat.frozen]).toStrictEqual([false, undefined]);
  });

  it("C15 it does not come back by itself, and is the newest of the list", () => {
    expect(chat.header).toStrictEqual({ ...EVERY.header, id: "new chat", updatedAt: NOW, left: true });
  });
});

describe("C15 a file is refused, and says so,", () => {
  const NOT_A_CHAT = "The file is not a chat that this version of Orbit can read.";
  const NO_FIT = "The parts of the chat in the file do not fit together.";

  it.each<[string, unknown, string]>([
    ["where it is not JSON", "{", NOT_A_CHAT],
    ["where it is something else", { messages: [] }, NOT_A_CHAT],
    ["of a later format", { ...exportChat(EVERY), version: 2 }, NOT_A_CHAT],
    [
      "where a part has another shape",
      { ...exportChat(EVERY), chat: { ...exportChat(EVERY).chat, rows: [{}] } },
      NOT_A_CHAT,
    ],
    ["where it is nested too deeply", `${"[".repeat(5000)}${"]".repeat(5000)}`, NOT_A_CHAT],
    ["where it is too large", "x".repeat(MAX_IMPORT_LENGTH + 1), "The file is too large for a chat."],
    ["where an id occurs twice", changed(({ messages }) => messages.push(...messages.slice(0, 1))), NO_FIT],
    ["where a call has no message", changed(({ messages }) => messages.splice(1, 1)), NO_FIT],
    ["where a row has no call", changed(({ calls }) => (calls.length = 0)), NO_FIT],
    [
      "where a mark has no message",
      changed(({ marks }) => marks.push({ id: "x", type: "refused", messageId: "none" })),
      NO_FIT,
    ],
  ])("C15 %s", (_, file, text) => {
    expect(imported(file)).toStrictEqual({ type: "refused", text });
  });

  it("C15 but not for what it has in another order, or beside what a chat has", () => {
    const file = changed((parts) => {
      parts.messages.reverse();
      parts.rows.reverse();
      parts.header.title = "A\n title";
      Object.assign(parts, { more: 1 });
    });
    const chat = importedChat(file);
    expect(chat.messages).toStrictEqual(EVERY.messages);
    expect(chat.rows.map(({ seq }) => seq)).toStrictEqual([1, 2, 3, 4, 6]);
    expect(chat.header.title).toBe("A title");
    expect(Object.keys(chat)).not.toContain("more");
  });
});
