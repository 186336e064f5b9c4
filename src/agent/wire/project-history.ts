import type { Chat } from "../chat/chat";
import type { WireMessage } from "../history/messages";
import type { WireTarget } from "../ports/provider";
import { historyView } from "./history-view";
import { repairMessages } from "./repair-messages";

/**
 * The wire view of a chat's history for one target: marks applied, every call answered from its row, reasoning of other
 * servers left out, and all that a provider would refuse repaired. Pure: the stored history stays as it is, and the same
 * history gives the same view.
 */
export function projectHistory(chat: Chat, target: WireTarget): WireMessage[] {
  return repairMessages(historyView(chat, target), target.toolIds).messages;
}
