import type { JsonObject } from "../../../src/agent/text/json";

/** One part of a message of either wire format. `signature` is only there where the format signs reasoning. */
export type RequestBlock =
  | { type: "text"; text: string }
  | { type: "image"; mediaType: string; data: string }
  | { type: "thinking"; text: string; signature?: string }
  | { type: "tool_use"; id: string; name: string; input: JsonObject }
  | { type: "tool_result"; toolUseId: string; content: string; isError: boolean };

/** A message of either format. Tool messages of Chat Completions are results in a user message here. */
export type RequestMessage = { role: "user" | "assistant"; content: RequestBlock[] };

/** A tool call together with what came back. Chat Completions cannot say that a result is an error: false there. */
export type ToolOutcome = { name: string; input: JsonObject; content: string; isError: boolean };

/** What both wire formats say, in one shape. */
export type DecodedRequest = {
  model: string;
  /** The system prompt; empty where there is none. */
  system: string;
  messages: RequestMessage[];
  tools: { name: string; description: string; inputSchema: JsonObject }[];
};

/** A request as a script sees it and as tests find it recorded. */
export type ModelRequest = DecodedRequest & {
  format: "anthropic" | "openai";
  /** What the person wrote last, without the context block in front of it. */
  lastUserText: string;
  /** The calls that were answered since then, in call order. */
  toolResults: ToolOutcome[];
  /** The request's headers, names in lower case. */
  headers: Record<string, string>;
};

/** Completes a decoded request with what scripts ask for most. */
export function modelRequest(
  format: ModelRequest["format"],
  decoded: DecodedRequest,
  headers: Record<string, string>,
): ModelRequest {
  const { messages } = decoded;
  const wish = messages.findLastIndex(({ role, content }) => role === "user" && lastText(content) !== undefined);
  return {
    ...decoded,
    format,
    lastUserText: withoutContext(lastText(messages[wish]?.content ?? []) ?? ""),
    toolResults: toolOutcomes(messages.slice(wish + 1)),
    headers,
  };
}

function lastText(content: readonly RequestBlock[]): string | undefined {
  return content.findLast((block) => block.type === "text")?.text;
}

/** A context block may be a text of its own or stand in the same text before what the person wrote. */
function withoutContext(text: string): string {
  return text
    .slice(text.lastIndexOf("</orbit_context>") + 1)
    .replace(/^\/orbit_context>/, "")
    .trim();
}

function toolOutcomes(messages: readonly RequestMessage[]): ToolOutcome[] {
  const blocks = messages.flatMap(({ content }) => content);
  const results = blocks.filter((block) => block.type === "tool_result");
  return blocks
    .filter((block) => block.type === "tool_use")
    .flatMap(({ id, name, input }) => {
      const result = results.find(({ toolUseId }) => toolUseId === id);
      return result === undefined ? [] : [{ name, input, content: result.content, isError: result.isError }];
    });
}
