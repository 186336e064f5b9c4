import type { Browser, Locator, Page } from "playwright-core";
const PATIENCE_MS = 8_000;
const PAUSE_MS = 20;
const MOST_STEPS = 60;

/** The page of a preview host, in the hands of a test. */
export interface Shown {
  readonly page: Page;
  /** What went wrong in it: errors of its code, refused loads. It should stay empty. */
  readonly problems: readonly string[];
}

/** Opens the page at an address and waits until a screen is in its window. */
export async function openPage(browser: Browser, address: string): Promise<Shown> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 720 }, reducedMotion: "reduce" });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(address);
  await page.locator(".screen[aria-label]").last().waitFor();
  return { page, problems };
}

/**
 * Waits until what is looked at is as wanted, and gives it.
 * @throws with what was seen last where it takes too long
 */
export async function until<T>(look: () => T | Promise<T>, isWanted: (seen: T) => boolean): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (isWanted(seen)) return seen;
    if (performance.now() > end) throw new Error(`Waited in vain; last seen: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The screen that takes the keys. */
export const topScreen = (page: Page): Locator => page.locator(".screen:not(.is-below)");

/** The search bar of the screen on top. */
export const searchBar = (page: Page): Locator => topScreen(page).locator(".search-input");

/** The titles of the rows on top, in reading order. */
export const rowTitles = (page: Page): Promise<string[]> => topScreen(page).locator(".row-title").allTextContents();

/** The row or cell with a title. */
export const row = (page: Page, title: string): Locator =>
  topScreen(page).locator("[role=option]", { has: page.getByText(title, { exact: true }) });

/** The title of the selected row or cell; empty where nothing is selected. */
export const selected = (page: Page): Promise<string> =>
  textOf(topScreen(page).locator("[role=option][aria-selected=true] :is(.row-title, .cell-title)"));

/** The text of the Markdown on top. */
export const markdown = (page: Page): Promise<string> => textOf(topScreen(page).locator(".markdown"));

/** The text of the metadata on top. */
export const metadata = (page: Page): Promise<string> => textOf(topScreen(page).locator(".metadata"));

/** What the footer says: the title of the screen, or the toast. */
export const footer = (page: Page): Promise<string> => textOf(page.locator(".footer :is(.footer-title, .toast-line)"));

/** What left the window for the Mac last. */
export const lastSent = (page: Page): Promise<string> => textOf(page.locator(".journal-line .journal-text"));

/** All of the text of an element; empty while it is not there. */
export async function textOf(locator: Locator): Promise<string> {
  return (await locator.allTextContents()).join("");
}

/** Presses keys one after the other: "ControlOrMeta" is Raycast's ⌘ here. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Types into the search bar, in place of what stands there, and waits until a row with the title is selected. */
export async function find(page: Page, text: string, title: string): Promise<void> {
  await press(page, "ControlOrMeta+a");
  await page.keyboard.type(text);
  await until(
    () => selected(page),
    (seen) => seen === title,
  );
}

/** Goes down to the row or cell with a title. */
export async function goTo(page: Page, title: string): Promise<void> {
  await row(page, title).waitFor();
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const before = await selected(page);
    if (before === title) return;
    await press(page, "ArrowDown");
    await until(
      () => selected(page),
      (seen) => seen !== before,
    );
  }
  throw new Error(`Going down ${MOST_STEPS} times did not reach "${title}".`);
}

/** Chooses the action with a title from the action panel. */
export async function act(page: Page, title: string): Promise<void> {
  await press(page, "ControlOrMeta+k");
  await page.keyboard.type(title);
  await until(
    () => textOf(page.locator(".option.is-selected .option-title")),
    (seen) => seen === title,
  );
  await press(page, "Enter");
}
