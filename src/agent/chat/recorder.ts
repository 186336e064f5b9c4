import type { ChatChange } from "./chat";
import { StoreError, type ChatStore, type SaveGuard } from "../ports/store";

/**
 * Writes the changes of one chat to the store, in order, one save at a time. What could not be saved is kept and goes
 * with the next save, so a full disk loses nothing as long as Orbit is open.
 */
export class Recorder {
  readonly #store: ChatStore;
  readonly #chatId: string;
  /** By the row that it puts: a later change of the same row takes the place of the earlier one. */
  #pending = new Map<string, ChatChange>();
  /** The save that is going on, or was last. */
  #saving: Promise<void> = Promise.resolve();
  /** The save after that, which takes along all that is queued until it begins. */
  #next: Promise<void> | undefined;

  constructor(store: ChatStore, chatId: string) {
    this.#store = store;
    this.#chatId = chatId;
  }

  /** What is queued and not on its way to the store. */
  get pending(): readonly ChatChange[] {
    return [...this.#pending.values()];
  }

  queue(change: ChatChange): void {
    this.#pending.set(changeKey(change), change);
  }

  /**
   * Resolves when everything queued so far is stored. Throws `StoreError`; what failed stays queued. Whoever asks while a
   * save is still to come shares it, so that nobody takes for stored what another one's save has failed to store.
   */
  flush(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    const saved = this.#saving.then(() => {
      this.#next = undefined;
      return this.#savePending();
    });
    this.#next = saved;
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  /** Stores changes of their own, after all that is queued, where the guard allows it. What fails is not queued. */
  saveIf(guard: SaveGuard, changes: readonly ChatChange[]): Promise<void> {
    const saved = this.flush().then(() => this.#store.save(this.#chatId, changes, guard));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  async #savePending(): Promise<void> {
    if (this.#pending.size === 0) return;
    const batch = this.#pending;
    this.#pending = new Map();
    try {
      await this.#store.save(this.#chatId, [...batch.values()]);
    } catch (error) {
      this.#keep(batch, error);
      throw error;
    }
  }

  /** Changes that came meanwhile are newer. A call that another command moved on is not ours to write any more. */
  #keep(batch: Map<string, ChatChange>, error: unknown): void {
    const detail = error instanceof StoreError ? error.detail : undefined;
    if (detail?.type === "chat_deleted") return;
    this.#pending = new Map([...batch, ...this.#pending]);
    if (detail?.type === "call_moved") this.#pending.delete(`call:${detail.callId}`);
  }
}

function changeKey(change: ChatChange): string {
  switch (change.type) {
    case "header":
    case "frozen":
      return change.type;
    case "message":
      return `message:${change.message.id}`;
    case "call":
      return `call:${change.call.id}`;
    case "row":
      return `row:${change.row.id}`;
    case "row_removed":
      return `row:${change.rowId}`;
    case "mark":
      return `mark:${change.mark.id}`;
  }
}
