import type { PendingApproval } from "../../src/agent/tool/approval";
import type { CallRow, CallState } from "../../src/agent/history/calls";
import type { AgentEvent } from "../../src/agent/chat/event-channel";

/** A call of `create_file` in some state. */
export function callRow(state: CallState, id = "call-1"): CallRow {
  return {
    id,
    requestId: "request",
    messageId: "message",
    index: 0,
    tool: "create_file",
    risk: "write",
    input: { path: "~/a.txt", content: "one" },
    label: "Creating a.txt…",
    state,
  };
}

/** What a form for `create_file` waits with. */
export function approval(changes: Partial<PendingApproval> = {}): PendingApproval {
  return {
    form: {
      title: "Create File",
      message: 'Orbit creates "a.txt" in ~.',
      fields: [
        { id: "path", label: "Path", value: "~/a.txt", kind: "text", editable: true },
        { id: "content", label: "Content", value: "one", kind: "multiline", editable: true },
        { id: "size", label: "Size", value: "3 bytes", kind: "text", editable: false },
      ],
      confirmLabel: "Create",
    },
    input: { path: "~/a.txt", content: "one" },
    digest: "digest-1",
    ...changes,
  };
}

/** The state of a call whose form waits. */
export function waiting(changes: Partial<PendingApproval> = {}): CallState {
  return { type: "awaiting_approval", since: 0, approval: approval(changes) };
}

/** The event of a call that has changed. */
export function callChange(call: CallRow): AgentEvent {
  return { type: "change", chatId: "chat", change: { type: "call", call } };
}
