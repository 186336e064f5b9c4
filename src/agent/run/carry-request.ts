import type { ChatChange } from "../chat/chat";
import { claimChat, type ClaimContext } from "../chat/claim-chat";
import type { RunEnd } from "../chat/event-channel";
import type { RowContext } from "../chat/new-rows";
import { isRowGone } from "../chat/queue";
import { isSettled } from "../history/calls";
import { failureNotice, STOPPED, type Notice } from "../notices";
import { StoreError, type ChatStore } from "../ports/store";
import { expired } from "./decisions";
import { endRun } from "./end-of-run";
import { driveRun } from "./run";
import type { RunContext } from "./run-context";

/** How a request ends or pauses; `moved` where another window has the chat, or has gone on with it. */
export type RequestEnd = RunEnd | { type: "moved" };

/** What a request is carried with: that of its run, and what the chat is claimed with. */
export type RequestContext = RunContext &
  ClaimContext & {
    store: Pick<ChatStore, "list">;
    /** Keeps this window from changing the chat any more. */
    giveAway: () => void;
  };

/** What comes before the first step of a request; `asksNobody`: it takes none, and is over once its changes are stored. */
type Start = { begin?: () => Promise<void>; asksNobody?: boolean };

/** How a request starts, and when this window last knew the chat to have changed. */
export type RequestStart = Start & { knownAt: number };

/**
 * Carries a request on until it ends or has to wait for the person, while no other window can work in the chat. Whatever
 * fails ends as a notice in the chat. Where another window was first, nothing is done, and nothing of it is stored.
 */
export async function carryRequest(context: RequestContext, { knownAt, ...start }: RequestStart): Promise<RequestEnd> {
  const { session } = context;
  const lost = new AbortController();
  const claim = await claimChat(context, session.chat.header.id, (loss) => {
    // What another window may have settled by now is not to be written over.
    if (loss === "taken") context.giveAway();
    lost.abort(loss);
  });
  try {
    if (!claim.isOurs || (await hasMovedOn(context, knownAt))) return { type: "moved" };
    const end = await beginAndDrive({ ...context, signal: AbortSignal.any([context.signal, lost.signal]) }, start);
    if (lost.signal.reason === "taken") return { type: "moved" };
    if (end.type !== "stopped") return end;
    if (!lost.signal.aborted) await settleStopped(context, STOPPED);
    else await settleStopped(context, failureNotice(new StoreError({ type: "chat_deleted" })));
    return lost.signal.aborted ? { type: "failed" } : end;
  } finally {
    await claim.drop();
  }
}

/**
 * A chat that another window has gone on with is newer in the store than it was here. That of this request may be there
 * already, where a save was still on its way.
 */
async function hasMovedOn({ store, session }: RequestContext, knownAt: number): Promise<boolean> {
  const headers = await store.list().catch(() => []);
  const stored = headers.find(({ id }) => id === session.chat.header.id);
  const { header } = session.chat;
  return stored !== undefined && stored.updatedAt > knownAt && stored.updatedAt !== header.updatedAt;
}

async function beginAndDrive(context: RequestContext, { begin, asksNobody }: Start): Promise<RequestEnd> {
  try {
    await begin?.();
    if (asksNobody === true) {
      await context.session.commit();
      return { type: "answered" };
    }
  } catch (error) {
    if (isRowGone(error)) return { type: "moved" };
    // What would be tried again is the request before this one.
    const { actions, ...notice } = failureNotice(error);
    const others = actions.filter((action) => action !== "retry");
    await endRun(context, { ...notice, actions: others }, { isUnfinished: true });
    return { type: "failed" };
  }
  return driveRun(context);
}

/** Ends what a run left open when it was stopped, and says so. */
async function settleStopped(context: RowContext, notice: Notice): Promise<void> {
  const { session } = context;
  session.record(...expiredCalls(context));
  await endRun(context, notice, { isUnfinished: true });
}

/** Calls that were not started, or whose form nobody answered, end with their request. */
export function expiredCalls({ session, now }: RowContext): ChatChange[] {
  const at = now().getTime();
  const open = [...session.chat.calls.values()].filter((call) => !isSettled(call) && call.state.type !== "intent");
  return open.map((call) => ({ type: "call", call: expired(call, at) }));
}
