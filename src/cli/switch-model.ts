import type { RunEnd } from "../agent/chat/event-channel";
import type { AgentLoop } from "../agent/loop";
import type { ModelChoice } from "../agent/ports/provider";
import { whoWords } from "./print-events";

type Session = { loop: AgentLoop; status: (text: string) => void };

/**
 * Moves the open chat to the model that was typed, or to what the flags name. Gives the end of the request that was run
 * again there; undefined where none was. The chat itself says where it went; where it stays is said here.
 */
export async function switchModel({ loop, status }: Session, typed = ""): Promise<RunEnd | undefined> {
  const { header, route: before } = loop.snapshot();
  if (header === undefined) {
    status("There is no chat to switch yet. A new one begins with what the flags name.\n");
    return undefined;
  }
  const choice = typed === "" ? undefined : read(typed, before?.provider);
  if (typed !== "" && choice === undefined) {
    status("Nobody has answered in this chat yet. Write the provider too, such as /switch openai/MODEL.\n");
    return undefined;
  }
  const end = await loop.switchProvider(choice);
  const { route } = loop.snapshot();
  if (end?.type !== "answered" && route !== undefined && route.id === before?.id) {
    status(`This chat stays with ${whoWords(route)}.\n`);
  }
  return end;
}

/** Names of models may hold a slash, too: only that of a provider in front counts. */
function read(typed: string, current: ModelChoice["provider"] | undefined): ModelChoice | undefined {
  for (const provider of ["anthropic", "openai", "claude-code"] as const) {
    const prefix = `${provider}/`;
    if (typed.startsWith(prefix)) return { provider, model: typed.slice(prefix.length) };
  }
  return current && { provider: current, model: typed };
}
