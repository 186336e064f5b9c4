import { homedir } from "node:os";
import { join } from "node:path";
import type { Host } from "./agent/ports/host";
import { DEFAULT_LIMITS } from "./agent/limits";
import { AgentLoop } from "./agent/loop";
import { setAsideNotice, settingNotice, type Notice } from "./agent/notices";
import type { Memory } from "./agent/ports/memory";
import type { Provider } from "./agent/ports/provider";
import { ProviderError } from "./agent/ports/provider-error";
import type { ChatStore } from "./agent/ports/store";
import type { AskedModel } from "./agent/run/route";
import type { Region } from "./agent/text/moment-words";
import { askUserTool } from "./agent/tool/ask-user";
import { ToolRegistry } from "./agent/tool/registry";
import { createAnthropicProvider } from "./providers/anthropic/anthropic-provider";
import { createOpenAIProvider } from "./providers/openai/openai-provider";
import { parseSettings, type Settings } from "./settings";
import { openChatStore } from "./store/open-chat-store";
import { fileTools } from "./tools/files/file-tools";
import { systemLocale } from "./tools/mac/system-locale";
import { userName } from "./tools/mac/user-name";

/** Orbit, put together for one launcher. */
export type Orbit = {
  loop: AgentLoop;
  homeFolder: string;
  /** The chats, for what is done to them besides asking. */
  store: ChatStore;
  memory: Memory;
  /** What the person should know from the start: a database that was set aside, preferences that are not used. */
  notices: Notice[];
  /** Whether the preferences name something that can answer. */
  isSetUp(): boolean;
  /** Ends what runs, waits for what is being stored, and closes the database. */
  close(): Promise<void>;
};

/** The tools of Orbit for one launcher. */
export function createRegistry(host: Host): ToolRegistry {
  const { homeFolder } = host;
  const zone = () => clockRegion().timeZone;
  return new ToolRegistry([
    ...fileTools({ homeFolder, host, platform: process.platform, timeZone: zone }),
    askUserTool,
  ]);
}

/** The one place where the parts of Orbit meet. Throws `StoreError` where the database cannot be used. */
export async function createOrbit(host: Host): Promise<Orbit> {
  const { store, memory, setAside } = await openChatStore({
    file: join(host.supportFolder, "orbit.sqlite"),
    now: () => host.now(),
  });
  const settings = () => parseSettings(host.preferences());
  const loop = new AgentLoop({
    host,
    store,
    memory,
    registry: createRegistry(host),
    limits: DEFAULT_LIMITS,
    provider: (asked) => createProvider(settings(), memory, asked),
    region: clockRegion,
    // Whoever is logged in does not live in a demo's home.
    ...(process.platform === "darwin" && host.homeFolder === homedir() && { userName, systemLocale }),
  });
  return {
    loop,
    homeFolder: host.homeFolder,
    store,
    memory,
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

/** Where this Mac's clock and formats are set to, at this moment. */
function clockRegion(): Region {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { locale, timeZone };
}

type ProviderId = Provider["id"];

/** Automatic takes the first that is set up. */
function chosenProvider(settings: Settings): ProviderId | undefined {
  if (settings.provider !== "automatic") return settings.provider;
  return (["anthropic", "openai"] as const).find((id) => isSetUp(id, settings));
}

/** Whether the preferences hold what this provider cannot do without. */
function isSetUp(id: ProviderId, { anthropic, openai }: Settings): boolean {
  switch (id) {
    case "anthropic":
      return anthropic.apiKey !== undefined || anthropic.baseUrl !== undefined;
    case "openai":
      return openai.model !== undefined;
    case "claude-code":
      return false;
  }
}

/**
 * The provider of a model, its key and effort from the preferences; without one what they choose. What a server refuses is
 * kept in `memory`.
 */
export function createProvider(settings: Settings, memory: Memory, asked?: AskedModel): Provider {
  if (asked?.recipient !== undefined && !isSetUp(asked.provider, settings)) {
    throw new ProviderError({ type: "provider_gone", recipient: asked.recipient });
  }
  const effort = settings.effort === "automatic" ? {} : { effort: settings.effort };
  const contextWindow = settings.contextWindow === undefined ? {} : { contextWindow: settings.contextWindow };
  const model = asked === undefined ? {} : { model: asked.model };
  switch (asked?.provider ?? chosenProvider(settings)) {
    case "anthropic":
      return createAnthropicProvider({ ...settings.anthropic, ...model, ...effort, ...contextWindow, memory });
    case "openai":
      return createOpenAIProvider({ ...settings.openai, ...model, ...effort, ...contextWindow, memory });
    case "claude-code":
      throw new ProviderError({ type: "not_supported_yet", provider: "claude-code" });
    case undefined:
      throw new ProviderError({ type: "no_provider", tried: [] });
  }
}
