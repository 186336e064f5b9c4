import { shownFields, type ApprovalForm, type PendingApproval } from "../agent/tool/approval";
import { callResult, callSummary } from "../agent/history/call-result";
import { callStatus, type CallStatus } from "../agent/history/call-status";
import { isSettled, waitsForPerson, type AskedQuestion, type CallRow } from "../agent/history/calls";
import type { RouteMark } from "../agent/history/marks";
import type { AgentEvent, RunEnd } from "../agent/chat/event-channel";
import type { JsonObject } from "../agent/text/json";
import { disclosureWords } from "../agent/chat/disclosure-words";
import type { NoticeRow } from "../agent/chat/rows";
import type { ToolUsage } from "../agent/history/tool-usage";
import type { Disclosure } from "../agent/tool/disclosure";

/** Who answers. */
export type AskRoute = Pick<RouteMark, "provider" | "model" | "recipient">;

/** What `ask` tells of a run: with `--json`, one of these a line. */
export type AskEvent =
  /** Who answers from here on. */
  | ({ type: "route" } & AskRoute)
  | { type: "text"; text: string }
  | { type: "tool_call"; id: string; name: string; label: string; input: JsonObject }
  /** `shownAgain`: the person has said yes already, but something that the form showed has changed since. */
  | { type: "approval"; id: string; name: string; form: ApprovalForm; shownAgain: boolean }
  /** The model asks the person something. */
  | { type: "question"; id: string; name: string; question: AskedQuestion }
  | {
      type: "tool_result";
      id: string;
      name: string;
      status: CallStatus;
      isError: boolean;
      text: string;
      summary: string;
    }
  | ({ type: "notice" } & Pick<NoticeRow, "style" | "text" | "actions">)
  /** What of the person's went to whom in the run; `text` says it in words. */
  | { type: "disclosure"; items: Disclosure[]; recipient: string; text: string }
  /** `route`: missing where nobody has been asked. `tools`: what the calls of the whole chat have cost so far. */
  | {
      type: "end";
      end: RunEnd["type"] | "not_sent";
      chat: string | undefined;
      route: AskRoute | undefined;
      tools: ToolUsage[];
    };

/** Who answers, without what only the loop needs. */
export function askRoute(route: RouteMark | undefined): AskRoute | undefined {
  return route && { provider: route.provider, model: route.model, recipient: route.recipient };
}

/**
 * A listener that turns what happens in the loop into what `ask` tells. A call is told once when the model makes it, at
 * every form or question that it shows, and once when it is settled; who answers before the first thing that comes from
 * them, and again where that changes. `calls` and `route` are those of the open chat.
 */
export function askEventsOf(
  tell: (event: AskEvent) => void,
  calls: () => Iterable<CallRow> = () => [],
  route: () => RouteMark | undefined = () => undefined,
): (event: AgentEvent) => void {
  const made = new Set<string>();
  const settled = new Set<string>();
  /** The calls whose form or question has been shown and not answered since. */
  const asking = new Set<string>();
  /** Calls that a word given here has settled: whether it was the first word on them shows only when the run goes on. */
  let held: CallRow[] = [];
  /** Whether it has been told who answers in the open chat. */
  let isRouteTold = false;
  let isRunning = false;

  const tellRoute = (answering: RouteMark | undefined) => {
    const who = askRoute(answering);
    if (who !== undefined) tell({ type: "route", ...who });
    isRouteTold = true;
  };

  const tellCall = (call: CallRow) => {
    const { id, state } = call;
    if (!isRouteTold) tellRoute(route());
    if (!made.has(id)) tell(toolCall(call));
    made.add(id);
    const isOwnWord = asking.has(id);
    if (!waitsForPerson(call)) asking.delete(id);
    else if (!asking.has(id)) {
      asking.add(id);
      // Also where it is the very form that was answered: whoever said yes must see that it was not taken.
      if (state.type === "awaiting_approval") tell(approvalAsked(call, state.approval));
      if (state.type === "awaiting_answer") tell({ type: "question", id, name: call.tool, question: state.question });
    }
    if (!isSettled(call)) return;
    if (isOwnWord) held.push(call);
    else tellSettled(call);
  };

  const tellSettled = (call: CallRow) => {
    if (!settled.has(call.id)) tell(toolResult(call));
    settled.add(call.id);
  };

  const tellHeld = () => held.splice(0).forEach(tellSettled);

  /** The chat was read anew, because another window was first: what counts is what it says of the calls told of here. */
  const tellAnew = () => {
    held = [];
    for (const call of calls()) if (made.has(call.id)) tellCall(call);
  };

  return (event) => {
    if (event.type === "status") isRunning = event.status === "running";
    if (event.type === "chat") {
      isRouteTold = false;
      tellAnew();
    } else if (event.type !== "status" || event.status !== "running") tellHeld();
    if (event.type === "delta") {
      if (!isRouteTold) tellRoute(route());
      tell({ type: "text", text: event.text });
    }
    if (event.type !== "change") return;
    const { change } = event;
    if (change.type === "mark" && change.mark.type === "route") {
      isRouteTold = false;
      // Loading a model may take a while. A chat that is only moved asks nobody yet.
      if (isRunning) tellRoute(change.mark);
    }
    if (change.type === "call") tellCall(change.call);
    if (change.type === "row" && change.row.type === "notice") {
      const { style, text, actions } = change.row;
      tell({ type: "notice", style, text, actions });
    }
    if (change.type === "row" && change.row.type === "disclosure") {
      const { items, recipient } = change.row;
      tell({ type: "disclosure", items, recipient, text: disclosureWords(items, recipient) });
    }
  };
}

function toolCall({ id, tool, label, input }: CallRow): AskEvent {
  return { type: "tool_call", id, name: tool, label, input };
}

/** The form with the values that were typed into it before: they are what runs. */
function approvalAsked({ id, tool }: CallRow, approval: PendingApproval): AskEvent {
  const form = { ...approval.form, fields: shownFields(approval) };
  return { type: "approval", id, name: tool, form, shownAgain: approval.shownAgain ?? false };
}

function toolResult(call: CallRow): AskEvent {
  const { content, isError } = callResult(call);
  const status = callStatus(call, { isRunning: true });
  return {
    type: "tool_result",
    id: call.id,
    name: call.tool,
    status,
    isError,
    text: content,
    summary: callSummary(call),
  };
}
