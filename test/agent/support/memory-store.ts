import { mayReplace, type CallRow } from "../../../src/agent/history/calls";
import {
  applyChange,
  chatChangeSchema,
  emptyChat,
  type ChatChange,
  type ChatHeader,
} from "../../../src/agent/chat/chat";
import { StoreError, type ChatStore, type StoreErrorDetail, type StoredChat } from "../../../src/agent/ports/store";

/** What outlives a process: the JSON text of every row, by chat and key. */
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

export function memoryStore(disk: Disk = new Map(), faults: StoreFaults = {}): MemoryStore {
  const saves: ChatChange[][] = [];
  const deleted = new Set<string>();
  const { promise: died, resolve: die } = Promise.withResolvers<undefined>();
  let isDead = false;
  const forever = () => new Promise<never>(() => undefined);
  return {
    saves,
    died,
    async save(chatId, changes) {
      if (isDead) return forever();
      faults.onSave?.(saves.length + 1);
      saves.push(structuredClone([...changes]));
      await Promise.resolve();
      const failure = faults.failure?.(saves.length);
      if (failure !== undefined) throw new StoreError(failure);
      if (deleted.has(chatId)) throw new StoreError({ type: "chat_deleted" });
      const dies = faults.death?.save === saves.length;
      if (!dies || faults.death?.kept === true) write(disk, chatId, changes);
      if (!dies) return;
      isDead = true;
      die(undefined);
      return forever();
    },
    async load(chatId) {
      await Promise.resolve();
      return read(disk, chatId);
    },
    async list() {
      await Promise.resolve();
      const headers = [...disk.keys()].flatMap((id): ChatHeader[] => {
        const header = read(disk, id)?.chat.header;
        return header === undefined ? [] : [header];
      });
      return headers.sort((a, b) => b.updatedAt - a.updatedAt);
    },
    async delete(chatId) {
      await Promise.resolve();
      disk.delete(chatId);
      deleted.add(chatId);
    },
    close: () => Promise.resolve(),
  };
}

/** All or nothing: the rows are written only after every move of a call was found allowed. */
function write(disk: Disk, chatId: string, changes: readonly ChatChange[]): void {
  const rows = new Map(disk.get(chatId));
  for (const change of changes) {
    const key = rowKey(change);
    if (change.type === "row_removed") {
      rows.delete(key);
      continue;
    }
    if (change.type === "call") refuseWrongMove(rows.get(key), change.call);
    rows.set(key, JSON.stringify(change));
  }
  disk.set(chatId, rows);
}

function refuseWrongMove(stored: string | undefined, call: CallRow): void {
  if (stored === undefined) return;
  const before = chatChangeSchema.parse(JSON.parse(stored));
  if (before.type === "call" && !mayReplace(before.call, call))
    throw new StoreError({ type: "call_moved", callId: call.id });
}

function read(disk: Disk, chatId: string): StoredChat | undefined {
  const rows = [...(disk.get(chatId)?.values() ?? [])].map((text) => chatChangeSchema.parse(JSON.parse(text)));
  const header = rows.find((change) => change.type === "header")?.header;
  if (header === undefined) return undefined;
  const chat = emptyChat(header);
  for (const change of rows) applyChange(chat, change);
  chat.messages.sort((a, b) => a.seq - b.seq);
  chat.rows.sort((a, b) => a.seq - b.seq);
  return { chat, damagedRows: 0 };
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
