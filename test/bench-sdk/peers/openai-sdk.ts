import OpenAI from "openai";
import { QUESTION, TOOL } from "../answers";
import { contend, KEY, type Ask } from "../contender";

/** The helper of the official SDK, which puts the completion together. The arguments are left to the caller to parse. */
const openaiSdk: Ask = async ({ origin, model }) => {
  const client = new OpenAI({ baseURL: `${origin}/v1`, apiKey: KEY });
  let shown = "";
  const stream = client.chat.completions
    .stream({
      model,
      messages: [{ role: "user", content: QUESTION }],
      tools: [
        {
          type: "function",
          function: { name: TOOL.name, description: TOOL.description, parameters: TOOL.inputSchema },
        },
      ],
    })
    .on("content", (text) => (shown += text));
  const message = (await stream.finalChatCompletion()).choices[0]?.message;
  const call = message?.tool_calls?.[0];
  if (call?.type === "function") return { type: "call", input: JSON.parse(call.function.arguments) };
  if (typeof message?.content === "string") return { type: "text", shown, whole: message.content };
  throw new Error("The stream ended without text or a call.");
};

contend({ openai: openaiSdk });
