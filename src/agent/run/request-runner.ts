import type { ChatChange } from "../chat/chat";
import type { ChatSession } from "../chat/chat-session";
import type { RunEnd } from "../chat/event-channel";
import { questionChanges, questionRow, questionsIn, type Question } from "../chat/new-question";
import { noticeRow, touched, type RowContext } from "../chat/new-rows";
import type { OpenChat } from "../chat/open-chat";
import { queuedRow, queuedRows, sendQueued, withdrawQueued, withQueue, type QueuedRow } from "../chat/queue";
import type { AgentDependencies } from "../dependencies";
import { waitsForPerson, type CallRow } from "../history/calls";
import type { Message } from "../history/messages";
import { failureNotice, MOVED_ON } from "../notices";
import { StoreError } from "../ports/store";
import { forgetDenied } from "../tool/availability";
import { carryRequest, expiredCalls, type RequestContext, type RequestStart } from "./carry-request";
import { Gate } from "./gate";
import { nextStep, retryFrom } from "./next-step";
import { takeBackLastTry } from "./retry-request";

/** What a request starts with. */
type Start = Pick<RequestStart, "asksNobody"> & {
  /** Made at once. */
  changes?: readonly ChatChange[];
  /** Comes before the first step. */
  begin?: (context: RequestContext) => Promise<void>;
  /** The question that it asks. */
  question?: Question;
};

/** The ends of a request after which the next question that waits is sent. */
const GOES_ON: ReadonlySet<RunEnd["type"]> = new Set(["answered", "cut_off", "refused", "budget_reached"]);

/** Carries the requests of the open chat, one at a time. */
export class RequestRunner {
  readonly #deps: AgentDependencies;
  readonly #open: OpenChat;
  readonly #gate = new Gate();
  #run: { controller: AbortController; ended: Promise<RunEnd> } | undefined;
  /** What was typed for the newest request, as long as this window lives: reviews of calls go by it. */
  #typed = { requestId: "", text: "" };
  /** Questions that are shown and not stored: until a request has begun, another window may turn out to have the chat. */
  #unstored: Question[] | undefined;
  /** What was asked while a stop was under way: who stops one thing and asks another waits for nothing else. */
  readonly #sinceStop = new Set<string>();
  /** Questions that are just being sent or taken back: the first of both counts. */
  readonly #leaving = new Set<string>();

  constructor(deps: AgentDependencies, open: OpenChat) {
    this.#deps = deps;
    this.#open = open;
  }

  /** Asks a question that was typed just now. */
  ask(context: RowContext, question: Question): Promise<RunEnd> {
    this.#typed = { requestId: context.requestId, text: question.text };
    const row = questionRow(context, question);
    // The person sees it at once; it is stored together with its message.
    context.session.show(row);
    return this.#start(context, {
      begin: async (running) => {
        context.session.record(...expiredCalls(context), ...(await questionChanges(running, row)));
      },
      question,
    });
  }

  /** Puts a question behind what goes on; gives the id of its row. */
  queue(context: RowContext, question: Question): string {
    const row = queuedRow(context, question);
    context.session.record({ type: "row", row });
    if (this.#run?.controller.signal.aborted === true) this.#sinceStop.add(row.id);
    if (this.#unstored !== undefined) this.#unstored.push(question);
    // Where it cannot be stored now, it goes with the next save.
    else context.session.commit().catch(() => undefined);
    return row.id;
  }

  /** The questions that wait, in the order in which they will be sent. */
  get waiting(): QueuedRow[] {
    return queuedRows(this.#open.ours?.chat.rows ?? []).filter(({ id }) => !this.#leaving.has(id));
  }

  /** Sends a question that waits; nothing else may be going on. */
  sendQueued(row: QueuedRow): void {
    const session = this.#open.ours;
    if (session === undefined || this.#open.status !== "idle") return;
    const context = this.#open.rowContext(session, row.requestId);
    this.#typed = { requestId: row.requestId, text: row.text };
    const begin = (running: RequestContext) => sendQueued(running, row);
    void this.#leaves(row, this.#start(context, { changes: expiredCalls(context), begin }));
  }

  /** Takes back a question that waits. False where another window was first. Throws `StoreError`: then it waits on. */
  async withdraw(row: QueuedRow): Promise<boolean> {
    const session = this.#open.ours;
    return session !== undefined && this.#leaves(row, withdrawQueued(session, row));
  }

  #leaves<T>({ id }: QueuedRow, ended: Promise<T>): Promise<T> {
    this.#leaving.add(id);
    return ended.finally(() => this.#leaving.delete(id));
  }

  /** Goes on with a call on which the person has given their word. */
  goOnWith(call: CallRow): Promise<RunEnd> | undefined {
    const session = this.#open.ours;
    if (session === undefined) return undefined;
    const changes = [{ type: "call" as const, call }];
    if (this.#run === undefined) return this.#start(this.#open.rowContext(session, call.requestId), { changes });
    // The run finds the word by itself when it looks for its next step.
    session.record(...changes);
    return this.#run.ended;
  }

  /** Whether there is a request to run again. */
  get canRetry(): boolean {
    return this.#retryFrom() !== undefined;
  }

  /** Runs the newest request again; `news` stands above what comes of it. Undefined where there is none to run. */
  retry(news: readonly ChatChange[] = []): Promise<RunEnd> | undefined {
    const session = this.#open.ours;
    const message = this.#retryFrom();
    if (session === undefined || message === undefined) return undefined;
    const { changes, permissions } = takeBackLastTry(session.chat, message, () => this.#deps.host.newId());
    const context = this.#open.rowContext(session, message.requestId);
    return this.#start(context, {
      // Other windows that show the chat have to notice that it has changed.
      changes: [touched(context), ...changes, ...news],
      // Who was told of them may have allowed them since.
      begin: async ({ memory, now }) => {
        await Promise.all(permissions.map((permission) => forgetDenied(permission, memory, now())));
      },
    });
  }

  /** Changes the chat between two requests, as a request does: only where no other window has gone on with it. */
  change(context: RowContext, changes: readonly ChatChange[]): Promise<RunEnd> {
    return this.#start(context, { changes: [touched(context), ...changes], asksNobody: true });
  }

  #retryFrom(): Message | undefined {
    const session = this.#open.ours;
    if (session === undefined || this.#open.status !== "idle") return undefined;
    return retryFrom(session.chat, this.#deps.limits);
  }

  /** Ends a request, or its waiting for a word. Resolves when the chat is settled and stored. */
  async stop(): Promise<void> {
    const session = this.#open.ours;
    if (this.#run === undefined && session !== undefined && this.#open.status === "awaiting_approval") {
      // What waits is ended as what runs is: only where no other window has gone on with it.
      const waiting = [...session.chat.calls.values()].find(waitsForPerson);
      void this.#start(this.#open.rowContext(session, waiting?.requestId ?? ""), {});
    }
    await this.close();
  }

  /** The same, and what was asked meanwhile is stopped too: for who leaves the chat, or sends something else. */
  async stopAll(): Promise<void> {
    await this.stop();
    while (this.#run !== undefined) await this.close();
  }

  /** Ends what goes on. A form that waits goes on waiting. */
  async close(): Promise<void> {
    this.#run?.controller.abort();
    await this.#run?.ended;
  }

  #start(context: RowContext, { changes = [], begin, question, asksNobody = false }: Start): Promise<RunEnd> {
    const { session, requestId } = context;
    const knownAt = session.chat.header.updatedAt;
    session.record(...changes);
    const controller = new AbortController();
    const running: RequestContext = {
      ...this.#deps,
      ...context,
      windowId: this.#open.windowId,
      request: { text: this.#typed.requestId === requestId ? this.#typed.text : "" },
      gate: this.#gate,
      signal: controller.signal,
      giveAway: () => this.#open.giveAway(),
    };
    this.#unstored = question === undefined ? [] : [question];
    this.#sinceStop.clear();
    const ended = this.#carry(running, {
      knownAt,
      asksNobody,
      begin: async () => {
        await begin?.(running);
        // Where another window has the chat meanwhile, nothing of that was taken in.
        if (this.#open.ours === session) this.#unstored = undefined;
      },
    });
    this.#run = { controller, ended };
    this.#open.status = "running";
    return ended;
  }

  async #carry(context: RequestContext, start: RequestStart): Promise<RunEnd> {
    const { session, signal } = context;
    // The status is set before the first step, so that nobody sees a run that is not there yet.
    await Promise.resolve();
    let end = await carryRequest(context, start);
    // A word or a stop may have come while the run was on its way out.
    while (end.type === "awaiting_approval" && (signal.aborted || this.#canGoOn(session))) {
      end = await carryRequest(context, { knownAt: session.chat.header.updatedAt });
    }
    this.#run = undefined;
    if (end.type === "moved") {
      await this.#readAnew(context);
      return { type: "failed" };
    }
    this.#open.settleStatus();
    const next = this.#nextAfter(end, context);
    if (next !== undefined) this.sendQueued(next);
    return end;
  }

  /** What is sent by itself now: after a stop what was asked since, after an end the first question that waits. */
  #nextAfter(end: RunEnd, { signal }: RequestContext): QueuedRow | undefined {
    if (signal.aborted) return this.waiting.find(({ id }) => this.#sinceStop.has(id));
    return GOES_ON.has(end.type) ? this.waiting[0] : undefined;
  }

  #canGoOn({ chat }: ChatSession): boolean {
    return nextStep(chat, this.#deps.limits).type !== "await_person";
  }

  /** Another window has the chat, or has gone on with it. What was asked here waits in the chat as that one has left it. */
  async #readAnew(context: RowContext): Promise<void> {
    this.#open.giveAway();
    const unstored = this.#unstored;
    this.#unstored = undefined;
    const { id } = context.session.chat.header;
    const isShown = await this.#open.show(id).catch(() => false);
    const { session, ours } = this.#open;
    // The person may have opened another chat meanwhile.
    if (!isShown || session?.chat.header.id !== id) {
      context.session.show(noticeRow(context, failureNotice(new StoreError({ type: "call_moved", callId: "" }))).row);
      this.#open.settleStatus();
      return;
    }
    const questions = unstored ?? questionsIn(context.session.unstored);
    for (const question of questions) this.queue(this.#open.rowContext(session, this.#deps.host.newId()), question);
    // In a chat that another window has, that is said already.
    if (ours === undefined) return;
    session.show(noticeRow({ ...context, session }, withQueue(MOVED_ON, session.chat.rows)).row);
  }
}
