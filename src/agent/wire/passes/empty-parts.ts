import { blockPass, type Pass } from "./pass";

/** What an empty tool output is sent as: providers refuse empty content (dirge#757). */
const NO_OUTPUT = "(no output)";

/** Providers refuse blank text (claude-code#59812). */
export const blankTexts = blockPass("blank texts left out", (block) =>
  block.type === "text" && block.text.trim() === "" ? undefined : block,
);

/** A tool that had nothing to say has said that. */
export const emptyResults = blockPass("empty results filled in", (block) =>
  block.type === "tool_result" && block.content.trim() === "" ? { ...block, content: NO_OUTPUT } : block,
);

/** A message without content is refused. */
export const emptyMessages: Pass = {
  mends: "empty messages left out",
  run: (messages) => {
    const kept = messages.filter(({ content }) => content.length > 0);
    return { messages: kept, count: messages.length - kept.length };
  },
};
