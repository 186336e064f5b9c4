import type { WireMessage } from "../../agent/history/messages";

type Message<Block> = { role: WireMessage["role"]; content: readonly Block[] };

/** Drops empty messages and joins the neighbours of one role: the wire formats want roles to alternate. */
export function mergeRoles<Block>(
  messages: readonly Message<Block>[],
): { role: WireMessage["role"]; content: Block[] }[] {
  const merged: { role: WireMessage["role"]; content: Block[] }[] = [];
  for (const { role, content } of messages) {
    if (content.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...content);
    else merged.push({ role, content: [...content] });
  }
  return merged;
}
