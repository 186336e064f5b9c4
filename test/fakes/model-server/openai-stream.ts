import type { JsonObject } from "../../../src/agent/text/json";
import { argumentPieces, countTokens, replyStop, textDeltas, type Reply, type ReplyStop } from "./reply";
import type { ModelRequest } from "./request";

const FINISH_REASONS: Record<ReplyStop, string> = {
  end_turn: "stop",
  stop_sequence: "stop",
  tool_use: "tool_calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content_filter",
};

/**
 * The events of a reply as Chat Completions streams them
 * (https://platform.openai.com/docs/api-reference/chat-streaming).
 */
export function* openaiEvents(
  reply: Reply,
  request: ModelRequest,
  newId: () => string,
  wantsUsage: boolean,
): Generator<string> {
  const base = { id: `chatcmpl-${newId()}`, object: "chat.completion.chunk", created: 0, model: request.model };
  const chunk = (delta: JsonObject, finishReason: string | null = null) =>
    event({ ...base, choices: [{ index: 0, delta, finish_reason: finishReason }] });

  yield chunk({ role: "assistant", content: "" });
  for (const delta of deltas(reply, newId)) yield chunk(delta);
  if (reply.streamError !== undefined) {
    yield event({ error: { ...reply.streamError, code: null } });
    return;
  }
  yield chunk({}, FINISH_REASONS[replyStop(reply)]);
  if (wantsUsage) yield event({ ...base, choices: [], usage: usage(reply, request) });
  yield "data: [DONE]\n\n";
}

function* deltas(reply: Reply, newId: () => string): Generator<JsonObject> {
  const { thinking, toolCalls = [] } = reply;
  if (thinking !== undefined) yield { reasoning: thinking };
  for (const content of textDeltas(reply)) yield { content };
  for (const [index, call] of toolCalls.entries()) {
    const id = call.id ?? `call_${newId()}`;
    yield { tool_calls: [{ index, id, type: "function", function: { name: call.name, arguments: "" } }] };
    for (const piece of argumentPieces(call, reply)) {
      yield { tool_calls: [{ index, function: { arguments: piece } }] };
    }
  }
}

function usage(reply: Reply, request: ModelRequest): JsonObject {
  const input = countTokens([request.system, JSON.stringify(request.messages)]);
  const output = countTokens([reply.thinking ?? "", ...textDeltas(reply), JSON.stringify(reply.toolCalls ?? [])]);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function event(data: JsonObject): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** The body of an HTTP error of Chat Completions. */
export function openaiErrorBody(status: number, message: string): string {
  return JSON.stringify({
    error: { message, type: ERROR_TYPES[status] ?? fallbackType(status), param: null, code: null },
  });
}

const ERROR_TYPES: Record<number, string> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
};

function fallbackType(status: number): string {
  return status >= 500 ? "server_error" : "invalid_request_error";
}
