import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { jsonSchema, streamText, tool, type LanguageModel } from "ai";
import { QUESTION, TOOL } from "../answers";
import { contend, KEY, type Ask } from "../contender";

// Without an `execute` the call ends the turn.
const writeFile = tool({ description: TOOL.description, inputSchema: jsonSchema<object>(TOOL.inputSchema) });

/** streamText of the ai package, with a provider of the same makers. */
function aiSdk(modelAt: (origin: string, model: string) => LanguageModel): Ask {
  return async ({ origin, model, type }) => {
    const result = streamText({
      model: modelAt(origin, model),
      maxOutputTokens: 32_000,
      prompt: QUESTION,
      tools: { [TOOL.name]: writeFile },
      onError: ({ error }) => {
        throw error;
      },
    });
    let shown = "";
    for await (const text of result.textStream) shown += text;
    if (type === "text") return { type, shown, whole: await result.text };
    return { type, input: (await result.toolCalls)[0]?.input };
  };
}

contend({
  anthropic: aiSdk((origin, model) => createAnthropic({ baseURL: `${origin}/v1`, apiKey: KEY })(model)),
  openai: aiSdk((origin, model) =>
    createOpenAICompatible({ name: "bench", baseURL: `${origin}/v1`, apiKey: KEY })(model),
  ),
});
