import type { JsonObject } from "../../../src/agent/text/json";

/** Sends a body to a model server. */
export async function post(url: string, body: JsonObject | string, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "test-key" },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** A Messages request around a history. */
export function anthropicBody(messages: JsonObject[], extra: JsonObject = {}): JsonObject {
  return { model: "test-model", max_tokens: 100, stream: true, messages, ...extra };
}

/** A Chat Completions request around a history. */
export function openaiBody(messages: JsonObject[], extra: JsonObject = {}): JsonObject {
  return { model: "test-model", stream: true, messages, ...extra };
}
