import type { Attachment } from "./chat/attachments";
import { carriedText } from "./chat/carried-text";
import type { AgentEvent, RunEnd } from "./chat/event-channel";
import { noticeRow } from "./chat/new-rows";
import { OpenChat } from "./chat/open-chat";
import { comesBack, newestRequest } from "./chat/settle-opened";
import type { ChatSnapshot } from "./chat/snapshot";
import type { AgentDependencies } from "./dependencies";
import type { CallRow } from "./history/calls";
import { failureNotice, switchedNotice } from "./notices";
import type { ModelChoice } from "./ports/provider";
import { answered, decided, type Decision, type PersonAnswer } from "./run/decisions";
import { nextStep } from "./run/next-step";
import { RequestRunner } from "./run/request-runner";
import { switchedRoute } from "./run/route";
import { forgetDenied } from "./tool/availability";
import type { PermissionKind } from "./tool/permission";

/** Why a question was not taken. `elsewhere`: another window is at work in the chat. */
export type NotSent =
  | { type: "not_sent"; reason: "empty" | "elsewhere" }
  | { type: "not_sent"; reason: "too_long"; maxLength: number }
  | { type: "not_sent"; reason: "too_many"; maxQueued: number };

/** A question that was taken, with how its request ends or pauses; one that waits, by the id of its row; or why not. */
export type Sent = { type: "sent"; ended: Promise<RunEnd> } | { type: "queued"; id: string } | NotSent;

/**
 * The agent: one open chat, and at most one request at work in it. Views and the terminal talk only to this. Requests end
 * or pause as values and never throw; what went wrong stands in the chat as a notice.
 */
export class AgentLoop {
  readonly #deps: AgentDependencies;
  readonly #open: OpenChat;
  readonly #runner: RequestRunner;
  readonly #closing = new AbortController();
  /** Counts the wishes to leave the open chat. */
  #left = 0;
  /** Ends the newest search for whom the chat is moved to. */
  #switch = new AbortController();

  constructor(deps: AgentDependencies) {
    this.#deps = deps;
    this.#open = new OpenChat(deps);
    this.#runner = new RequestRunner(deps, this.#open);
  }

  /** Calls the listener with every event; the returned function ends that. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#open.subscribe(listener);
  }

  /** The open chat as it is now. The same object until something changes. */
  snapshot(): ChatSnapshot {
    return this.#open.snapshot(() => this.#runner.canRetry);
  }

  /** Takes a question, and opens a chat for it where none is open. While a request goes on or pauses, it waits its turn. */
  send(typed: string, attachments: readonly Attachment[] = []): Sent {
    const question = { text: typed.trim(), attachments };
    const notSent = this.#refusal(question.text);
    if (notSent !== undefined) return notSent;
    const session = this.#open.session ?? this.#open.begin(question.text);
    const context = this.#open.rowContext(session, this.#deps.host.newId());
    if (this.#open.status === "idle") return { type: "sent", ended: this.#runner.ask(context, question) };
    return { type: "queued", id: this.#runner.queue(context, question) };
  }

  #refusal(text: string): NotSent | undefined {
    const { maxQuestionLength: maxLength, maxQueued } = this.#deps.limits;
    if (text === "") return { type: "not_sent", reason: "empty" };
    if (text.length > maxLength) return { type: "not_sent", reason: "too_long", maxLength };
    if (this.#open.isElsewhere) return { type: "not_sent", reason: "elsewhere" };
    const isFull = this.#open.status !== "idle" && this.#runner.waiting.length >= maxQueued;
    return isFull ? { type: "not_sent", reason: "too_many", maxQueued } : undefined;
  }

  /** Takes back a question that waits; gives what was typed. Undefined where it has been sent. Throws `StoreError`. */
  async withdraw(rowId: string): Promise<string | undefined> {
    const row = this.#runner.waiting.find(({ id }) => id === rowId);
    return row !== undefined && (await this.#runner.withdraw(row)) ? row.text : undefined;
  }

  /** Stops what goes on and sends this question, ahead of the others that wait; unless the chat is left meanwhile. */
  async sendNow(rowId: string): Promise<void> {
    const left = this.#left;
    await this.#runner.stopAll();
    if (left !== this.#left) return;
    const row = this.#runner.waiting.find(({ id }) => id === rowId);
    if (row !== undefined) this.#runner.sendQueued(row);
  }

  /** Takes the person's word on a form, once. Undefined where the call does not wait, or now shows another form. */
  decide(callId: string, decision: Decision): Promise<RunEnd> | undefined {
    const { host, limits } = this.#deps;
    const moment = { now: host.now().getTime(), limits };
    return this.#settleCall(callId, (call) => decided(call, decision, host.newId(), moment));
  }

  /** Takes what the person says to a question, once. Undefined where it does not wait, or does not take that answer. */
  answer(callId: string, answer: PersonAnswer): Promise<RunEnd> | undefined {
    const { host, limits } = this.#deps;
    return this.#settleCall(callId, (call) => answered(call, answer, { now: host.now().getTime(), limits }));
  }

  #settleCall(callId: string, settle: (call: CallRow) => CallRow | undefined): Promise<RunEnd> | undefined {
    const waiting = this.#open.ours?.chat.calls.get(callId);
    const call = waiting && settle(waiting);
    return call && this.#runner.goOnWith(call);
  }

  /** Runs the last request again from where its history stands, without what its last try left in the chat. */
  retry(): Promise<RunEnd> | undefined {
    return this.#runner.retry();
  }

  /**
   * Moves the chat to the model that the person chose, or to what the settings name now, and runs the last request again
   * there unless it was answered. Undefined where nothing ran, or something else began meanwhile; `stopped` also where the
   * person wished for another one meanwhile.
   */
  async switchProvider(choice?: ModelChoice): Promise<RunEnd | undefined> {
    // Whom the person wished for last counts, however long it takes to ask who can answer.
    const stopped = this.#stopSwitch();
    const session = this.#open.ours;
    const isFree = () => this.#open.ours === session && this.#open.status === "idle";
    if (session === undefined || !isFree()) return undefined;
    const { provider, host } = this.#deps;
    // Questions may be answered meanwhile.
    const context = () => this.#open.rowContext(session, newestRequest(session.chat));
    const until = AbortSignal.any([stopped, this.#closing.signal]);
    try {
      const mark = await switchedRoute(session.chat, provider, () => host.newId(), choice, until);
      if (stopped.aborted) return { type: "stopped" };
      if (!isFree()) return undefined;
      const news = mark ? [{ type: "mark" as const, mark }, noticeRow(context(), switchedNotice(mark))] : [];
      // Who goes on elsewhere is not asking for a second answer to what was answered.
      const isAnswered = nextStep(session.chat, this.#deps.limits).type === "answer";
      const ended = isAnswered ? undefined : this.#runner.retry(news);
      if (ended !== undefined || mark === undefined) return await ended;
      const changed = await this.#runner.change(context(), news);
      return changed.type === "failed" ? changed : undefined;
    } catch (error) {
      if (stopped.aborted) return { type: "stopped" };
      session.record(noticeRow(context(), failureNotice(error)));
      return { type: "failed" };
    }
  }

  /** Lets tools try what macOS refused: the person may have allowed it since. */
  forgetDenied(permission: PermissionKind): Promise<void> {
    const { memory, host } = this.#deps;
    return forgetDenied(permission, memory, host.now());
  }

  /** Ends a request, its waiting for a word, or a switch. Resolves when the chat is settled and stored. */
  stop(): Promise<void> {
    this.#stopSwitch();
    return this.#runner.stop();
  }

  /** Ends the search for whom the chat is moved to; gives the signal that ends the next one. */
  #stopSwitch(): AbortSignal {
    this.#switch.abort();
    this.#switch = new AbortController();
    return this.#switch.signal;
  }

  /**
   * Leaves the chat, stopping what runs in it. It stays stored, but does not come back by itself. Gives the question that
   * did not fit into it any more, for the new one. Throws `StoreError`: then the chat, of which something may not be
   * stored, is open as before.
   */
  async newChat(): Promise<{ carried: string | undefined }> {
    await this.#stopToLeave();
    const { session } = this.#open;
    await this.#open.putAway();
    return { carried: session && carriedText(session.chat) };
  }

  /** Opens a stored chat and settles what a crash left open in it. False where there is no such chat. */
  async open(chatId: string): Promise<boolean> {
    const stopped = this.#stopToLeave();
    const { begun } = this.#open;
    await stopped;
    return this.#open.show(chatId, begun);
  }

  /**
   * Opens the chat that was used last. With `waiting` only if it holds a form that still waits; with `recent` also if it
   * was used lately. One that was left with New Chat does not come back like that.
   */
  async openLatest(which: "waiting" | "recent" | "any"): Promise<boolean> {
    const { begun } = this.#open;
    const [latest] = await this.#deps.store.list();
    if (latest === undefined) return false;
    const isWanted = which === "any" || (await comesBack(latest, which, this.#deps));
    // What the person has begun meanwhile stays open.
    return isWanted && begun === this.#open.begun ? this.open(latest.id) : false;
  }

  /** Deletes a chat for good. Throws `StoreError`. */
  async deleteChat(chatId: string): Promise<void> {
    if (this.#open.session?.chat.header.id === chatId) await this.#leave();
    await this.#deps.store.delete(chatId);
  }

  /** Deletes every chat for good. Throws `StoreError`. */
  async clearHistory(): Promise<void> {
    await this.#leave();
    await this.#deps.store.deleteAll();
  }

  async #leave(): Promise<void> {
    await this.#stopToLeave();
    this.#open.leave();
  }

  #stopToLeave(): Promise<void> {
    this.#left += 1;
    return this.#runner.stopAll();
  }

  /** Ends everything at once because the window closes. The chat stays as it is stored, and is recovered when it opens. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#open.close();
    await this.#runner.close();
  }
}
