import type { JsonValue } from "../../../src/agent/text/json";
import { InvalidRequestError } from "./invalid-request";
import type { DecodedRequest, RequestBlock, RequestMessage } from "./request";

/**
 * What every strict provider checks, whichever the format: no blank text, every call answered right after it, once and
 * before any other content, no result without its call, no id or tool name twice, the last word not the assistant's.
 * Throws `InvalidRequestError`.
 */
export function checkConversation({ messages, tools }: DecodedRequest): void {
  refuseTwice(
    tools.map(({ name }) => name),
    "The tool",
  );
  refuseTwice(
    messages.flatMap(({ content }) => callIds(content)),
    "The call id",
  );
  for (const [index, message] of messages.entries()) checkMessage(messages, index, message);
  if (messages.at(-1)?.role !== "user") {
    throw new InvalidRequestError("messages: the last message must come from the user or a tool.");
  }
}

/** Messages API: the first message is the user's, and roles alternate. Throws `InvalidRequestError`. */
export function checkAlternation(messages: readonly RequestMessage[]): void {
  for (const [index, { role }] of messages.entries()) {
    const expected = index % 2 === 0 ? "user" : "assistant";
    if (role !== expected) {
      throw new InvalidRequestError(`messages.${index}: roles must alternate; this one must be "${expected}".`);
    }
  }
}

/** Providers refuse half a surrogate pair anywhere in the body. Throws `InvalidRequestError` with the path. */
export function checkWellFormed(value: JsonValue, path = "body"): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new InvalidRequestError(`${path}: the text holds a lone surrogate.`);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      checkWellFormed(key, path);
      checkWellFormed(member, `${path}.${key}`);
    }
  }
}

function checkMessage(messages: readonly RequestMessage[], index: number, { role, content }: RequestMessage): void {
  const place = `messages.${index}`;
  if (content.length === 0) throw new InvalidRequestError(`${place}: a message must have content.`);
  if (content.some((block) => block.type === "text" && block.text.trim() === "")) {
    throw new InvalidRequestError(`${place}: text must not be blank.`);
  }
  if (role === "assistant") return;

  const before = messages[index - 1];
  const calls = before?.role === "assistant" ? callIds(before.content) : [];
  const results = content.filter((block) => block.type === "tool_result").map(({ toolUseId }) => toolUseId);
  refuseTwice(results, `${place}: the result of call`);
  for (const id of calls) {
    if (!results.includes(id)) throw new InvalidRequestError(`${place}: the call ${id} before it has no result here.`);
  }
  for (const id of results) {
    if (!calls.includes(id))
      throw new InvalidRequestError(`${place}: the result names ${id}, which no call before it has.`);
  }
  if (content.slice(0, results.length).some(({ type }) => type !== "tool_result")) {
    throw new InvalidRequestError(`${place}: tool results must come before other content.`);
  }
}

function callIds(content: readonly RequestBlock[]): string[] {
  return content.filter((block) => block.type === "tool_use").map(({ id }) => id);
}

function refuseTwice(values: readonly string[], what: string): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new InvalidRequestError(`${what} ${twice} stands there twice.`);
}
