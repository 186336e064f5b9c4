import { createHash } from "node:crypto";
import type { ContentBlock, WireMessage } from "../history/messages";

/** Anthropic takes these characters and at most 64; OpenAI's Chat Completions at most 40 (cc-switch#1181). */
const WIRE_ID = /^[a-zA-Z0-9_-]{1,40}$/;

/**
 * Gives every call of the view an id that any provider takes and no other call has, and its result the same one. Pairs go
 * by position: a result belongs to the first unanswered call of that id in the assistant message before it. Ids that are
 * fine stay as they are; others are derived from the id and the position, so that they are the same in every view.
 */
export function uniqueToolIds(messages: readonly WireMessage[]): WireMessage[] {
  const taken = new Set<string>();
  let open: { id: string; wireId: string }[] = [];
  return messages.map((message, index) => {
    // Two assistant messages in a row are sent as one, so what the first one called is still open.
    if (message.role === "assistant" && messages[index - 1]?.role !== "assistant") open = [];
    const content = message.content.map((block): ContentBlock => {
      if (block.type === "tool_use") {
        const wireId = wireIdFor(block.id, taken);
        taken.add(wireId);
        open.push({ id: block.id, wireId });
        return wireId === block.id ? block : { ...block, id: wireId };
      }
      if (block.type === "tool_result") {
        const position = open.findIndex(({ id }) => id === block.toolUseId);
        const [pair] = position === -1 ? [] : open.splice(position, 1);
        return pair === undefined || pair.wireId === block.toolUseId ? block : { ...block, toolUseId: pair.wireId };
      }
      return block;
    });
    return { role: message.role, content };
  });
}

function wireIdFor(id: string, taken: ReadonlySet<string>): string {
  if (WIRE_ID.test(id) && !taken.has(id)) return id;
  const clean = id.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 24);
  for (let attempt = 0; ; attempt += 1) {
    const hash = createHash("sha256").update(`${attempt}:${id}`).digest("hex").slice(0, 8);
    const candidate = `${clean}_${hash}`;
    if (!taken.has(candidate)) return candidate;
  }
}
