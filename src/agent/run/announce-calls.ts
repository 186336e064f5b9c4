import { callsOfRequest } from "../chat/chat";
import type { CallRow } from "../history/calls";
import { toolUses, type AssistantMessage } from "../history/messages";
import type { PermissionKind } from "../tool/permission";
import { checkCall, type CheckContext, type Checked } from "./check-call";

type Announcement = Omit<CheckContext, "calls" | "stopReason"> & {
  newId: () => string;
  /** Milliseconds since 1970. */
  now: number;
};

/** The call rows of a message, in call order, and the permissions for want of which some cannot run. */
export type Announced = { calls: CallRow[]; permissions: PermissionKind[] };

/**
 * Makes the call rows of a new assistant message. Calls that cannot run are answered right here, with what the model
 * should do about it; the others are announced.
 */
export function announceCalls(message: AssistantMessage, announcement: Announcement): Announced {
  const { id: messageId, requestId, stopReason } = message;
  const earlier = callsOfRequest(announcement.chat, requestId);
  const announced: Announced = { calls: [], permissions: [] };
  for (const [index, use] of toolUses(message).entries()) {
    const calls = [...earlier, ...announced.calls];
    const checked = checkCall(use, { ...announcement, stopReason, calls });
    announced.calls.push(callRow(checked, { id: announcement.newId(), requestId, messageId, index }, announcement.now));
    if (checked.type === "refused" && checked.permission !== undefined) announced.permissions.push(checked.permission);
  }
  return announced;
}

/** The row of a call that was just checked. */
export function callRow(
  checked: Checked,
  place: Pick<CallRow, "id" | "requestId" | "messageId" | "index">,
  now: number,
): CallRow {
  const { tool, risk, input, label } = checked;
  const row = { ...place, tool, risk, input, label };
  if (checked.type === "run") {
    return { ...row, ...(checked.secret && { secret: checked.secret }), state: { type: "announced" } };
  }
  const { text, summary } = checked;
  return { ...row, state: { type: "result", at: now, text, isError: true, ran: false, summary } };
}
