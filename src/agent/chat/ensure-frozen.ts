import type { Limits } from "../limits";
import type { Memory } from "../ports/memory";
import { buildSystemPrompt } from "../prompt/system-prompt";
import { unusableTools } from "../prompt/unusable-tools";
import { runWithDeadline } from "../run/deadline";
import { availabilityOf } from "../tool/availability";
import type { ToolRegistry } from "../tool/registry";
import type { ChatSession } from "./chat-session";

/** What the prompt of a chat is made from. */
export type FreezeContext = {
  session: ChatSession;
  registry: ToolRegistry;
  limits: Limits;
  memory: Pick<Memory, "get">;
  region: () => { locale: string; timeZone: string };
  now: () => Date;
  /** The person's name, where the system tells it. */
  userName?: (signal: AbortSignal) => Promise<string | undefined>;
  signal: AbortSignal;
};

/**
 * Freezes prompt and tools with a chat's first request, so that nothing is ever sent without them. A prompt that damage
 * took from the store is made anew just like that, once, and stored before it is used.
 */
export async function ensureFrozen(context: FreezeContext): Promise<void> {
  const { session, registry, limits, memory, region, now, signal } = context;
  if (session.chat.frozen !== undefined) return;
  // The system may take its time for a name: the question is safe before.
  const [userName] = await Promise.all([personName(context), session.commit()]);
  const availability = await availabilityOf(registry.tools, memory);
  if (signal.aborted) return;
  const tools = registry.tools.filter(({ name }) => availability.get(name)?.type !== "disabled");
  const unusable = unusableTools(tools, availability);
  const systemPrompt = buildSystemPrompt({ now: now(), ...region(), userName, tools, unusable, limits });
  const offered = new Set(tools.map(({ name }) => name));
  const definitions = registry.definitions.filter(({ name }) => offered.has(name));
  session.record({ type: "frozen", frozen: { systemPrompt, tools: definitions } });
  session.told = unusable;
}

/** Undefined where nobody tells the name, or not soon. */
async function personName({ userName, limits, signal }: FreezeContext): Promise<string | undefined> {
  if (userName === undefined) return undefined;
  const told = await runWithDeadline(userName, limits.userNameTimeoutMs, signal);
  return told.type === "done" ? told.value : undefined;
}
