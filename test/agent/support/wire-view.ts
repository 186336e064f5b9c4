import { expect } from "vitest";
import type { ContentBlock, WireMessage } from "../../../src/agent/history/messages";
import type { ProviderRequest, ToolIdRule } from "../../../src/agent/ports/provider";

/** The ids of calls that each kind of server takes. */
const ID_RULES: Record<ToolIdRule, RegExp> = {
  anthropic: /^[a-zA-Z0-9_-]{1,64}$/,
  openai: /^[a-zA-Z0-9_-]{1,40}$/,
  mistral: /^[a-zA-Z0-9]{9}$/,
};

/** Checks all that servers ask of a history; without a rule, ids have to suit all but Mistral. */
export function expectValidView(messages: readonly WireMessage[], idRule: ToolIdRule = "openai"): void {
  expect(messages.map(({ role }) => role)).toEqual(
    messages.map((_, index) => (index % 2 === 0 ? "user" : "assistant")),
  );
  expect(messages.filter(({ content }) => content.length === 0)).toEqual([]);
  for (const [index, { role, content }] of messages.entries()) {
    const before = messages[index - 1];
    const called = before?.role === "assistant" ? callIds(before.content) : [];
    // The results of all calls, each once, in call order, before anything else.
    expect(resultIds(content)).toEqual(role === "user" ? called : []);
    expect(content.slice(0, called.length).every(({ type }) => type === "tool_result")).toBe(true);
    if (role === "user") expect(callIds(content)).toEqual([]);
    for (const block of content) expectSoundBlock(block);
  }
  if (callIds(messages.at(-1)?.content ?? []).length > 0) expect.fail("The last calls are not answered.");
  const ids = messages.flatMap(({ content }) => callIds(content));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !ID_RULES[idRule].test(id))).toEqual([]);
}

/**
 * Checks every request of a chat: the view is valid, prompt and tools never change, and each view goes on where the one
 * before ended. `rewound` names the requests (from 0) whose view a mark has made shorter.
 */
export function expectValidRequests(requests: readonly ProviderRequest[], rewound: readonly number[] = []): void {
  for (const [index, request] of requests.entries()) {
    expectValidView(request.messages);
    expect(request.messages.at(-1)?.role).toBe("user");
    const before = requests[index - 1];
    if (before === undefined) continue;
    expect([request.systemPrompt, request.tools]).toEqual([before.systemPrompt, before.tools]);
    const earlier = blocks(before);
    const extendsIt = JSON.stringify(blocks(request).slice(0, earlier.length)) === JSON.stringify(earlier);
    expect({ request: index, extendsIt }).toEqual({ request: index, extendsIt: !rewound.includes(index) });
  }
}

/** The results that a view tells the model of, by call id. */
export function toldResults(messages: readonly WireMessage[]): Record<string, string> {
  const results = messages.flatMap(({ content }) => content.filter((block) => block.type === "tool_result"));
  return Object.fromEntries(results.map(({ toolUseId, content }) => [toolUseId, content]));
}

function expectSoundBlock(block: ContentBlock): void {
  if (block.type === "text") expect(block.text.trim()).not.toBe("");
  if (block.type === "tool_result") expect(block.content.trim()).not.toBe("");
  if (!JSON.stringify(block).isWellFormed() || /\\ud[89a-f]/i.test(JSON.stringify(block))) {
    expect.fail("A block holds half a surrogate pair.");
  }
}

function blocks({ messages }: ProviderRequest): string[] {
  return messages.flatMap(({ role, content }) => content.map((block) => `${role} ${JSON.stringify(block)}`));
}

function callIds(content: readonly ContentBlock[]): string[] {
  return content.filter((block) => block.type === "tool_use").map(({ id }) => id);
}

function resultIds(content: readonly ContentBlock[]): string[] {
  return content.filter((block) => block.type === "tool_result").map(({ toolUseId }) => toolUseId);
}
