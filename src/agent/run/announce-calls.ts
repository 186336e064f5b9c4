import type { CallRow, CallState } from "../history/calls";
import type { Chat } from "../chat/chat";
import type { JsonObject } from "../text/json";
import type { Limits } from "../limits";
import { toolUses, type AssistantMessage, type ToolUseBlock } from "../history/messages";
import { inlineValue } from "../text/untrusted-text";
import type { ToolRegistry } from "../tool/registry";
import type { Risk } from "../tool/risk";
import type { Tool } from "../tool/tool";

/** Of a name that no tool has; models have been seen to write whole calls into it. */
const MAX_NAME_LENGTH = 100;

type Announcement = {
  chat: Chat;
  registry: ToolRegistry;
  limits: Limits;
  newId: () => string;
  /** Milliseconds since 1970. */
  now: number;
};

/**
 * The call rows of a new assistant message. Calls that cannot run are answered right here, with what the model should do
 * about it; the others are announced.
 */
export function announceCalls(message: AssistantMessage, announcement: Announcement): CallRow[] {
  const rows: CallRow[] = [];
  for (const [index, block] of toolUses(message).entries()) {
    const checked = checkCall(block, message, rows, announcement);
    rows.push({
      id: announcement.newId(),
      requestId: message.requestId,
      messageId: message.id,
      index,
      tool: checked.tool,
      risk: checked.risk,
      input: checked.input,
      label: checked.label,
      state: checked.state,
    });
  }
  return rows;
}

type CheckedCall = Pick<CallRow, "tool" | "risk" | "input" | "label" | "state">;

function checkCall(
  block: ToolUseBlock,
  message: AssistantMessage,
  earlier: readonly CallRow[],
  { chat, registry, limits, now }: Announcement,
): CheckedCall {
  const tool = registry.find(block.name);
  const name = tool?.name ?? inlineValue(block.name.slice(0, MAX_NAME_LENGTH));
  const refuse = (text: string, summary: string): CheckedCall => ({
    tool: name,
    risk: tool?.risk ?? "read",
    input: block.input,
    label: tool?.title ?? name,
    state: { type: "result", at: now, text, isError: true, ran: false, summary },
  });

  if (message.stopReason.type === "max_tokens" || message.stopReason.type === "context_window_exceeded") {
    return refuse(
      "NOT run: your reply reached its length limit, so the arguments may be incomplete. Call again with shorter ones.",
      "Not run: the reply was cut off",
    );
  }
  const requestCalls = [...chat.calls.values(), ...earlier].filter((call) => call.requestId === message.requestId);
  if (requestCalls.length >= limits.maxCallsPerRequest) {
    return refuse(
      `NOT run: Orbit runs at most ${limits.maxCallsPerRequest} tool calls for one request, and they are used up.`,
      "Not run: too many calls",
    );
  }
  if (tool === undefined || !isOffered(tool, chat)) {
    const names = offeredTools(registry, chat).map(({ name }) => name);
    return refuse(`There is no tool "${name}". The tools are: ${names.join(", ")}.`, "Unknown tool");
  }
  if (block.inputError !== undefined) {
    return refuse(
      `NOT run: ${block.inputError} Call ${tool.name} again with one complete JSON object as its arguments.`,
      "Called with wrong values",
    );
  }
  const most = tool.maxCallsPerRequest;
  if (most !== undefined && requestCalls.filter((call) => call.tool === tool.name).length >= most) {
    return refuse(`NOT run: ${tool.name} may be called ${most} times for one request.`, "Not run: too many calls");
  }
  const parsed = tool.parse(block.input);
  if (!parsed.ok) {
    return refuse(
      `NOT run, the arguments are wrong. ${parsed.message} Call again with corrected ones.`,
      "Called with wrong values",
    );
  }
  return announced(tool, parsed.input);
}

function announced(tool: Tool, input: JsonObject): CheckedCall {
  const state: CallState = { type: "announced" };
  const risk: Risk = tool.risk;
  return { tool: tool.name, risk, input, label: tool.label(input), state };
}

/** The tools are frozen with the first request: one that came later is for new chats. */
function isOffered(tool: Tool, chat: Chat): boolean {
  return chat.frozen === undefined || chat.frozen.tools.some(({ name }) => name === tool.name);
}

function offeredTools(registry: ToolRegistry, chat: Chat): Tool[] {
  return registry.tools.filter((tool) => isOffered(tool, chat));
}
