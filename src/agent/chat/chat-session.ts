import { applyChange, type Chat, type ChatChange } from "./chat";
import type { EventChannel } from "./event-channel";
import { Recorder } from "./recorder";
import type { ChatRow } from "./rows";
import type { ChatStore } from "../ports/store";

/**
 * One open chat. Every change goes through here: into memory, to the channel, to the recorder, in this order. The text of
 * the answer that streams is kept apart, so that a delta costs the same however long the chat is.
 */
export class ChatSession {
  readonly chat: Chat;
  readonly #recorder: Recorder;
  readonly #channel: EventChannel;
  #isClosed = false;
  #coming: string | undefined;
  #streamed: { rowId: string; text: string } | undefined;

  constructor(chat: Chat, store: ChatStore, channel: EventChannel) {
    this.chat = chat;
    this.#channel = channel;
    this.#recorder = new Recorder(store, chat.header.id);
  }

  /** From here on the chat stays as it is: what still runs for it changes nothing, in memory or in the store. */
  close(): void {
    this.#isClosed = true;
  }

  /** Makes changes that will be stored soon. */
  record(...changes: ChatChange[]): void {
    if (this.#isClosed) return;
    for (const change of changes) {
      applyChange(this.chat, change);
      this.#recorder.queue(change);
      if (change.type === "row" && change.row.id === this.#streamed?.rowId) this.#streamed = undefined;
      this.#channel.emit({ type: "change", chatId: this.chat.header.id, change });
    }
  }

  /** Makes changes and waits until they, and all before them, are stored. Throws `StoreError`. */
  commit(...changes: ChatChange[]): Promise<void> {
    this.record(...changes);
    return this.#isClosed ? Promise.resolve() : this.#recorder.flush();
  }

  /** Adds a row that is only shown, never stored. */
  show(row: ChatRow): void {
    applyChange(this.chat, { type: "row", row });
    this.#channel.emit({ type: "change", chatId: this.chat.header.id, change: { type: "row", row } });
  }

  /** The title of the tool whose arguments the model is writing just now; undefined while it writes none. */
  get coming(): string | undefined {
    return this.#coming;
  }

  /** Says which tool is coming. Never stored: it is over when the turn is. */
  setComing(tool: string | undefined): void {
    if (this.#isClosed || tool === this.#coming) return;
    this.#coming = tool;
    this.#channel.emit({ type: "coming", tool });
  }

  /** Adds text to the answer row that streams. */
  stream(rowId: string, text: string): void {
    if (this.#isClosed) return;
    const earlier = this.#streamed?.rowId === rowId ? this.#streamed.text : this.#rowText(rowId);
    this.#streamed = { rowId, text: earlier + text };
    this.#channel.emit({ type: "delta", rowId, text });
  }

  /** The text that the answer row has so far. */
  streamedText(rowId: string): string {
    return this.#streamed?.rowId === rowId ? this.#streamed.text : this.#rowText(rowId);
  }

  #rowText(rowId: string): string {
    const row = this.chat.rows.findLast(({ id }) => id === rowId);
    return row?.type === "answer" ? row.text : "";
  }
}
