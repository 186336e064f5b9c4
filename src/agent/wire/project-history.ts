import { callResult } from "../history/call-result";
import type { Chat } from "../chat/chat";
import type { CallRow } from "../history/calls";
import { keptMessages } from "../history/marks";
import {
  toolUses,
  type AssistantMessage,
  type ContentBlock,
  type ProviderId,
  type WireMessage,
} from "../history/messages";
import { lostResult, repairMessages } from "./repair-messages";

/**
 * The wire view of a chat's history for one provider: marks applied, every call answered from its row, reasoning of other
 * providers left out, and all that a provider would refuse repaired. Pure: the stored history stays as it is, and the
 * same history gives the same view.
 */
export function projectHistory(chat: Chat, provider: ProviderId): WireMessage[] {
  const calls = Map.groupBy(chat.calls.values(), (call) => call.messageId);
  const view: WireMessage[] = [];
  for (const message of keptMessages(chat)) {
    if (message.role === "user") {
      view.push({ role: "user", content: message.content });
      continue;
    }
    view.push({ role: "assistant", content: blocksFor(provider, message) });
    const results = resultBlocks(message, calls.get(message.id) ?? []);
    if (results.length > 0) view.push({ role: "user", content: results });
  }
  return repairMessages(view);
}

/**
 * Reasoning and opaque blocks mean something only to the provider that made them. They are left out for others, not
 * turned into text: models imitate what they see.
 */
function blocksFor(provider: ProviderId, message: AssistantMessage): ContentBlock[] {
  if (message.provider === provider) return message.content;
  return message.content.filter(({ type }) => type !== "thinking" && type !== "redacted_thinking" && type !== "opaque");
}

/** The results of a message's calls, in call order. A call without a row was lost with its row: nobody knows of it. */
function resultBlocks(message: AssistantMessage, calls: readonly CallRow[]): ContentBlock[] {
  return toolUses(message).map((use, index) => {
    const row = calls.find((call) => call.index === index);
    return row === undefined ? lostResult(use.id) : { type: "tool_result", toolUseId: use.id, ...callResult(row) };
  });
}
