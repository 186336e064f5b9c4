import { waitsForPerson } from "../history/calls";
import type { Limits } from "../limits";
import { ELSEWHERE } from "../notices";
import type { Host } from "../ports/host";
import { StoreError, type ChatStore } from "../ports/store";
import { emptyChat } from "./chat";
import { ChatSession } from "./chat-session";
import { chatTitle } from "./chat-title";
import { claimChat, type Claim } from "./claim-chat";
import { EventChannel, type AgentEvent, type RunStatus } from "./event-channel";
import { noticeRow, type RowContext } from "./new-rows";
import { newestRequest, settleOpened } from "./settle-opened";
import { Snapshots, type ChatSnapshot } from "./snapshot";

type Dependencies = { host: Pick<Host, "now" | "newId">; store: ChatStore; limits: Limits };

/** A window that waits for another one looks so often, within the life of a claim, whether that is done. */
const LOOKS = 4;

/** The chat that a window shows, how it stands, and whether another window is at work in it. */
export class OpenChat {
  /** This window's name among all that use the store. */
  readonly windowId: string;
  readonly #deps: Dependencies;
  readonly #channel = new EventChannel();
  readonly #snapshots = new Snapshots();
  #snapshot: ChatSnapshot | undefined;
  #session: ChatSession | undefined;
  #status: RunStatus = "idle";
  #isElsewhere = false;
  #begun = 0;
  #isClosed = false;
  #watching: NodeJS.Timeout | undefined;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.windowId = deps.host.newId();
    this.#channel.subscribe((event) => {
      this.#snapshot = undefined;
      this.#snapshots.take(event);
    });
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#channel.subscribe(listener);
  }

  /** The same object until something changes. */
  snapshot(canRetry: () => boolean): ChatSnapshot {
    const state = { status: this.#status, isElsewhere: this.#isElsewhere };
    this.#snapshot ??= this.#snapshots.make(this.#session, { ...state, canRetry: canRetry() });
    return this.#snapshot;
  }

  get session(): ChatSession | undefined {
    return this.#session;
  }

  /** The same, where this window may change the chat: it is open, and no other window has it. */
  get ours(): ChatSession | undefined {
    return this.#isElsewhere || this.#isClosed ? undefined : this.#session;
  }

  get isElsewhere(): boolean {
    return this.#isElsewhere;
  }

  /** Counts what was begun here: chats that were shown, and runs. */
  get begun(): number {
    return this.#begun;
  }

  get status(): RunStatus {
    return this.#status;
  }

  set status(status: RunStatus) {
    if (status === "running") this.#begun += 1;
    if (status === this.#status) return;
    this.#status = status;
    this.#channel.emit({ type: "status", status });
  }

  /** Without a run, a chat waits for a word or for nothing. A run that failed can leave a form behind: it waits on. */
  settleStatus(): void {
    const calls = this.ours?.chat.calls.values() ?? [];
    this.status = [...calls].some(waitsForPerson) ? "awaiting_approval" : "idle";
  }

  /** What new rows of a request need. */
  rowContext(session: ChatSession, requestId: string): RowContext {
    const { host } = this.#deps;
    return { session, requestId, now: () => host.now(), newId: () => host.newId() };
  }

  /** Begins a chat with its first question. It is stored when that is. */
  begin(question: string): ChatSession {
    const { host, store } = this.#deps;
    const now = host.now().getTime();
    const header = { id: host.newId(), title: chatTitle(question), createdAt: now, updatedAt: now, left: false };
    return this.#enter(new ChatSession(emptyChat(header), store, this.#channel), false);
  }

  /**
   * Shows a stored chat. What a crash left open in it is settled, unless another window is at work in it: then it can only
   * be read until that one is done. What was begun since `begun` was counted stays open instead: it would go on where
   * nobody sees it. False where there is no such chat. Throws `StoreError`.
   */
  async show(chatId: string, begun = this.#begun): Promise<boolean> {
    const { store, limits } = this.#deps;
    const claim = await this.#claim(chatId);
    try {
      const stored = await store.load(chatId);
      if (stored === undefined) return false;
      if (begun !== this.#begun) return true;
      const session = this.#enter(new ChatSession(stored.chat, store, this.#channel), !claim.isOurs);
      const context = { ...this.rowContext(session, newestRequest(stored.chat)), limits };
      if (this.#isElsewhere) {
        session.show(noticeRow(context, ELSEWHERE).row);
        this.#watch(chatId);
      }
      const settled = claim.isOurs ? settleOpened(context, stored.damagedRows) : undefined;
      // Before it is stored: nobody may act on how the chat stood before.
      this.settleStatus();
      await settled;
      return true;
    } finally {
      // A run that has begun meanwhile goes by the claim.
      if (this.#status === "running" && this.#session?.chat.header.id === chatId) claim.leave();
      else await claim.drop();
    }
  }

  /** Another window has the chat: from here on it can only be read, until it is shown anew. */
  giveAway(): void {
    this.#session?.close();
    this.#isElsewhere = true;
    // Seen by who looks; told with how the chat stands there.
    this.#snapshot = undefined;
  }

  /** Shows no chat any more. */
  leave(): void {
    this.#enter(undefined, false);
    // A form can still wait in that chat, where another window has it.
    this.settleStatus();
  }

  /**
   * Leaves the chat so that it does not come back by itself. Throws `StoreError`: then it is shown again as it was, unless
   * something was begun since.
   */
  async putAway(): Promise<void> {
    const { ours } = this;
    this.leave();
    if (ours === undefined) return;
    const begun = this.#begun;
    try {
      await ours.commitIf({ rowsExist: [] }, [{ type: "header", header: { ...ours.chat.header, left: true } }]);
    } catch (error) {
      // One that was deleted does not come back either.
      if (error instanceof StoreError && error.detail.type === "chat_deleted") return;
      if (begun === this.#begun) {
        this.#enter(ours, false);
        this.settleStatus();
      }
      throw error;
    }
  }

  /** The window closes: what still runs for the chat changes nothing any more. */
  close(): void {
    this.#isClosed = true;
    this.#session?.close();
    clearTimeout(this.#watching);
  }

  #enter<Session extends ChatSession | undefined>(session: Session, isElsewhere: boolean): Session {
    clearTimeout(this.#watching);
    this.#begun += 1;
    this.#session = session;
    this.#isElsewhere = isElsewhere;
    this.#channel.emit({ type: "chat", chatId: session?.chat.header.id });
    return session;
  }

  #claim(chatId: string): Promise<Claim> {
    const { host, store, limits } = this.#deps;
    return claimChat({ store, limits, windowId: this.windowId, now: () => host.now() }, chatId);
  }

  #watch(chatId: string): void {
    if (this.#isClosed) return;
    this.#watching = setTimeout(() => void this.#lookAgain(chatId), this.#deps.limits.leaseMs / LOOKS);
    // Waiting alone keeps no process alive.
    this.#watching.unref();
  }

  async #lookAgain(chatId: string): Promise<void> {
    const claim = await this.#claim(chatId);
    await claim.drop();
    if (!this.#isElsewhere || this.#session?.chat.header.id !== chatId) return;
    const isShown = claim.isOurs ? await this.show(chatId).catch(() => undefined) : undefined;
    if (isShown === undefined) this.#watch(chatId);
    else if (!isShown) this.leave();
  }
}
