import type { Chat, ChatChange, ChatHeader } from "../chat/chat";
import type { CallRow } from "../history/calls";

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
  /** The save would change what only grows: a message, a mark, the frozen prompt. */
  | { type: "history_rewritten" }
  /** A row that the save builds on is not there any more: another window sent or withdrew it first. */
  | { type: "row_gone"; rowId: string }
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

/** A window's claim on a chat that it runs. It lapses at `until` (milliseconds since 1970) unless it is taken anew. */
export type Lease = { window: string; until: number };

/** What must hold in the store for a save to be made. */
export type SaveGuard = {
  /** Ids of chat rows that must still be stored; else `row_gone`. */
  rowsExist: readonly string[];
};

/** A row of a chat that holds the words which were searched for; `snippet` is the text around the first of them. */
export type SearchHit = { chatId: string; title: string; rowId: string; snippet: string; at: number };

/**
 * The port to the storage of chats. Every method throws `StoreError`. Saves of one store are carried out in the order in
 * which they were asked for.
 */
export interface ChatStore {
  /**
   * Stores changes of one chat, all or none, and survives the end of the process. Refuses a call that moves in a way that
   * `mayReplace` does not allow (`call_moved`), a change of what only grows (`history_rewritten`), what `guard` does not
   * find, and any change of a deleted chat.
   */
  save(chatId: string, changes: readonly ChatChange[], guard?: SaveGuard): Promise<void>;
  /** Reads one chat, its parts in order; undefined where there is none. */
  load(chatId: string): Promise<StoredChat | undefined>;
  /** The calls of a chat as every window has left them; what cannot be read is left out. */
  loadCalls(chatId: string): Promise<CallRow[]>;
  /** The headers of all chats, the one changed last first. */
  list(): Promise<ChatHeader[]>;
  /** The questions and answers that hold every word, or a word that begins like it, the newest first. */
  search(words: string, limit?: number): Promise<SearchHit[]>;
  /**
   * Claims a chat, or claims it for longer. Undefined where the claim is made, else the one of another window, which has
   * not lapsed at `now`. Throws `chat_deleted` for a deleted chat.
   */
  takeLease(chatId: string, lease: Lease, now: number): Promise<Lease | undefined>;
  /**
   * Claims a chat for longer, even where the claim has lapsed; false where this window's claim is not there any more, as
   * another one has had the chat since. Throws `chat_deleted` for a deleted chat, so that a run in it can end.
   */
  renewLease(chatId: string, lease: Lease): Promise<boolean>;
  /** Gives the chat free where this window has claimed it. */
  dropLease(chatId: string, window: string): Promise<void>;
  /** Deletes a chat for good: a save that comes later cannot bring it back. */
  delete(chatId: string): Promise<void>;
  /** Deletes every chat for good. */
  deleteAll(): Promise<void>;
  close(): Promise<void>;
}
