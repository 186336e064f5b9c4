import type { Memory } from "../agent/ports/memory";
import { turnTool } from "../agent/tool/availability";
import type { Tool } from "../agent/tool/tool";
import { jsonText } from "./json-text";
import { UsageError, type TurnToolTask } from "./options";

/** Turns a tool off or on, and gives what is printed: which tools are off now. */
export async function turnToolTask(
  { tool, isOn }: TurnToolTask,
  tools: readonly Tool[],
  { memory, json }: { memory: Pick<Memory, "get" | "put">; json: boolean },
): Promise<string> {
  if (!tools.some(({ name }) => name === tool)) {
    throw new UsageError(`There is no tool "${tool}"; --list-tools prints their names.`);
  }
  const off = await turnTool(tool, isOn, memory);
  if (json) return jsonText(off);
  return off.length === 0 ? "Every tool is on.\n" : `Turned off: ${off.join(", ")}.\n`;
}
