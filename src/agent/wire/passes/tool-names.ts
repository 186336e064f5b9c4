import { blockPass } from "./pass";

/** OpenAI takes these characters and at most 64 of them; Anthropic takes more. */
const WIRE_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A model may call a tool by a name that no tool could have, and providers refuse it in every request from then on. */
export const toolNames = blockPass("names of tools changed", (block) =>
  block.type === "tool_use" && !WIRE_NAME.test(block.name)
    ? { ...block, name: block.name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "unknown" }
    : block,
);
