import type { CallRow } from "../history/calls";
import type { Chat } from "../chat/chat";
import type { JsonObject } from "../text/json";
import type { Limits } from "../limits";
import { toolUses, type AssistantMessage, type ToolUseBlock } from "../history/messages";
import { inlineValue } from "../text/untrusted-text";
import type { ToolRegistry } from "../tool/registry";
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

/** Why a call cannot run: words for the model, and for the status row. */
type Refusal = { text: string; summary: string };

function checkCall(
  block: ToolUseBlock,
  message: AssistantMessage,
  earlier: readonly CallRow[],
  announcement: Announcement,
): CheckedCall {
  const tool = announcement.registry.find(block.name);
  const name = tool?.name ?? inlineValue(block.name.slice(0, MAX_NAME_LENGTH));
  const refuse = ({ text, summary }: Refusal): CheckedCall => ({
    tool: name,
    risk: tool?.risk ?? "read",
    input: block.input,
    label: tool?.title ?? name,
    state: { type: "result", at: announcement.now, text, isError: true, ran: false, summary },
  });
  const early = cutOff(message) ?? overBudget(message, tool, earlier, announcement);
  if (early !== undefined) return refuse(early);
  if (tool === undefined || !isOffered(tool, announcement.chat)) return refuse(unknownTool(name, announcement));
  const parsed = parseArguments(block, tool);
  if ("text" in parsed) return refuse(parsed);
  const { input } = parsed;
  return { tool: name, risk: tool.risk, input, label: tool.label(input), state: { type: "announced" } };
}

/** No call of a reply that was cut off runs: the arguments of any of them may be incomplete (cline#13001). */
function cutOff({ stopReason }: AssistantMessage): Refusal | undefined {
  if (stopReason.type !== "max_tokens" && stopReason.type !== "context_window_exceeded") return undefined;
  return {
    text: "NOT run: your reply reached its length limit, so the arguments may be incomplete. Call again with shorter ones.",
    summary: "Not run: the reply was cut off",
  };
}

function overBudget(
  { requestId }: AssistantMessage,
  tool: Tool | undefined,
  earlier: readonly CallRow[],
  { chat, limits }: Announcement,
): Refusal | undefined {
  const summary = "Not run: too many calls";
  const calls = [...chat.calls.values(), ...earlier].filter((call) => call.requestId === requestId);
  if (calls.length >= limits.maxCallsPerRequest) {
    const text = `NOT run: Orbit runs at most ${limits.maxCallsPerRequest} tool calls for one request, and they are used up.`;
    return { text, summary };
  }
  const most = tool?.maxCallsPerRequest;
  if (tool === undefined || most === undefined || calls.filter((call) => call.tool === tool.name).length < most) {
    return undefined;
  }
  return { text: `NOT run: ${tool.name} may be called ${most} times for one request.`, summary };
}

function unknownTool(name: string, { registry, chat }: Announcement): Refusal {
  const offered = registry.tools.filter((tool) => isOffered(tool, chat)).map((tool) => tool.name);
  return { text: `There is no tool "${name}". The tools are: ${offered.join(", ")}.`, summary: "Unknown tool" };
}

function parseArguments(block: ToolUseBlock, tool: Tool): { input: JsonObject } | Refusal {
  const summary = "Called with wrong values";
  if (block.inputError !== undefined) {
    const text = `NOT run: ${block.inputError} Call ${tool.name} again with one complete JSON object as its arguments.`;
    return { text, summary };
  }
  const parsed = tool.parse(block.input);
  if (parsed.ok) return { input: parsed.input };
  return { text: `NOT run, the arguments are wrong. ${parsed.message} Call again with corrected ones.`, summary };
}

/** The tools are frozen with the first request: one that came later is for new chats. */
function isOffered(tool: Tool, chat: Chat): boolean {
  return chat.frozen === undefined || chat.frozen.tools.some(({ name }) => name === tool.name);
}
