import type { AskSystem } from "./chat/ensure-frozen";
import type { Limits } from "./limits";
import type { Host } from "./ports/host";
import type { ImageStore } from "./ports/images";
import type { Memory } from "./ports/memory";
import type { ChatStore } from "./ports/store";
import type { MakeProvider } from "./run/route";
import type { Region } from "./text/moment-words";
import type { ToolRegistry } from "./tool/registry";

/** What the loop is put together from. */
export type AgentDependencies = {
  host: Pick<Host, "now" | "newId">;
  store: ChatStore;
  memory: Memory;
  images: Pick<ImageStore, "read">;
  registry: ToolRegistry;
  limits: Limits;
  provider: MakeProvider;
  /** Where the person is at this moment: they may travel while a chat is open. */
  region: () => Region;
  /** The person's name, and their locale with a region set apart from it, where the system tells them. */
  userName?: AskSystem;
  systemLocale?: AskSystem;
};
