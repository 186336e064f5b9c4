import { homedir } from "node:os";
import type { Host } from "./agent/ports/host";
import { DEFAULT_LIMITS } from "./agent/limits";
import { AgentLoop } from "./agent/loop";
import { setAsideNotice, settingNotice, type Notice } from "./agent/notices";
import type { ImageStore } from "./agent/ports/images";
import type { Memory } from "./agent/ports/memory";
import type { Provider } from "./agent/ports/provider";
import { ProviderError, type ProviderErrorDetail } from "./agent/ports/provider-error";
import type { ChatStore } from "./agent/ports/store";
import type { AskedModel } from "./agent/run/route";
import type { Region } from "./agent/text/moment-words";
import { askUserTool } from "./agent/tool/ask-user";
import { ToolRegistry } from "./agent/tool/registry";
import type { Models } from "./models/models";
import { hasAnthropic } from "./models/named-models";
import { modelsOf, openStoreOf } from "./models/open-models";
import { createAnthropicProvider } from "./providers/anthropic/anthropic-provider";
import { createOpenAIProvider } from "./providers/openai/openai-provider";
import { parseSettings, type Settings } from "./settings";
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
  images: ImageStore;
  /** What the person should know from the start: a database that was set aside, preferences that are not used. */
  notices: Notice[];
  models: Models;
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
  const { store, memory, images, setAside } = await openStoreOf(host);
  const settings = () => parseSettings(host.preferences());
  const models = modelsOf(host, memory);
  const loop = new AgentLoop({
    host,
    store,
    memory,
    images,
    registry: createRegistry(host),
    limits: DEFAULT_LIMITS,
    provider: async (asked, signal) => {
      const current = settings();
      const model = asked ?? (await models.wanted(current, signal));
      return noticingFailure(createProvider(current, memory, model), () => models.doubt(model));
    },
    region: clockRegion,
    // Whoever is logged in does not live in a demo's home.
    ...(process.platform === "darwin" && host.homeFolder === homedir() && { userName, systemLocale }),
  });
  return {
    loop,
    homeFolder: host.homeFolder,
    store,
    memory,
    images,
    notices: [
      ...(setAside === undefined ? [] : [setAsideNotice(setAside)]),
      ...(settings().problems ?? []).map(settingNotice),
    ],
    models,
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

/**
 * The provider of a model, its address, key and effort from the preferences. What a server refuses is kept in `memory`.
 * Throws `ProviderError` where the preferences lack what it cannot be asked without.
 */
export function createProvider(settings: Settings, memory: Memory, asked: AskedModel): Provider {
  const effort = settings.effort === "automatic" ? {} : { effort: settings.effort };
  const contextWindow = settings.contextWindow === undefined ? {} : { contextWindow: settings.contextWindow };
  const { model } = asked;
  switch (asked.provider) {
    case "anthropic":
      if (!hasAnthropic(settings)) throw lacking(asked, { type: "missing_api_key", destination: ANTHROPIC_API });
      return createAnthropicProvider({ ...settings.anthropic, model, ...effort, ...contextWindow, memory });
    case "openai":
      return createOpenAIProvider({ ...settings.openai, model, ...effort, ...contextWindow, memory });
    case "claude-code":
      throw lacking(asked, { type: "not_supported_yet", provider: "claude-code" });
  }
}

const ANTHROPIC_API = { type: "anthropic_api" } as const;

/** A chat that somebody answered in has lost them; to others it is said what is missing. */
function lacking({ recipient }: AskedModel, missing: ProviderErrorDetail): ProviderError {
  return new ProviderError(recipient === undefined ? missing : { type: "provider_gone", recipient });
}

/** The same provider, which tells where it fails to answer. */
function noticingFailure(provider: Provider, onFailure: () => Promise<void>): Provider {
  return {
    ...provider,
    async *stream(request, signal, tools) {
      try {
        yield* provider.stream(request, signal, tools);
      } catch (error) {
        if (!signal.aborted) await onFailure();
        throw error;
      }
    },
  };
}
