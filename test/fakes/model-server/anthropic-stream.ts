import type { JsonObject } from "../../../src/agent/text/json";
import { argumentPieces, countTokens, replyStop, textDeltas, type Reply } from "./reply";
import type { ModelRequest } from "./request";
import { thinkingSignature } from "./thinking-signature";

/** The events of a reply as the Messages API streams them (https://docs.anthropic.com/en/api/messages-streaming). */
export function* anthropicEvents(reply: Reply, request: ModelRequest, newId: () => string): Generator<string> {
  yield event("message_start", {
    message: {
      id: `msg_${newId()}`,
      type: "message",
      role: "assistant",
      model: request.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: countTokens([request.system, JSON.stringify(request.messages)]),
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: 1,
      },
    },
  });
  yield event("ping", {});

  let index = 0;
  for (const block of blocks(reply, newId)) {
    yield event("content_block_start", { index, content_block: block.start });
    for (const delta of block.deltas) yield event("content_block_delta", { index, delta });
    yield event("content_block_stop", { index });
    index += 1;
  }

  if (reply.streamError !== undefined) {
    yield event("error", { error: reply.streamError });
    return;
  }
  yield event("message_delta", {
    delta: { stop_reason: replyStop(reply), stop_sequence: null },
    usage: {
      output_tokens: countTokens([reply.thinking ?? "", ...textDeltas(reply), JSON.stringify(reply.toolCalls ?? [])]),
    },
  });
  yield event("message_stop", {});
}

type Block = { start: JsonObject; deltas: Iterable<JsonObject> };

function* blocks(reply: Reply, newId: () => string): Generator<Block> {
  const { thinking, toolCalls = [] } = reply;
  const deltas = textDeltas(reply);
  if (thinking !== undefined) {
    yield {
      start: { type: "thinking", thinking: "", signature: "" },
      deltas: [
        { type: "thinking_delta", thinking },
        { type: "signature_delta", signature: thinkingSignature(thinking) },
      ],
    };
  }
  if (deltas.length > 0) {
    yield { start: { type: "text", text: "" }, deltas: deltas.map((text) => ({ type: "text_delta", text })) };
  }
  for (const call of toolCalls) {
    yield {
      start: { type: "tool_use", id: call.id ?? `toolu_${newId()}`, name: call.name, input: {} },
      deltas: argumentPieces(call, reply).map((piece) => ({ type: "input_json_delta", partial_json: piece })),
    };
  }
}

function event(type: string, data: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

/** The body of an HTTP error of the Messages API. */
export function anthropicErrorBody(status: number, message: string): string {
  return JSON.stringify({ type: "error", error: { type: ERROR_TYPES[status] ?? fallbackType(status), message } });
}

const ERROR_TYPES: Record<number, string> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function fallbackType(status: number): string {
  return status >= 500 ? "api_error" : "invalid_request_error";
}
