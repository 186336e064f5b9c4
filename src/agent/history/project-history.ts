import { callResult } from "./call-result";
import { callsOfMessage, type Chat } from "../chat/chat";
import { toolUses, type AssistantMessage, type ContentBlock, type ProviderId, type WireMessage } from "./messages";
import { lostResult, repairMessages } from "./repair-messages";

/**
 * The wire view of a chat's history for one provider: marks applied, every call answered from its row, reasoning of other
 * providers left out, and all that a provider would refuse repaired. Pure: the stored history stays as it is, and the
 * same history gives the same view.
 */
export function projectHistory(chat: Chat, provider: ProviderId): WireMessage[] {
  const marked = new Set(chat.marks.map((mark) => mark.messageId));
  const view: WireMessage[] = [];
  for (const message of chat.messages) {
    if (marked.has(message.id)) continue;
    if (message.role === "user") {
      view.push({ role: "user", content: message.content });
      continue;
    }
    view.push({ role: "assistant", content: blocksFor(provider, message) });
    const results = resultBlocks(chat, message);
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
function resultBlocks(chat: Chat, message: AssistantMessage): ContentBlock[] {
  const uses = toolUses(message);
  if (uses.length === 0) return [];
  const rows = new Map(callsOfMessage(chat, message.id).map((call) => [call.index, call]));
  return uses.map((use, index) => {
    const row = rows.get(index);
    return row === undefined ? lostResult(use.id) : { type: "tool_result", toolUseId: use.id, ...callResult(row) };
  });
}
