import type { ChatChange } from "../../src/agent/chat/chat";
import type { ChatRow } from "../../src/agent/chat/rows";
import type { CallRow, CallState } from "../../src/agent/history/calls";
import type { Mark } from "../../src/agent/history/marks";
import type { ContentBlock } from "../../src/agent/history/messages";
import type { PendingApproval } from "../../src/agent/tool/approval";
import { header, RESULT, START, userMessage } from "./sample-chat";

/** A form with every kind of field. */
const APPROVAL: PendingApproval = {
  form: {
    title: "Write “plan”",
    message: "Orbit writes this note.",
    fields: [
      { id: "name", label: "Name", value: "plan", kind: "text", editable: true },
      { id: "text", label: "Text", value: "One\nTwo", kind: "multiline", editable: false },
      { id: "day", label: "Day", value: "2026-10-01", kind: "date", editable: true, removable: true },
      { id: "due", label: "Due", value: "2026-10-01T09:00", kind: "date_time", editable: true },
    ],
    warning: "There is such a note already.",
    confirmLabel: "Write",
  },
  input: { name: "plan", text: "One\nTwo" },
  digest: "0f".repeat(32),
  edits: { name: "plan b", day: null },
  shownAgain: true,
};

const METRICS = { durationMs: 12, inputBytes: 20, outputBytes: 300 };
const question = { text: "Which one?", choices: ["The first", "The second"], freeText: true };

/** Every state that a call can have, once. */
export const EVERY_STATE: { [Type in CallState["type"]]: Extract<CallState, { type: Type }> } = {
  announced: { type: "announced" },
  awaiting_approval: { type: "awaiting_approval", since: START, approval: APPROVAL, after: "decision 1" },
  awaiting_answer: { type: "awaiting_answer", since: START, question },
  approved: { type: "approved", at: START, approval: APPROVAL, edits: { day: null }, decision: "decision 2" },
  declined: { type: "declined", at: START, decision: "decision 3" },
  expired: { type: "expired", at: START, after: "decision 4" },
  intent: { type: "intent", at: START, by: "attempt 1" },
  result: {
    ...RESULT,
    card: { type: "files", items: [{ path: "~/totals.txt", name: "totals.txt", isFolder: false, size: 2 }] },
    disclosures: [{ kind: "fileNames", count: 2 }],
    metrics: METRICS,
  },
  unknown: { type: "unknown", at: START, reason: "crashed", metrics: METRICS },
};

const IMAGE = {
  mediaType: "image/png",
  file: "0f".repeat(32),
  bytes: 70,
  width: 1_200,
  height: 800,
  name: "photo.png",
} as const;

const row = (seq: number) => ({ id: `row ${seq}`, seq, requestId: "r1", createdAt: START + seq });

/** Every type of row, once. */
const EVERY_ROW: { [Type in ChatRow["type"]]: Extract<ChatRow, { type: Type }> } = {
  user: {
    ...row(1),
    type: "user",
    text: "Find my invoices",
    attachments: [{ type: "finder_selection", paths: ["~/a.pdf"], selectionTotal: 60, withheldCount: 1 }],
  },
  answer: {
    ...row(2),
    type: "answer",
    text: "Two invoices.",
    status: "complete",
    durationMs: 900,
    model: "made-up-model",
    usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
  },
  progress: { ...row(3), type: "progress", text: "Looking" },
  call: { ...row(4), type: "call", callId: "call result" },
  disclosure: { ...row(5), type: "disclosure", items: [{ kind: "fileNames", count: 2 }], recipient: "the script" },
  notice: {
    ...row(6),
    type: "notice",
    style: "warning",
    text: "Orbit may not see your photos.",
    actions: ["open_permission_settings", "retry"],
    reason: "permission",
    permission: "photos",
  },
  queued: {
    ...row(7),
    type: "queued",
    text: "And the receipts?",
    attachments: [
      { type: "image", ...IMAGE },
      { type: "selected_text", text: "Receipts", appName: "Notes", selectionTotal: 900 },
    ],
  },
};

/** Every type of mark, once. */
const EVERY_MARK: { [Type in Mark["type"]]: Extract<Mark, { type: Type }> } = {
  refused: { id: "mark 1", type: "refused", messageId: "m1" },
  superseded: { id: "mark 2", type: "superseded", messageId: "m2" },
  cut: { id: "mark 3", type: "cut", upToSeq: 1, head: 1000, tail: 500 },
  thinking_rejected: { id: "mark 4", type: "thinking_rejected", upToSeq: 2, recipientKey: "openai@localhost" },
  images_out: {
    id: "mark 8",
    type: "images_out",
    upToSeq: 1,
    recipientKey: "openai@localhost",
    model: "made-up-model",
    files: ["0f".repeat(32)],
    reason: "cannot_see",
  },
  sent: {
    id: "mark 5",
    type: "sent",
    upToSeq: 2,
    recipientKey: "openai@localhost",
    recipient: "localhost",
    requestId: "r1",
    items: [{ kind: "selection", count: 1 }],
    images: ["0f".repeat(32)],
  },
  not_sent: { id: "mark 6", type: "not_sent", markId: "mark 5" },
  route: {
    id: "mark 7",
    type: "route",
    provider: "openai",
    model: "made-up-model",
    recipientKey: "openai@localhost",
    recipient: "localhost",
    afterSeq: 4,
  },
};

const BLOCKS: ContentBlock[] = [
  { type: "thinking", text: "First the files.", signature: "c2ln" },
  { type: "redacted_thinking", data: "c2VjcmV0" },
  { type: "image", mediaType: "image/gif", data: "R0lGODlh" },
  { type: "image_file", ...IMAGE },
  { type: "opaque", value: { type: "server_tool_use", list: [1, null, true] } },
  { type: "text", text: "I look.  \ud800" },
  ...Object.keys(EVERY_STATE).map((type): ContentBlock => ({
    type: "tool_use",
    id: `use ${type}`,
    name: "create_file",
    input: { path: "~/totals.txt" },
    rawInput: '{"path":"~/totals.txt"}',
    signature: "Z2VtaW5p",
  })),
];

/** The changes of a chat in which every state, row, block and mark occurs. */
export function everyChange(chatId: string): ChatChange[] {
  const calls = Object.values(EVERY_STATE).map((state, index): CallRow => ({
    id: `call ${state.type}`,
    requestId: "r1",
    messageId: "m2",
    index,
    tool: "create_file",
    risk: "write",
    input: { path: "~/totals.txt" },
    editedInput: { path: "~/sums.txt" },
    label: "Creating totals.txt…",
    askedAt: START,
    startedAt: START + 1,
    state,
  }));
  return [
    { type: "header", header: header(chatId) },
    { type: "frozen", frozen: { systemPrompt: "You are Orbit.", tools: [] } },
    { type: "message", message: userMessage("m1", 1) },
    {
      type: "message",
      message: {
        id: "m2",
        seq: 2,
        requestId: "r1",
        createdAt: START,
        role: "assistant",
        content: BLOCKS,
        provider: "openai",
        recipientKey: "openai@localhost",
        model: "made-up-model",
        stopReason: { type: "tool_use" },
        usage: { input: 10, output: 5, cacheRead: 0, cacheWrite: 2 },
      },
    },
    ...calls.map((call): ChatChange => ({ type: "call", call })),
    ...Object.values(EVERY_ROW).map((one): ChatChange => ({ type: "row", row: one })),
    ...Object.values(EVERY_MARK).map((mark): ChatChange => ({ type: "mark", mark })),
  ];
}
