import type { Limits } from "./limits";
import type { Host } from "./ports/host";
import type { Memory } from "./ports/memory";
import type { ChatStore } from "./ports/store";
import type { MakeProvider } from "./run/route";
import type { ToolRegistry } from "./tool/registry";

/** What the loop is put together from. */
export type AgentDependencies = {
  host: Pick<Host, "now" | "newId">;
  store: ChatStore;
  memory: Memory;
  registry: ToolRegistry;
  limits: Limits;
  provider: MakeProvider;
  /** The person's locale (BCP 47) and time zone at this moment: they may travel while a chat is open. */
  region: () => { locale: string; timeZone: string };
  /** The person's name, where the system tells it. */
  userName?: (signal: AbortSignal) => Promise<string | undefined>;
};
