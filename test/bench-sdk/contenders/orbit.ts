import type { Provider } from "../../../src/agent/ports/provider";
import { createAnthropicProvider } from "../../../src/providers/anthropic/anthropic-provider";
import { createOpenAIProvider } from "../../../src/providers/openai/openai-provider";
import { QUESTION, TOOL } from "../answers";
import { contend, KEY, type Ask } from "../contender";

/** Orbit's own provider, as the agent uses it. */
function orbit(create: (config: { model: string; baseUrl: string; apiKey: string }) => Provider): Ask {
  return async ({ origin, model }) => {
    const provider = create({ model, baseUrl: `${origin}/v1`, apiKey: KEY });
    const request = {
      systemPrompt: "",
      messages: [{ role: "user" as const, content: [{ type: "text" as const, text: QUESTION }] }],
      tools: [TOOL],
    };
    let shown = "";
    for await (const event of provider.stream(request, new AbortController().signal)) {
      if (event.type === "text_delta") shown += event.text;
      if (event.type !== "end") continue;
      const [block] = event.turn.content;
      if (block?.type === "text") return { type: "text", shown, whole: block.text };
      if (block?.type === "tool_use") return { type: "call", input: block.input };
    }
    throw new Error("The stream ended without text or a call.");
  };
}

contend({ anthropic: orbit(createAnthropicProvider), openai: orbit(createOpenAIProvider) });
