import Anthropic from "@anthropic-ai/sdk";
import { QUESTION, TOOL } from "../answers";
import { contend, KEY, type Ask } from "../contender";

/** The helper of the official SDK, which puts the message together. */
const anthropicSdk: Ask = async ({ origin, model }) => {
  const client = new Anthropic({ baseURL: origin, apiKey: KEY });
  let shown = "";
  const stream = client.messages
    .stream({
      model,
      max_tokens: 32_000,
      messages: [{ role: "user", content: QUESTION }],
      tools: [{ name: TOOL.name, description: TOOL.description, input_schema: TOOL.inputSchema }],
    })
    .on("text", (text) => (shown += text));
  const [block] = (await stream.finalMessage()).content;
  if (block?.type === "text") return { type: "text", shown, whole: block.text };
  if (block?.type === "tool_use") return { type: "call", input: block.input };
  throw new Error("The stream ended without text or a call.");
};

contend({ anthropic: anthropicSdk });
