import { toolUses, type ContentBlock, type ToolResultBlock, type WireMessage } from "../../history/messages";
import { messagePass, type Pass } from "./pass";

/** What a call gets whose result was lost. */
const LOST_RESULT =
  "The result of this call was lost: it is unknown whether it was carried out. Do not repeat it on your own.";

/** What a call is answered with whose result was lost. */
export function lostResult(id: string): ToolResultBlock {
  return { type: "tool_result", toolUseId: id, content: LOST_RESULT, isError: true };
}

/** A result goes right after its call and comes once; of two the first one counts. */
export const strayResults = messagePass("results that answer no call left out", ({ content }, before) => {
  const open = new Set(callIds(before));
  const kept = content.filter((block) => block.type !== "tool_result" || open.delete(block.toolUseId));
  return { content: kept, count: content.length - kept.length };
});

/** Every call is answered in the message after it; where the list ends with calls, or nobody spoke, one is made. */
export const openCalls: Pass = {
  mends: "calls without a result answered",
  run: (messages) => {
    const answered: WireMessage[] = [];
    let count = 0;
    for (const [index, message] of messages.entries()) {
      const open = new Set(callIds(messages[index - 1]));
      for (const block of message.content) if (block.type === "tool_result") open.delete(block.toolUseId);
      count += open.size;
      answered.push({ role: message.role, content: [...[...open].map(lostResult), ...message.content] });
    }
    const last = callIds(messages.at(-1));
    if (last.length > 0) answered.push({ role: "user", content: last.map(lostResult) });
    return { messages: answered, count: count + last.length };
  },
};

/** Results come first in their message, in the order of their calls. */
export const resultOrder = messagePass("messages whose results were put in order", ({ content }, before) => {
  const place = new Map(callIds(before).map((id, index) => [id, index]));
  const placeOf = (block: ContentBlock) =>
    block.type === "tool_result" ? (place.get(block.toolUseId) ?? place.size) : place.size;
  const ordered = content.toSorted((a, b) => placeOf(a) - placeOf(b));
  return { content: ordered, count: content.every((block, index) => block === ordered[index]) ? 0 : 1 };
});

function callIds(message: WireMessage | undefined): string[] {
  return message?.role === "assistant" ? toolUses(message).map(({ id }) => id) : [];
}
