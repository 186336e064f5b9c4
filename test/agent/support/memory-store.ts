import * as z from "zod";
import {
  applyChange,
  chatChangeSchema,
  emptyChat,
  type ChatChange,
  type ChatHeader,
} from "../../../src/agent/chat/chat";
import { mayReplace } from "../../../src/agent/history/calls";
import {
  StoreError,
  type ChatStore,
  type Lease,
  type SaveGuard,
  type SearchHit,
  type StoreErrorDetail,
  type StoredChat,
} from "../../../src/agent/ports/store";

/** What outlives a process: the JSON text of every row, by chat and key. Two stores on one disk are two windows. */
export type Disk = Map<string, Map<string, string>>;

/** What goes wrong, and when; saves count from 1. */
export type StoreFaults = {
  /** Gives why a save fails; undefined where it does not. */
  failure?: (save: number) => StoreErrorDetail | undefined;
  /** The process dies at this save: the save and all that comes after never return. `kept`: it was written nevertheless. */
  death?: { save: number; kept: boolean };
  /** Runs before each save, for tests that act at that moment. */
  onSave?: (save: number) => void;
};

/** A store in memory that keeps the port's promises, and counts. */
export type MemoryStore = ChatStore & {
  /** The changes of each save that was asked for, the failed ones too. */
  readonly saves: readonly (readonly ChatChange[])[];
  /** Resolves when the process has died. */
  readonly died: Promise<undefined>;
};

/** What a chat on the disk has beside the rows of its changes. */
const LEASE = "lease";
const TOMBSTONE = "deleted";

const leaseSchema = z.object({ window: z.string(), until: z.number() });

export function memoryStore(disk: Disk = new Map(), faults: StoreFaults = {}): MemoryStore {
  const saves: ChatChange[][] = [];
  const { promise: died, resolve: die } = Promise.withResolvers<undefined>();
  let isDead = false;
  const forever = () => new Promise<never>(() => undefined);
  /** Answers in a later microtask, as a disk would; a process that has died gets no answer. */
  const answer = async <T>(work: () => T): Promise<T> => {
    if (isDead) return forever();
    await Promise.resolve();
    return work();
  };
  const headers = () =>
    [...disk.keys()]
      .flatMap((id): ChatHeader[] => {
        const header = readChat(disk, id)?.chat.header;
        return header === undefined ? [] : [header];
      })
      .sort((a, b) => b.updatedAt - a.updatedAt);
  const bury = (chatId: string) => disk.set(chatId, new Map([[TOMBSTONE, "true"]]));
  return {
    saves,
    died,
    async save(chatId, changes, guard) {
      if (isDead) return forever();
      faults.onSave?.(saves.length + 1);
      saves.push(structuredClone([...changes]));
      await Promise.resolve();
      const failure = faults.failure?.(saves.length);
      if (failure !== undefined) throw new StoreError(failure);
      const dies = faults.death?.save === saves.length;
      if (!dies || faults.death?.kept === true) write(disk, chatId, changes, guard);
      if (!dies) return;
      isDead = true;
      die(undefined);
      return forever();
    },
    load: (chatId) => answer(() => readChat(disk, chatId)),
    loadCalls: (chatId) => answer(() => [...(readChat(disk, chatId)?.chat.calls.values() ?? [])]),
    list: () => answer(headers),
    search: (words, limit = 50) =>
      answer(() =>
        headers()
          .flatMap((header) => hits(disk, header, words))
          .slice(0, limit),
      ),
    takeLease: (chatId, lease, now) => answer(() => takeLease(disk, chatId, lease, now)),
    renewLease: (chatId, lease) => answer(() => renewLease(disk, chatId, lease)),
    dropLease: (chatId, window) =>
      answer(() => {
        if (leaseOf(disk, chatId)?.window === window) disk.get(chatId)?.delete(LEASE);
      }),
    delete: (chatId) => answer(() => void bury(chatId)),
    deleteAll: () => answer(() => [...disk.keys()].forEach(bury)),
    close: () => Promise.resolve(),
  };
}

/** The claims of windows that have died end, as they would in time. */
export function lapseClaims(disk: Disk): void {
  for (const rows of disk.values()) rows.delete(LEASE);
}

/** All or nothing: the rows are written only after every change was found allowed. */
function write(disk: Disk, chatId: string, changes: readonly ChatChange[], guard: SaveGuard | undefined): void {
  const rows = new Map(disk.get(chatId));
  if (rows.has(TOMBSTONE)) throw new StoreError({ type: "chat_deleted" });
  for (const rowId of guard?.rowsExist ?? []) {
    if (!rows.has(`row ${rowId}`)) throw new StoreError({ type: "row_gone", rowId });
  }
  for (const change of changes) {
    const key = rowKey(change);
    if (change.type === "row_removed") {
      rows.delete(key);
      continue;
    }
    refuseWrongChange(rows.get(key), change);
    rows.set(key, JSON.stringify(change));
  }
  disk.set(chatId, rows);
}

/** A call only moves forward; messages, marks and the frozen prompt stay as they are. */
function refuseWrongChange(stored: string | undefined, change: ChatChange): void {
  if (stored === undefined) return;
  switch (change.type) {
    case "call": {
      const before = chatChangeSchema.parse(JSON.parse(stored));
      if (before.type === "call" && !mayReplace(before.call, change.call)) {
        throw new StoreError({ type: "call_moved", callId: change.call.id });
      }
      return;
    }
    case "message":
    case "mark":
    case "frozen":
      if (stored !== JSON.stringify(change)) throw new StoreError({ type: "history_rewritten" });
      return;
    case "header":
    case "row":
    case "row_removed":
  }
}

function takeLease(disk: Disk, chatId: string, lease: Lease, now: number): Lease | undefined {
  const rows = disk.get(chatId) ?? new Map<string, string>();
  if (rows.has(TOMBSTONE)) throw new StoreError({ type: "chat_deleted" });
  const held = leaseOf(disk, chatId);
  if (held !== undefined && held.window !== lease.window && held.until > now) return held;
  disk.set(chatId, rows.set(LEASE, JSON.stringify(lease)));
  return undefined;
}

function renewLease(disk: Disk, chatId: string, lease: Lease): boolean {
  const rows = disk.get(chatId);
  if (rows?.has(TOMBSTONE) === true) throw new StoreError({ type: "chat_deleted" });
  if (leaseOf(disk, chatId)?.window !== lease.window) return false;
  rows?.set(LEASE, JSON.stringify(lease));
  return true;
}

function leaseOf(disk: Disk, chatId: string): Lease | undefined {
  const text = disk.get(chatId)?.get(LEASE);
  if (text === undefined) return undefined;
  return leaseSchema.parse(JSON.parse(text));
}

/** A chat as the disk holds it; undefined where there is none. */
export function readChat(disk: Disk, chatId: string): StoredChat | undefined {
  const rows = [...(disk.get(chatId) ?? [])]
    .filter(([key]) => key !== LEASE && key !== TOMBSTONE)
    .map(([, text]) => chatChangeSchema.parse(JSON.parse(text)));
  const header = rows.find((change) => change.type === "header")?.header;
  if (header === undefined) return undefined;
  const chat = emptyChat(header);
  for (const change of rows) applyChange(chat, change);
  chat.messages.sort((a, b) => a.seq - b.seq);
  chat.rows.sort((a, b) => a.seq - b.seq);
  return { chat, damagedRows: 0 };
}

/** Enough of a search for the loop and the terminal: the words anywhere in a text, in any case. */
function hits(disk: Disk, { id, title }: ChatHeader, words: string): SearchHit[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = wanted.length === 0 ? [] : (readChat(disk, id)?.chat.rows ?? []);
  return rows.toReversed().flatMap((row): SearchHit[] => {
    if (row.type !== "user" && row.type !== "answer") return [];
    const text = row.text.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) return [];
    return [{ chatId: id, title, rowId: row.id, snippet: row.text, at: row.createdAt }];
  });
}

function rowKey(change: ChatChange): string {
  switch (change.type) {
    case "header":
    case "frozen":
      return change.type;
    case "message":
      return `message ${change.message.id}`;
    case "call":
      return `call ${change.call.id}`;
    case "row":
      return `row ${change.row.id}`;
    case "row_removed":
      return `row ${change.rowId}`;
    case "mark":
      return `mark ${change.mark.id}`;
  }
}
