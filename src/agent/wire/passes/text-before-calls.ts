import type { ContentBlock } from "../../history/messages";
import { messagePass } from "./pass";

/**
 * Text that follows a call in the same assistant message goes right in front of it, where providers want it
 * (opencode#5750). Nothing moves across what the provider has signed or what only it understands (claude-code#63203):
 * each stretch between such blocks is put in order by itself.
 */
export const textBeforeCalls = messagePass("messages whose text was put before their calls", ({ role, content }) => {
  if (role !== "assistant") return { content, count: 0 };
  const ordered: ContentBlock[] = [];
  let fromCall: ContentBlock[] = [];
  for (const block of content) {
    if (isFixed(block)) {
      ordered.push(...fromCall, block);
      fromCall = [];
    } else if (block.type === "tool_use" || (fromCall.length > 0 && block.type !== "text")) {
      fromCall.push(block);
    } else {
      ordered.push(block);
    }
  }
  ordered.push(...fromCall);
  return { content: ordered, count: isSameOrder(content, ordered) ? 0 : 1 };
});

function isFixed(block: ContentBlock): boolean {
  return (
    block.type === "redacted_thinking" ||
    block.type === "opaque" ||
    (block.type === "thinking" && block.signature !== undefined)
  );
}

function isSameOrder(a: readonly ContentBlock[], b: readonly ContentBlock[]): boolean {
  return a.every((block, index) => block === b[index]);
}
