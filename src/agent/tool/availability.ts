import * as z from "zod";
import type { Memory } from "../ports/memory";
import type { PermissionKind } from "./permission";
import type { Tool } from "./tool";

/** Whether a tool can be called at this moment. */
export type ToolAvailability =
  { type: "available" } | { type: "disabled" } | { type: "permission_missing"; permission: PermissionKind };

/** Where it is remembered which tools the person turned off: a list of names. */
export const TOOLS_OFF_KEY = "tools:off";

/** macOS cannot be asked, only tried: after this time a permission that was refused is tried again. */
const DENIED_FOR_MS = 5 * 60 * 1000;

const namesSchema = z.array(z.string()).catch([]);

/** Which of the tools can be called now, and why not where one cannot. A tool that is turned off is that first. */
export async function availabilityOf(
  tools: readonly Tool[],
  memory: Pick<Memory, "get">,
): Promise<Map<string, ToolAvailability>> {
  const kinds = [...new Set(tools.flatMap(({ requiredPermissions }) => requiredPermissions))];
  const [off, ...marks] = await Promise.all([memory.get(TOOLS_OFF_KEY), ...kinds.map((kind) => memory.get(key(kind)))]);
  const turnedOff = new Set(namesSchema.parse(off));
  const denied = new Set(kinds.filter((_, index) => marks[index] !== undefined));
  return new Map(tools.map((tool) => [tool.name, availability(tool, turnedOff, denied)]));
}

/** Remembers that macOS refused something just now, as a tool found out. */
export function rememberDenied(permission: PermissionKind, memory: Pick<Memory, "put">, now: Date): Promise<void> {
  return memory.put(key(permission), true, now.getTime() + DENIED_FOR_MS);
}

/** Turns a tool off or on again, in every chat from its next request on. Gives the names of all that are off. */
export async function turnTool(name: string, isOn: boolean, memory: Pick<Memory, "get" | "put">): Promise<string[]> {
  const before = namesSchema.parse(await memory.get(TOOLS_OFF_KEY));
  const others = before.filter((other) => other !== name);
  const after = isOn ? others : [...others, name];
  await memory.put(TOOLS_OFF_KEY, after, Number.MAX_SAFE_INTEGER);
  return after;
}

/** Lets tools try what macOS refused: the person may have allowed it since. */
export function forgetDenied(permission: PermissionKind, memory: Pick<Memory, "put">, now: Date): Promise<void> {
  return memory.put(key(permission), true, now.getTime());
}

function availability(
  { name, requiredPermissions }: Tool,
  turnedOff: ReadonlySet<string>,
  denied: ReadonlySet<PermissionKind>,
): ToolAvailability {
  if (turnedOff.has(name)) return { type: "disabled" };
  const permission = requiredPermissions.find((kind) => denied.has(kind));
  return permission === undefined ? { type: "available" } : { type: "permission_missing", permission };
}

function key(kind: PermissionKind): string {
  return `permission:${kind}`;
}
