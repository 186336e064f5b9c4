import { wellFormObject } from "../text/json";
import type { ContentBlock, ToolResultBlock, WireMessage } from "../history/messages";
import { uniqueToolIds } from "./tool-ids";

/** One small repair: takes a view, gives a view, changes nothing in place. */
type Pass = (messages: readonly WireMessage[]) => WireMessage[];

/** What a call gets whose result was lost. */
const LOST_RESULT =
  "The result of this call was lost: it is unknown whether it was carried out. Do not repeat it on your own.";

/** What an empty tool output is sent as: providers refuse empty content. */
const NO_OUTPUT = "(no output)";

/**
 * Turns any message list into one that providers accept: roles alternate from a user message on, every call is answered
 * in the next user message, once and first, no result without a call, no empty block, well-formed Unicode. Order is kept
 * and nothing is invented but the results of calls that lost theirs. Idempotent.
 */
export function repairMessages(messages: readonly WireMessage[]): WireMessage[] {
  return PASSES.reduce((view, pass) => pass(view), [...messages]);
}

/** Cutting a string in the middle of a surrogate pair makes every later request fail (llumiverse#462). */
const wellFormText: Pass = mapBlocks((block) => {
  switch (block.type) {
    case "text":
      return block.text.isWellFormed() ? block : { ...block, text: block.text.toWellFormed() };
    case "tool_result":
      return block.content.isWellFormed() ? block : { ...block, content: block.content.toWellFormed() };
    case "tool_use":
      return { ...block, input: wellFormObject(block.input), rawInput: block.rawInput.toWellFormed() };
    case "thinking":
      // A signature binds the exact text.
      return block.signature === undefined ? { ...block, text: block.text.toWellFormed() } : block;
    default:
      return block;
  }
});

/** OpenAI takes these characters and at most 64 of them; Anthropic takes more. */
const WIRE_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A model may call a tool by a name that no tool could have, and providers refuse it in every request from then on. */
const plainToolNames: Pass = mapBlocks((block) =>
  block.type === "tool_use" && !WIRE_NAME.test(block.name)
    ? { ...block, name: block.name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "unknown" }
    : block,
);

/** Providers refuse blank text and empty results (claude-code#59812, dirge#757). */
const dropEmptyText: Pass = (messages) =>
  mapBlocks((block) =>
    block.type === "tool_result" && block.content.trim() === "" ? { ...block, content: NO_OUTPUT } : block,
  )(messages).map(({ role, content }) => ({
    role,
    content: content.filter((block) => block.type !== "text" || block.text.trim() !== ""),
  }));

const dropEmptyMessages: Pass = (messages) => messages.filter(({ content }) => content.length > 0);

const mergeSameRole: Pass = (messages) => {
  const merged: WireMessage[] = [];
  for (const { role, content } of messages) {
    const last = merged.at(-1);
    if (last?.role === role) last.content = [...last.content, ...content];
    else merged.push({ role, content });
  }
  return merged;
};

/**
 * Text that follows a call in the same assistant message goes in front of the calls, where providers want it (opencode
 * #5750). A message that thinks stays as it is: nothing may move across signed thinking (claude-code#63203).
 */
const textBeforeCalls: Pass = (messages) =>
  messages.map((message) => {
    const { role, content } = message;
    if (role !== "assistant" || content.some(({ type }) => type.endsWith("thinking"))) return message;
    const first = content.findIndex(({ type }) => type === "tool_use");
    if (first === -1 || !content.slice(first).some(({ type }) => type === "text")) return message;
    const rest = content.slice(first);
    const texts = rest.filter(({ type }) => type === "text");
    return { role, content: [...content.slice(0, first), ...texts, ...rest.filter(({ type }) => type !== "text")] };
  });

/** Answers every call in the user message after it, and drops results that answer nothing there. */
const pairResults: Pass = (messages) => {
  const paired: WireMessage[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const before = messages[index - 1];
    const callIds = before?.role === "assistant" ? toolUseIds(before.content) : [];
    if (role === "assistant") {
      // Only where two assistant messages meet or the list ends is there no user message to hold the results.
      paired.push({ role, content });
      const next = messages[index + 1];
      if (next?.role !== "user") paired.push({ role: "user", content: toolUseIds(content).map(lostResult) });
      continue;
    }
    const results = callIds.map((id) => content.find((block) => answers(block, id)) ?? lostResult(id));
    paired.push({ role, content: [...results, ...content.filter(({ type }) => type !== "tool_result")] });
  }
  return paired;
};

/** A conversation starts with the person: what a cut left in front of the first user text goes. */
const startWithUser: Pass = (messages) => {
  const isOwn = ({ type }: ContentBlock) => type !== "tool_result";
  const first = messages.findIndex(({ role, content }) => role === "user" && content.some(isOwn));
  return first === -1 ? [] : messages.slice(first);
};

/** Anthropic refuses a final assistant message that ends in white space. */
const trimFinalAssistant: Pass = (messages) => {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return [...messages];
  const content = last.content.map((block, index) =>
    block.type === "text" && index === last.content.length - 1 ? { ...block, text: block.text.trimEnd() } : block,
  );
  return [...messages.slice(0, -1), { role: last.role, content }];
};

const PASSES: readonly Pass[] = [
  uniqueToolIds,
  wellFormText,
  plainToolNames,
  dropEmptyText,
  dropEmptyMessages,
  mergeSameRole,
  startWithUser,
  textBeforeCalls,
  pairResults,
  // Pairing can empty a message that held only stray results, and so bring two of one role together.
  dropEmptyMessages,
  mergeSameRole,
  trimFinalAssistant,
];

function mapBlocks(change: (block: ContentBlock) => ContentBlock): Pass {
  return (messages) => messages.map(({ role, content }) => ({ role, content: content.map(change) }));
}

function toolUseIds(content: readonly ContentBlock[]): string[] {
  return content.filter((block) => block.type === "tool_use").map(({ id }) => id);
}

function answers(block: ContentBlock, id: string): block is ToolResultBlock {
  return block.type === "tool_result" && block.toolUseId === id;
}

/** What a call is answered with whose result was lost. */
export function lostResult(id: string): ToolResultBlock {
  return { type: "tool_result", toolUseId: id, content: LOST_RESULT, isError: true };
}
