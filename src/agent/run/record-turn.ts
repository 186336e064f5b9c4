import { announceCalls } from "./announce-calls";
import type { ChatChange } from "../chat/chat";
import { nextSeq, rowBase, touched } from "../chat/new-rows";
import type { CallRow } from "../history/calls";
import type { AssistantMessage } from "../history/messages";
import type { AssistantTurn, Provider } from "../ports/provider";
import { availabilityOf } from "../tool/availability";
import { permissionNotices } from "./permission-notice";
import type { RunContext } from "./run-context";

/** Appends a turn to the history, each of its calls checked and with a row of its own, and waits until that is stored. */
export async function recordTurn(context: RunContext, provider: Provider, turn: AssistantTurn): Promise<CallRow[]> {
  const { session, registry, memory } = context;
  const availability = await availabilityOf(registry.tools, memory);
  const message = assistantMessage(context, provider, turn);
  const { calls, permissions } = announceCalls(message, {
    ...context,
    chat: session.chat,
    availability,
    now: context.now().getTime(),
  });
  await session.commit(
    { type: "message", message },
    ...callChanges(context, calls),
    ...permissionNotices(context, permissions, calls.length),
    touched(context),
  );
  return calls;
}

function assistantMessage(context: RunContext, provider: Provider, turn: AssistantTurn): AssistantMessage {
  return {
    id: context.newId(),
    seq: nextSeq(context.session.chat.messages),
    requestId: context.requestId,
    createdAt: context.now().getTime(),
    role: "assistant",
    content: turn.content,
    provider: provider.id,
    recipientKey: provider.recipientKey,
    model: turn.model,
    stopReason: turn.stopReason,
    ...(turn.usage && { usage: turn.usage }),
  };
}

function callChanges(context: RunContext, calls: readonly CallRow[]): ChatChange[] {
  return calls.flatMap((call, index): ChatChange[] => [
    { type: "call", call },
    { type: "row", row: { ...rowBase(context, index), type: "call", callId: call.id } },
  ]);
}
