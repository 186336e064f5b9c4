import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openChatStore, type ChatStoreOptions, type OpenedChatStore } from "../../src/store/open-chat-store";

/** A folder of the running test's own, removed when the test ends. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "orbit-store-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Opens a store on a file, by default in a folder of the running test's own, and closes it when the test ends. Opening
 * the same `file` again is what another command does.
 */
export async function openTempStore(
  options: Partial<ChatStoreOptions> = {},
): Promise<OpenedChatStore & { file: string }> {
  const file = options.file ?? join(await tempFolder(), "orbit.sqlite");
  const opened = await openChatStore({ now: () => new Date(0), lockTimeoutMs: 2000, ...options, file });
  onTestFinished(() => opened.store.close());
  return { ...opened, file };
}
