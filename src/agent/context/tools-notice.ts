import type { Chat } from "../chat/chat";
import type { Notice } from "../notices";
import type { ContextWindow } from "../ports/provider";

/** The share of a window that the tools of a chat may take up before the person is told. */
const MAX_TOOLS_SHARE = 1 / 4;

/** Says once in a chat that its tools leave the model little room; undefined where they do not. */
export function toolsNotice(chat: Chat, tools: number, { tokens }: ContextWindow): Notice | undefined {
  if (tools <= tokens * MAX_TOOLS_SHARE) return undefined;
  if (chat.rows.some((row) => row.type === "notice" && row.reason === "tools_too_large")) return undefined;
  const percent = Math.round((tools / tokens) * 100);
  const text =
    `Orbit's tools take up ${percent}% of the ${tokens.toLocaleString("en")} tokens that this model can hold, which ` +
    "leaves little room for the chat. Turn off tools that you do not need, give the model a larger context, or set " +
    "Context Window where it is larger than Orbit knows.";
  return { style: "warning", text, actions: ["open_settings"], reason: "tools_too_large" };
}
