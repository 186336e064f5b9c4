import { emptyChat, type Chat, type ChatChange, type ChatHeader } from "./chat/chat";
import { ChatSession } from "./chat/chat-session";
import { chatTitle } from "./chat/chat-title";
import { EventChannel, type AgentEvent, type RunEnd, type RunStatus } from "./chat/event-channel";
import { questionChanges } from "./chat/new-question";
import { noticeRow, touched, type RowContext } from "./chat/new-rows";
import type { ChatRow } from "./chat/rows";
import { makeSnapshot, type ChatSnapshot } from "./chat/snapshot";
import { isSettled, type CallRow, type CallState } from "./history/calls";
import { toolUses, type Message } from "./history/messages";
import type { Limits } from "./limits";
import { closingNotice, damagedNotice, failureNotice, INTERRUPTED, STOPPED, type Notice } from "./notices";
import type { Host } from "./ports/host";
import type { Provider } from "./ports/provider";
import type { ChatStore } from "./ports/store";
import { Gate } from "./run/gate";
import { lastMessage, nextStep, retryFrom } from "./run/next-step";
import { recoverChat } from "./run/recover-chat";
import { driveRun, type RunContext } from "./run/run";
import type { Edits } from "./tool/approval";
import type { ToolRegistry } from "./tool/registry";

/** What the loop is put together from. */
export type AgentDependencies = {
  host: Pick<Host, "now" | "newId">;
  store: ChatStore;
  registry: ToolRegistry;
  limits: Limits;
  /** Makes the provider from the current settings. Throws `ProviderError` where none is set up. */
  provider: () => Provider;
  /** The person's locale (BCP 47) and time zone at this moment: they may travel while a chat is open. */
  region: () => { locale: string; timeZone: string };
};

/**
 * The person's word on a form. Run is for the form of that digest and no other; `edits` holds the fields they changed.
 */
export type Decision = { type: "run"; digest: string; edits: Edits } | { type: "cancel" };

/** Why a question was not taken. */
export type NotSent =
  { type: "not_sent"; reason: "empty" | "busy" } | { type: "not_sent"; reason: "too_long"; maxLength: number };

/** A question that was taken, with how its request ends or pauses, or why it was not. */
export type Sent = { type: "sent"; ended: Promise<RunEnd> } | NotSent;

type Run = { controller: AbortController; ended: Promise<RunEnd> };

/**
 * The agent: one open chat, and at most one run in it. Views and the terminal talk only to this. Runs end or pause as
 * values and never throw; what went wrong stands in the chat as a notice.
 */
export class AgentLoop {
  readonly #deps: AgentDependencies;
  readonly #channel = new EventChannel();
  readonly #gate = new Gate();
  #session: ChatSession | undefined;
  #run: Run | undefined;
  #status: RunStatus = "idle";
  #snapshot: ChatSnapshot | undefined;

  constructor(deps: AgentDependencies) {
    this.#deps = deps;
    this.#channel.subscribe(() => (this.#snapshot = undefined));
  }

  /** Calls the listener with every event; the returned function ends that. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#channel.subscribe(listener);
  }

  /** The open chat as it is now. The same object until something changes. */
  snapshot(): ChatSnapshot {
    this.#snapshot ??= makeSnapshot(this.#session, { status: this.#status, canRetry: this.#retryFrom() !== undefined });
    return this.#snapshot;
  }

  /** Takes a question, and opens a chat for it where none is open. */
  send(text: string): Sent {
    const question = text.trim();
    const { maxQuestionLength } = this.#deps.limits;
    if (question === "") return { type: "not_sent", reason: "empty" };
    if (question.length > maxQuestionLength) {
      return { type: "not_sent", reason: "too_long", maxLength: maxQuestionLength };
    }
    if (this.#status !== "idle") return { type: "not_sent", reason: "busy" };

    const session = (this.#session ??= this.#newSession(question));
    const context = this.#rowContext(session, this.#deps.host.newId());
    expireCalls(context);
    session.record(...questionChanges({ ...this.#deps, ...context }, question));
    return { type: "sent", ended: this.#start(context) };
  }

  /** Takes the person's word on a form, once. Undefined where the call does not wait, or now shows another form. */
  decide(callId: string, decision: Decision): Promise<RunEnd> | undefined {
    const session = this.#session;
    const call = session?.chat.calls.get(callId);
    if (session === undefined || call?.state.type !== "awaiting_approval") return undefined;
    if (decision.type === "run" && decision.digest !== call.state.approval.digest) return undefined;
    const context = this.#rowContext(session, call.requestId);
    session.record({ type: "call", call: { ...call, state: this.#decided(call.state, decision) } });
    // A run that is going on finds the word by itself when it looks for its next step.
    return this.#run?.ended ?? this.#start(context);
  }

  /** Runs the last request again from where its history stands, without what its last try left in the chat. */
  retry(): Promise<RunEnd> | undefined {
    const session = this.#session;
    const message = this.#retryFrom();
    if (session === undefined || message === undefined) return undefined;
    const context = this.#rowContext(session, message.requestId);
    if (message.role === "assistant" && toolUses(message).length === 0) {
      const mark = { id: this.#deps.host.newId(), type: "superseded" as const, messageId: message.id };
      session.record({ type: "mark", mark });
    }
    session.record(...lastTry(session.chat.rows).map((row): ChatChange => ({ type: "row_removed", rowId: row.id })));
    return this.#start(context);
  }

  /** Ends a run, or the waiting for a word. Resolves when the chat is settled and stored. */
  async stop(): Promise<void> {
    const run = this.#run;
    if (run !== undefined) {
      run.controller.abort();
      await run.ended;
      return;
    }
    const session = this.#session;
    if (session === undefined || this.#status !== "awaiting_approval") return;
    const waiting = [...session.chat.calls.values()].find((call) => !isSettled(call));
    const settled = this.#settleStopped(this.#rowContext(session, waiting?.requestId ?? ""));
    // Before it is stored, so that nothing can be stopped twice.
    this.#settleStatus(session);
    await settled;
  }

  /** Leaves the chat, stopping what runs in it. It stays stored, but does not come back by itself. */
  async newChat(): Promise<void> {
    await this.stop();
    const session = this.#session;
    this.#session = undefined;
    this.#channel.emit({ type: "chat", chatId: undefined });
    if (session === undefined) return;
    await session.commit({ type: "header", header: { ...session.chat.header, left: true } });
  }

  /** Opens a stored chat and settles what a crash left open in it. False where there is no such chat. */
  async open(chatId: string): Promise<boolean> {
    await this.stop();
    const stored = await this.#deps.store.load(chatId);
    if (stored === undefined) return false;
    const { chat, damagedRows } = stored;
    const session = new ChatSession(chat, this.#deps.store, this.#channel);
    this.#session = session;
    const context = this.#rowContext(session, chat.rows.at(-1)?.requestId ?? "");
    this.#channel.emit({ type: "chat", chatId });
    session.record(...recoverChat(chat, this.#now(), this.#deps.limits));

    this.#settleStatus(session);
    // A form that waits says enough, and so does the notice that an earlier opening left.
    const isSaid = this.#status === "awaiting_approval" || chat.rows.at(-1)?.type === "notice";
    const notice = isSaid ? undefined : this.#unfinishedNotice(chat);
    if (notice !== undefined) session.record(noticeRow(context, notice));
    // Not stored: the rows stay damaged, and the next opening says so again.
    if (damagedRows > 0) session.show(noticeRow(context, damagedNotice(damagedRows)).row);
    try {
      await session.commit();
    } catch (error) {
      // A full disk does not keep anyone from reading; what was settled here is stored with the next save.
      session.show(noticeRow(context, failureNotice(error)).row);
    }
    return true;
  }

  /**
   * Opens the chat that was used last. With `waiting` only if it holds a form that still waits; with `recent` also if it
   * was used lately. One that was left with New Chat does not come back like that.
   */
  async openLatest(which: "waiting" | "recent" | "any"): Promise<boolean> {
    const [latest] = await this.#deps.store.list();
    if (latest === undefined) return false;
    return which === "any" || (await this.#comesBack(latest, which)) ? this.open(latest.id) : false;
  }

  async #comesBack({ id, updatedAt, left }: ChatHeader, which: "waiting" | "recent"): Promise<boolean> {
    const { limits, store } = this.#deps;
    const age = this.#now() - updatedAt;
    if (left || age > limits.approvalLifetimeMs) return false;
    if (which === "recent" && age <= limits.reopenWithinMs) return true;
    const stored = await store.load(id);
    return [...(stored?.chat.calls.values() ?? [])].some(({ state }) => state.type === "awaiting_approval");
  }

  #retryFrom(): Message | undefined {
    if (this.#session === undefined || this.#status !== "idle") return undefined;
    return retryFrom(this.#session.chat, this.#deps.limits);
  }

  #unfinishedNotice(chat: Chat): Notice | undefined {
    const step = nextStep(chat, this.#deps.limits);
    switch (step.type) {
      case "answer":
      case "await_approval":
        return undefined;
      case "ask_model":
      case "run_calls":
        return lastMessage(chat) === undefined ? undefined : INTERRUPTED;
      case "cut_off":
      case "context_full":
      case "budget_reached":
        return closingNotice(step, this.#deps.limits);
    }
  }

  /** Ends everything at once because the window closes. The chat stays as it is stored, and is recovered when it opens. */
  async close(): Promise<void> {
    this.#session?.close();
    this.#run?.controller.abort();
    await this.#run?.ended;
  }

  #start(context: RowContext): Promise<RunEnd> {
    const controller = new AbortController();
    const ended = this.#drive({ ...this.#deps, ...context, gate: this.#gate, signal: controller.signal });
    this.#run = { controller, ended };
    this.#setStatus("running");
    return ended;
  }

  async #drive(context: RunContext): Promise<RunEnd> {
    // The status is set before the first step, so that nobody sees a run that is not there yet.
    await Promise.resolve();
    let end = await driveRun(context);
    // A word or a stop may have come while the run was on its way out.
    while (end.type === "awaiting_approval" && this.#mayGoOn(context)) end = await driveRun(context);
    if (end.type === "stopped") await this.#settleStopped(context);
    this.#run = undefined;
    this.#settleStatus(context.session);
    return end;
  }

  #mayGoOn({ session, signal, limits }: RunContext): boolean {
    return signal.aborted || nextStep(session.chat, limits).type !== "await_approval";
  }

  /** A run that failed can leave a form behind: it goes on waiting for its word. */
  #settleStatus({ chat }: ChatSession): void {
    const isWaiting = [...chat.calls.values()].some(({ state }) => state.type === "awaiting_approval");
    this.#setStatus(isWaiting ? "awaiting_approval" : "idle");
  }

  async #settleStopped(context: RowContext): Promise<void> {
    expireCalls(context);
    try {
      await context.session.commit(noticeRow(context, STOPPED), touched(context));
    } catch (error) {
      context.session.record(noticeRow(context, failureNotice(error)));
    }
  }

  #decided(state: Extract<CallState, { type: "awaiting_approval" }>, decision: Decision): CallState {
    const at = this.#now();
    if (at - state.since > this.#deps.limits.approvalLifetimeMs) return { type: "expired", at };
    return decision.type === "cancel"
      ? { type: "declined", at }
      : { type: "approved", at, approval: state.approval, edits: decision.edits };
  }

  #newSession(question: string): ChatSession {
    const now = this.#now();
    const id = this.#deps.host.newId();
    const header = { id, title: chatTitle(question), createdAt: now, updatedAt: now, left: false };
    const session = new ChatSession(emptyChat(header), this.#deps.store, this.#channel);
    this.#channel.emit({ type: "chat", chatId: id });
    return session;
  }

  #rowContext(session: ChatSession, requestId: string): RowContext {
    const { host } = this.#deps;
    return { session, requestId, now: () => host.now(), newId: () => host.newId() };
  }

  #setStatus(status: RunStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#channel.emit({ type: "status", status });
  }

  #now(): number {
    return this.#deps.host.now().getTime();
  }
}

/** Calls that were not started, or whose form nobody answered, end with their request. */
function expireCalls({ session, now }: RowContext): void {
  const open = [...session.chat.calls.values()].filter((call) => !isSettled(call) && call.state.type !== "intent");
  const at = now().getTime();
  const expired = (call: CallRow): ChatChange => ({ type: "call", call: { ...call, state: { type: "expired", at } } });
  session.record(...open.map(expired));
}

/** What the last try of the newest request left below its last call: its answer, its notices. */
function lastTry(rows: readonly ChatRow[]): ChatRow[] {
  const start = rows.findLastIndex(({ type }) => type === "user" || type === "call");
  return rows.slice(start + 1);
}
