import type { Limits } from "../limits";
import type { Memory } from "../ports/memory";
import { buildSystemPrompt } from "../prompt/system-prompt";
import { unusableTools } from "../prompt/unusable-tools";
import { runWithDeadline } from "../run/deadline";
import type { Region } from "../text/moment-words";
import { availabilityOf } from "../tool/availability";
import type { ToolRegistry } from "../tool/registry";
import type { ChatSession } from "./chat-session";

/** Asks the system for one fact about the person. */
export type AskSystem = (signal: AbortSignal) => Promise<string | undefined>;

/** What the prompt of a chat is made from. */
export type FreezeContext = {
  session: ChatSession;
  registry: ToolRegistry;
  limits: Limits;
  memory: Pick<Memory, "get">;
  region: () => Region;
  now: () => Date;
  /** The person's name, where the system tells it. */
  userName?: AskSystem;
  /** Their locale as the system has it, where it knows more than `region`. */
  systemLocale?: AskSystem;
  signal: AbortSignal;
};

/**
 * Freezes prompt and tools with a chat's first request, so that nothing is ever sent without them. A prompt that damage
 * took from the store is made anew just like that, once, and stored before it is used.
 */
export async function ensureFrozen(context: FreezeContext): Promise<void> {
  const { session, registry, limits, memory, region, now, signal } = context;
  if (session.chat.frozen !== undefined) return;
  // The system may take its time: the question is safe before.
  const [userName, locale = region().locale] = await Promise.all([
    told(context, context.userName),
    told(context, context.systemLocale),
    session.commit(),
  ]);
  const availability = await availabilityOf(registry.tools, memory);
  if (signal.aborted) return;
  const tools = registry.tools.filter(({ name }) => availability.get(name)?.type !== "disabled");
  const unusable = unusableTools(tools, availability);
  const systemPrompt = buildSystemPrompt({ now: now(), ...region(), locale, userName, tools, unusable, limits });
  const offered = new Set(tools.map(({ name }) => name));
  const definitions = registry.definitions.filter(({ name }) => offered.has(name));
  session.record({ type: "frozen", frozen: { systemPrompt, tools: definitions } });
  session.told = unusable;
}

/** Undefined where the system does not tell, or not soon. */
async function told({ limits, signal }: FreezeContext, ask: AskSystem | undefined): Promise<string | undefined> {
  if (ask === undefined) return undefined;
  const answer = await runWithDeadline(ask, limits.systemAnswerMs, signal);
  return answer.type === "done" ? answer.value : undefined;
}
