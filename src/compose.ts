import { join } from "node:path";
import type { Host } from "./agent/ports/host";
import { DEFAULT_LIMITS } from "./agent/limits";
import { AgentLoop } from "./agent/loop";
import { setAsideNotice, settingNotice, type Notice } from "./agent/notices";
import type { Provider } from "./agent/ports/provider";
import { ProviderError } from "./agent/ports/provider-error";
import { ToolRegistry } from "./agent/tool/registry";
import { createAnthropicProvider } from "./providers/anthropic/anthropic-provider";
import { createOpenAIProvider } from "./providers/openai/openai-provider";
import { parseSettings, type Settings } from "./settings";
import { openChatStore } from "./store/open-chat-store";
import { fileTools } from "./tools/files/file-tools";

/** Orbit, put together for one launcher. */
export type Orbit = {
  loop: AgentLoop;
  homeFolder: string;
  /** What the person should know from the start: a database that was set aside, preferences that are not used. */
  notices: Notice[];
  /** Whether the preferences name something that can answer. */
  isSetUp(): boolean;
  /** Ends what runs, waits for what is being stored, and closes the database. */
  close(): Promise<void>;
};

/** The tools of Orbit for one launcher. */
export function createRegistry(host: Host): ToolRegistry {
  return new ToolRegistry(fileTools({ homeFolder: host.homeFolder, host, platform: process.platform }));
}

/** The one place where the parts of Orbit meet. Throws `StoreError` where the database cannot be used. */
export async function createOrbit(host: Host): Promise<Orbit> {
  const { store, setAside } = await openChatStore({
    file: join(host.supportFolder, "orbit.sqlite"),
    now: () => host.now(),
  });
  const settings = () => parseSettings(host.preferences());
  const loop = new AgentLoop({
    host,
    store,
    registry: createRegistry(host),
    limits: DEFAULT_LIMITS,
    provider: () => createProvider(settings()),
    region: () => {
      const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      return { locale, timeZone };
    },
  });
  return {
    loop,
    homeFolder: host.homeFolder,
    notices: [
      ...(setAside === undefined ? [] : [setAsideNotice(setAside)]),
      ...(settings().problems ?? []).map(settingNotice),
    ],
    isSetUp: () => chosenProvider(settings()) !== undefined,
    close: async () => {
      await loop.close();
      await store.close();
    },
  };
}

/** Automatic takes the first that is set up. */
function chosenProvider({
  provider,
  anthropic,
  openai,
}: Settings): Exclude<Settings["provider"], "automatic"> | undefined {
  if (provider !== "automatic") return provider;
  if (anthropic.apiKey !== undefined || anthropic.baseUrl !== undefined) return "anthropic";
  return openai.model === undefined ? undefined : "openai";
}

function createProvider(settings: Settings): Provider {
  const effort = settings.effort === "automatic" ? {} : { effort: settings.effort };
  switch (chosenProvider(settings)) {
    case "anthropic":
      return createAnthropicProvider({ ...settings.anthropic, ...effort });
    case "openai":
      return createOpenAIProvider({ ...settings.openai, ...effort });
    case "claude-code":
      throw new ProviderError({ type: "not_supported_yet", provider: "claude-code" });
    case undefined:
      throw new ProviderError({ type: "no_provider" });
  }
}
