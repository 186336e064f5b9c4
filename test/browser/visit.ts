import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { startChromium } from "./chromium";
import type { Preview } from "./preview";
import { openPage, type Shown } from "./shown";

/** A preview host, a browser, and its page in it. */
export interface Visit extends Shown {
  readonly preview: Preview;
  readonly browser: Browser;
}

/** Waits until what is looked at is as expected. Nothing else in these tests waits. */
export const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 8_000, interval: 20 });

const LIMITS = { testTimeout: 20_000, hookTimeout: 30_000 };

/** Gives the tests of a describe one visit, which begins before the first of them and ends after the last. */
export function useVisit(start: () => Promise<Preview>): () => Visit {
  vi.setConfig(LIMITS);
  const ends: (() => Promise<void>)[] = [];
  let visit: Visit | undefined;
  beforeAll(async () => {
    const preview = await start();
    ends.push(() => preview.stop());
    const browser = await startChromium();
    ends.push(() => browser.close());
    visit = { preview, browser, ...(await openPage(browser, preview.address)) };
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  return () => {
    if (visit === undefined) throw new Error("The visit has not begun.");
    return visit;
  };
}
