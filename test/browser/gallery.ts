import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { buildGallery } from "../host/gallery/build";
import { startPreview, type Preview } from "./preview";
import { find, footer, press, topScreen, until } from "./shown";

/** Builds the gallery and starts a preview host on it, with a command of it in front. */
export async function startGallery(command: string, ...args: readonly string[]): Promise<Preview> {
  const folder = await mkdtemp(join(tmpdir(), "orbit-gallery-"));
  const removed = () => rm(folder, { recursive: true, force: true });
  try {
    await buildGallery(folder);
    const preview = await startPreview("--extension", folder, "--command", command, ...args);
    return { ...preview, stop: () => preview.stop().finally(removed) };
  } catch (error) {
    await removed();
    throw error;
  }
}

/** Leaves whatever shows for Raycast's own search. */
export async function goToRoot(page: Page): Promise<void> {
  if ((await page.locator(".window.is-closed").count()) > 0) await press(page, "Enter");
  const rootSearch = topScreen(page).getByPlaceholder("Search for commands…");
  // There, the same keys would close the window.
  if ((await rootSearch.count()) === 0) await press(page, "ControlOrMeta+Escape");
  await rootSearch.waitFor();
}

/** Starts a command of the gallery from Raycast's own search. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await goToRoot(page);
  await find(page, title, title);
  await press(page, "Enter");
}

/** The same for a command that shows a view: waits for its title. */
export async function openCommand(page: Page, title: string, navigationTitle: string): Promise<void> {
  await runCommand(page, title);
  await until(
    () => footer(page),
    (seen) => seen === navigationTitle,
  );
}
