import type { Chat, ChatChange, ChatHeader } from "../chat/chat";

/** What kept a store from its work. */
export type StoreErrorDetail =
  /** Another program holds the database and did not let go in time. */
  | { type: "locked" }
  /** The disk is full, or the database may not grow. */
  | { type: "full" }
  /** The file is not a database any more, or its pages contradict each other. */
  | { type: "corrupt" }
  /** The database file was deleted or its folder is gone. */
  | { type: "vanished" }
  /** The folder or the file may not be written. */
  | { type: "not_writable" }
  /** The chat was deleted, here or by another command. */
  | { type: "chat_deleted" }
  /** Another command moved the call on meanwhile, so this move must not happen. */
  | { type: "call_moved"; callId: string }
  /** A newer Orbit wrote the database, in a format that this one does not know. It is left as it is. */
  | { type: "newer_version" }
  | { type: "other" };

/** A failure of the store. Nothing of the save it names was kept. `cause` is for a developer, not for a person. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly detail: StoreErrorDetail;

  constructor(detail: StoreErrorDetail, options?: { cause?: unknown }) {
    super(`store error: ${detail.type}`, options);
    this.detail = detail;
  }
}

/** A chat as it was read; `damagedRows` could not be, and were left out. */
export type StoredChat = { chat: Chat; damagedRows: number };

/**
 * The port to the storage of chats. Every method throws `StoreError`. Saves of one store are carried out in the order in
 * which they were asked for.
 */
export interface ChatStore {
  /**
   * Stores changes of one chat, all or none, and survives the end of the process. Refuses a call that moves in a way that
   * `mayReplace` does not allow (`call_moved`), and any change of a deleted chat.
   */
  save(chatId: string, changes: readonly ChatChange[]): Promise<void>;
  /** Reads one chat, its parts in order; undefined where there is none. */
  load(chatId: string): Promise<StoredChat | undefined>;
  /** The headers of all chats, the one changed last first. */
  list(): Promise<ChatHeader[]>;
  /** Deletes a chat for good: a save that comes later cannot bring it back. */
  delete(chatId: string): Promise<void>;
  close(): Promise<void>;
}
