import { applyChange, type Chat, type ChatChange } from "./chat";
import type { AgentEvent, EventChannel } from "./event-channel";
import { Recorder } from "./recorder";
import type { ChatRow } from "./rows";
import { StoreError, type ChatStore, type SaveGuard } from "../ports/store";
import type { UnusableTools } from "../prompt/unusable-tools";

/**
 * One open chat. Every change goes through here: into memory, to the channel, to the recorder, in this order. The text of
 * the answer that streams is kept apart, so that a delta costs the same however long the chat is.
 */
export class ChatSession {
  readonly chat: Chat;
  /** What the model was last told of the tools. Not stored: undefined after a relaunch, and then it is told in full. */
  told: UnusableTools | undefined;
  readonly #store: ChatStore;
  readonly #recorder: Recorder;
  readonly #channel: EventChannel;
  #isClosed = false;
  #coming: string | undefined;
  #streamed: { rowId: string; text: string } | undefined;

  constructor(chat: Chat, store: ChatStore, channel: EventChannel) {
    this.chat = chat;
    this.#channel = channel;
    this.#store = store;
    this.#recorder = new Recorder(store, chat.header.id);
  }

  /** What still has to be stored. */
  get unstored(): readonly ChatChange[] {
    return this.#recorder.pending;
  }

  /** From here on the chat stays as it is: what still runs for it changes nothing, in memory or in the store. */
  close(): void {
    this.#isClosed = true;
  }

  /** Makes changes that will be stored soon. */
  record(...changes: ChatChange[]): void {
    if (this.#isClosed) return;
    for (const change of changes) {
      this.#recorder.queue(change);
      this.#apply(change);
    }
  }

  /**
   * Makes changes and waits until they, and all before them, are stored. Throws `StoreError`. A call that another window
   * has moved on stands here as that one left it: what was made of it here is not so.
   */
  async commit(...changes: ChatChange[]): Promise<void> {
    this.record(...changes);
    if (this.#isClosed) return;
    try {
      await this.#recorder.flush();
    } catch (error) {
      if (error instanceof StoreError && error.detail.type === "call_moved") await this.#reload(error.detail.callId);
      throw error;
    }
  }

  /** Makes changes once they are stored, and only if the guard finds its rows. Throws `StoreError`: then nothing changed. */
  async commitIf(guard: SaveGuard, changes: readonly ChatChange[]): Promise<void> {
    if (this.#isClosed) return;
    await this.#recorder.saveIf(guard, changes);
    for (const change of changes) this.#apply(change);
  }

  async #reload(callId: string): Promise<void> {
    const calls = await this.#store.loadCalls(this.chat.header.id).catch(() => []);
    const call = calls.find(({ id }) => id === callId);
    if (call !== undefined) this.#apply({ type: "call", call });
  }

  /** Calls the listener with every event; the returned function ends that. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#channel.subscribe(listener);
  }

  /** Adds a row that is only shown, never stored. */
  show(row: ChatRow): void {
    this.#apply({ type: "row", row });
  }

  #apply(change: ChatChange): void {
    applyChange(this.chat, change);
    if (change.type === "row" && change.row.id === this.#streamed?.rowId) this.#streamed = undefined;
    this.#channel.emit({ type: "change", chatId: this.chat.header.id, change });
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

  /** The id of the answer row into which text has streamed that the row does not hold yet. */
  get streaming(): string | undefined {
    return this.#streamed?.rowId;
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
