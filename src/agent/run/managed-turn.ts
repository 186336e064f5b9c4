import { callsOfRequest } from "../chat/chat";
import { noticeRow } from "../chat/new-rows";
import { callResult, type CallResult } from "../history/call-result";
import { canMove, isSettled, type CallRow } from "../history/calls";
import type { ToolResultBlock, ToolUseBlock } from "../history/messages";
import { toolsStoppedNotice } from "../notices";
import type { Provider, ToolExecuting } from "../ports/provider";
import { runWithDeadline } from "./deadline";
import { expired } from "./decisions";
import { runCalls } from "./executor";
import { recordTurn } from "./record-turn";
import type { RunContext } from "./run-context";
import type { StreamingAnswer } from "./streaming-answer";
import type { TurnOutcome } from "./turn";

type Announcement = PromiseWithResolvers<undefined>;

/** For a call that comes when nobody works on a request any more. */
const TOO_LATE: CallResult = { content: "NOT run: the request that this call belongs to has ended.", isError: true };

/** For a call that could not be stored, and so must not run. */
const NOT_STORED: CallResult = { content: "NOT run: Orbit could not store this call.", isError: true };

/**
 * The tools of one turn whose provider runs the tool loop itself. Each call that it makes is appended to the history as a
 * turn of its own, with the text that came before it, and then goes the way of every call: it is stored before it runs,
 * it waits for the gate and for the person, and a crash leaves of it just what it leaves of any other.
 */
export class ManagedTurn implements ToolExecuting {
  /** Fires when the person stops the request, and when a call could not be stored: then the stream has to end, too. */
  readonly signal: AbortSignal;
  readonly #context: RunContext;
  readonly #provider: Provider;
  readonly #answer: StreamingAnswer;
  readonly #announcements = new Map<string, Announcement>();
  readonly #results = new Map<string, Promise<ToolResultBlock>>();
  readonly #callIds: string[] = [];
  readonly #ended = new AbortController();
  readonly #failed = new AbortController();
  #recorded: Promise<unknown> = Promise.resolve(undefined);
  #hasToldLimit = false;

  constructor(context: RunContext, provider: Provider, answer: StreamingAnswer) {
    this.#context = context;
    this.#provider = provider;
    this.#answer = answer;
    this.signal = AbortSignal.any([context.signal, this.#failed.signal]);
  }

  /** Takes in that the stream has named a call: all that the model said before it has arrived. */
  announce(callId: string): void {
    this.#announcement(callId).resolve(undefined);
  }

  run(use: ToolUseBlock): Promise<ToolResultBlock> {
    // A call that is made twice, as after a lost connection, runs once.
    const result = this.#results.get(use.id) ?? this.#resultOf(use);
    this.#results.set(use.id, result);
    return result;
  }

  /**
   * Ends the turn, when the tools that still run have come to their end. After an answer nothing waits for the person any
   * more; after a failure their word can still be given, and the request goes on from there.
   */
  async end(outcome: TurnOutcome): Promise<TurnOutcome> {
    this.#ended.abort();
    await Promise.all(this.#results.values());
    if (this.#context.signal.aborted) return { type: "stopped" };
    if (this.#failed.signal.aborted) return { type: "failed", error: this.#failed.signal.reason };
    if (outcome.type === "complete") this.#expireOpenCalls();
    return outcome;
  }

  async #resultOf(use: ToolUseBlock): Promise<ToolResultBlock> {
    const { content, isError } = await this.#carryOut(use).catch((error: unknown) => {
      this.#failed.abort(error);
      return NOT_STORED;
    });
    return { type: "tool_result", toolUseId: use.id, content, isError };
  }

  async #carryOut(use: ToolUseBlock): Promise<CallResult> {
    const ended = AbortSignal.any([this.signal, this.#ended.signal]);
    // The call comes another way than the stream. What the stream has said before it belongs before it.
    const { limits } = this.#context;
    await runWithDeadline(() => this.#announcement(use.id).promise, limits.announcementTimeoutMs, ended);
    const callId = ended.aborted ? undefined : await this.#record(use);
    if (callId === undefined) return TOO_LATE;
    await this.#settle(callId, ended);
    const call = this.#call(callId);
    return call === undefined ? TOO_LATE : callResult(call);
  }

  /** One after the other, so that no two calls take the same text along. */
  #record(use: ToolUseBlock): Promise<string | undefined> {
    const recorded = this.#recorded.then(() => this.#recordNow(use));
    this.#recorded = recorded.catch(() => undefined);
    return recorded;
  }

  async #recordNow(use: ToolUseBlock): Promise<string | undefined> {
    const { session } = this.#context;
    const { text } = this.#answer;
    this.#answer.end("complete");
    session.setComing(undefined);
    const said = text.trim() === "" ? [] : [{ type: "text" as const, text }];
    const [call] = await recordTurn(this.#context, this.#provider, {
      content: [...said, use],
      stopReason: { type: "tool_use" },
      model: this.#provider.model,
    });
    if (call === undefined) return undefined;
    this.#callIds.push(call.id);
    this.#tellLimit();
    return call.id;
  }

  /** The model is told with each call beyond the limit, the person once; the run goes on to its answer. */
  #tellLimit(): void {
    const { session, requestId, limits } = this.#context;
    if (this.#hasToldLimit || callsOfRequest(session.chat, requestId).length <= limits.maxCallsPerRequest) return;
    this.#hasToldLimit = true;
    session.record(noticeRow(this.#context, toolsStoppedNotice(limits.maxCallsPerRequest)));
  }

  /** Takes the call as far as it goes, through as many words of the person's as it needs. */
  async #settle(callId: string, ended: AbortSignal): Promise<void> {
    for (let call = this.#call(callId); call !== undefined && !isSettled(call); call = this.#call(callId)) {
      if (this.signal.aborted) return;
      if (canMove(call)) {
        await runCalls(this.#context, [call]);
      } else {
        if (ended.aborted) return;
        await this.#nextChange(callId, ended);
      }
    }
  }

  #nextChange(callId: string, ended: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const goOn = () => {
        unsubscribe();
        ended.removeEventListener("abort", goOn);
        resolve();
      };
      const unsubscribe = this.#context.session.subscribe((event) => {
        if (event.type === "change" && event.change.type === "call" && event.change.call.id === callId) goOn();
      });
      ended.addEventListener("abort", goOn);
    });
  }

  #expireOpenCalls(): void {
    const { session, now } = this.#context;
    const at = now().getTime();
    for (const id of this.#callIds) {
      const call = this.#call(id);
      if (call === undefined || isSettled(call)) continue;
      session.record({ type: "call", call: expired(call, at) });
    }
  }

  #call(id: string): CallRow | undefined {
    return this.#context.session.chat.calls.get(id);
  }

  #announcement(callId: string): Announcement {
    const announcement = this.#announcements.get(callId) ?? Promise.withResolvers<undefined>();
    this.#announcements.set(callId, announcement);
    return announcement;
  }
}
