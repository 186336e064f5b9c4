import type { ContentBlock, WireMessage } from "../../history/messages";
import { blockPass, type Pass } from "./pass";

/** What only the other role may say; a list from elsewhere can hold anything. */
const MISPLACED: Record<WireMessage["role"], readonly ContentBlock["type"][]> = {
  user: ["tool_use", "thinking", "redacted_thinking"],
  assistant: ["image", "image_file"],
};

/** Calls and reasoning are the model's, pictures the person's. (A result of the model's answers no call, and goes as such.) */
export const misplacedBlocks = blockPass("blocks of the other role left out", (block, role) =>
  MISPLACED[role].includes(block.type) ? undefined : block,
);

/** Roles alternate on the wire. */
export const neighbours: Pass = {
  mends: "neighbours of one role joined",
  run: (messages) => {
    const joined: WireMessage[] = [];
    for (const { role, content } of messages) {
      const last = joined.at(-1);
      if (last?.role === role) last.content.push(...content);
      else joined.push({ role, content: [...content] });
    }
    return { messages: joined, count: messages.length - joined.length };
  },
};

/** A conversation starts with the person: what a cut left in front of the first own words goes (openclaw#4852). */
export const startWithUser: Pass = {
  mends: "messages before the first words of the user left out",
  run: (messages) => {
    const isOwn = ({ type }: ContentBlock) => type !== "tool_result";
    const first = messages.findIndex(({ role, content }) => role === "user" && content.some(isOwn));
    const kept = first === -1 ? [] : messages.slice(first);
    return { messages: kept, count: messages.length - kept.length };
  },
};

/** Anthropic refuses a final assistant message that ends in white space. */
export const finalSpace: Pass = {
  mends: "white space at the end of the last answer left out",
  run: (messages) => {
    const last = messages.at(-1);
    const block = last?.content.at(-1);
    const trimmed = block?.type === "text" ? block.text.trimEnd() : undefined;
    if (last?.role !== "assistant" || block?.type !== "text" || trimmed === undefined || trimmed === block.text) {
      return { messages: [...messages], count: 0 };
    }
    const content = [...last.content.slice(0, -1), { ...block, text: trimmed }];
    return { messages: [...messages.slice(0, -1), { role: "assistant", content }], count: 1 };
  },
};
