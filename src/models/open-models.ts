import { join } from "node:path";
import type { Host } from "../agent/ports/host";
import type { Memory } from "../agent/ports/memory";
import { StoreError } from "../agent/ports/store";
import { createModels, type Models, type ModelSource } from "./models";
import { parseSettings } from "../settings";
import { checkProvider } from "./check-provider";
import { openChatStore } from "../store/open-chat-store";

export type { ModelInfo, ProviderCheck } from "../providers/provider-check";

/** The models without the agent, for what only looks at them and chooses. */
export type OpenModels = { models: Models; close(): Promise<void> };

/**
 * Opens the models of a launcher. Where the database cannot be used they can still be looked at: nothing is remembered
 * then, and choosing rejects with the `StoreError`.
 */
export async function openModels(host: Host): Promise<OpenModels> {
  try {
    const { store, memory } = await openStoreOf(host);
    const models = modelsOf(host, memory);
    // A database that opens may still not be readable.
    await models.choice();
    return { models, close: () => store.close() };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const models = modelsOf(host, FORGETFUL);
    return { models: { ...models, choose: () => Promise.reject(error) }, close: () => Promise.resolve() };
  }
}

const FORGETFUL: Memory = {
  get: () => Promise.resolve(undefined),
  put: () => Promise.resolve(),
  addOnce: () => Promise.resolve(true),
};

/** Opens the chats and the memory of a launcher. */
export function openStoreOf(host: Pick<Host, "supportFolder" | "now">): ReturnType<typeof openChatStore> {
  return openChatStore({ file: join(host.supportFolder, "orbit.sqlite"), now: () => host.now() });
}

/** The models of a launcher, on its preferences of the moment. */
export function modelsOf(host: Pick<Host, "preferences" | "now">, memory: Memory): ModelSource {
  return createModels({
    settings: () => parseSettings(host.preferences()),
    memory,
    check: (provider, settings, signal) => checkProvider(provider, settings, { memory }, signal),
    now: () => host.now().getTime(),
  });
}
