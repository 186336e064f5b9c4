import type { Browser, Page } from "playwright-core";
import { chromium, startChromium } from "../browser/chromium";
import { goToRoot, openCommand, startGallery } from "../browser/gallery";
import { startPreview, type Preview } from "../browser/preview";
import { act, footer, openPage, press, searchBar, topScreen, until } from "../browser/shown";
import type { BenchResult } from "./bench-result";
import { meterPage, processCpuMs } from "./preview/page-meter";

const ROUNDS = 3;
const STREAM_SECONDS = 6;
const ROWS = 200;
/** At thirty updates a second as many as an hour brings at one a second. */
const USE_SECONDS = 120;
const WARM_UP_SECONDS = 5;

/**
 * The preview host in a browser: how soon something shows, what it costs to show an answer that grows thirty times a
 * second, and what an hour of use leaves behind. Without a Chromium it says so and measures nothing.
 */
export async function benchPreview(): Promise<BenchResult[]> {
  if (chromium === undefined) {
    console.log("preview host: not measured, because there is no Chromium here");
    return [];
  }
  const browser = await startChromium();
  try {
    return [...(await benchFirstPaint(browser)), ...(await benchStream(browser)), ...(await benchUse(browser))];
  } finally {
    await browser.close();
  }
}

async function benchFirstPaint(browser: Browser): Promise<BenchResult[]> {
  const rounds: Paints[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await withPreview(startPreview(), ({ address }) => firstPaints(browser, address)));
  }
  const [slowest] = rounds.toSorted((a, b) => b.rowsMs - a.rowsMs);
  return [
    { name: "preview: address to first paint", value: slowest?.firstMs ?? NaN, unit: "ms", limit: 1_000 },
    { name: "preview: address to the command's rows", value: slowest?.rowsMs ?? NaN, unit: "ms" },
  ];
}

interface Paints {
  readonly firstMs: number;
  readonly rowsMs: number;
}

/** How long after its address was asked for the page shows something, and then the rows of the command. */
async function firstPaints(browser: Browser, address: string): Promise<Paints> {
  const page = await browser.newPage();
  await page.addInitScript(async () => {
    while (document.querySelector(".row") === null) await new Promise(requestAnimationFrame);
    // The next frame is the one after the rows were painted.
    await new Promise(requestAnimationFrame);
    performance.mark("rows");
  });
  await page.goto(address);
  const timeOf = (name: string) =>
    until(
      () => page.evaluate((entry) => performance.getEntriesByName(entry)[0]?.startTime, name),
      (time) => time !== undefined,
    );
  const [firstMs = NaN, rowsMs = NaN] = [await timeOf("first-contentful-paint"), await timeOf("rows")];
  await page.close();
  return { firstMs, rowsMs };
}

async function benchStream(browser: Browser): Promise<BenchResult[]> {
  return withPreview(startGallery("stream"), async (preview) => {
    const { page } = await openPage(browser, preview.address);
    await act(page, `Show ${ROWS} Rows`);
    await until(
      () => topScreen(page).locator(".row").count(),
      (count) => count === ROWS,
    );
    const drawn = await watchStream(page, preview);
    await page.close();
    // A page that does the least with the same frames: it shows them as text.
    const plain = await browser.newPage();
    await plain.goto(`${preview.address}icons.svg`);
    await plain.evaluate(showAsText, `${preview.address}events?page=floor`);
    const floor = await watchStream(plain, preview);
    await plain.close();

    const floorName = "preview: the same stream as plain text, CPU of the page";
    return [
      { name: "preview: updates drawn of 30 a second", value: drawn.updates, unit: "/s" },
      { name: "preview: frames while it streams", value: drawn.frames, unit: "/s" },
      { name: floorName, value: floor.pageMs, unit: "ms/s" },
      { name: "preview: CPU of the page", value: drawn.pageMs, unit: "ms/s" },
      { name: "preview: page to plain text, CPU", value: drawn.pageMs / floor.pageMs, unit: "×", ratioTo: floorName },
      { name: "preview: CPU of the host", value: drawn.hostMs, unit: "ms/s" },
    ];
  });
}

/** What a second of the stream costs, and what of it is drawn. */
async function watchStream(page: Page, { pid }: Preview) {
  const meter = await meterPage(page);
  const [pageBefore, hostBefore] = [await meter.cpuMs(), processCpuMs(pid)];
  const { updates, frames } = await page.evaluate(countUpdates, STREAM_SECONDS * 1_000);
  const [pageAfter, hostAfter] = [await meter.cpuMs(), processCpuMs(pid)];
  return {
    updates: updates / STREAM_SECONDS,
    frames: frames / STREAM_SECONDS,
    pageMs: (pageAfter - pageBefore) / STREAM_SECONDS,
    hostMs: (hostAfter - hostBefore) / STREAM_SECONDS,
  };
}

/** In the page: counts for a while how many lengths of the answer show, and how many frames the browser makes. */
async function countUpdates(ms: number): Promise<{ updates: number; frames: number }> {
  const lengths = new Set<string | undefined>();
  let frames = 0;
  const end = performance.now() + ms;
  while (performance.now() < end) {
    await new Promise(requestAnimationFrame);
    frames += 1;
    lengths.add(/Answer of \d+/.exec(document.documentElement.textContent)?.[0]);
  }
  return { updates: lengths.size, frames };
}

/** In a page of the same origin: shows each frame as text. */
function showAsText(events: string): void {
  new EventSource(events).onmessage = ({ data }: MessageEvent<string>) => {
    document.documentElement.textContent = data;
  };
}

async function benchUse(browser: Browser): Promise<BenchResult[]> {
  return withPreview(startGallery("stream"), async (preview) => {
    const { page } = await openPage(browser, preview.address);
    const meter = await meterPage(page);
    await use(page, WARM_UP_SECONDS);
    const before = await meter.left();
    await use(page, USE_SECONDS);
    const after = await meter.left();
    await page.close();
    const heapName = "preview: heap of the page";
    return [
      { name: heapName, value: before.heapMb, unit: "MB" },
      { name: "preview: heap after an hour's use", value: after.heapMb, unit: "MB" },
      {
        name: "preview: heap after to before",
        value: after.heapMb / before.heapMb,
        unit: "×",
        ratioTo: heapName,
        limit: 1.5,
      },
      { name: "preview: DOM nodes after to before", value: after.nodes / before.nodes, unit: "×", limit: 1.5 },
    ];
  });
}

/**
 * Types, looks at the actions, opens a form, writes in it and leaves it, again and again under the stream. Ends in
 * Raycast's own search, where nothing of that should be left.
 */
async function use(page: Page, seconds: number): Promise<void> {
  await openCommand(page, "Show Stream", "Received 0");
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    await page.keyboard.type("some words");
    await press(page, "ControlOrMeta+k", "ArrowDown", "Escape", "Enter");
    await until(
      () => footer(page),
      (title) => title === "Streaming Form",
    );
    await page.keyboard.type("a line");
    await press(page, "Escape");
    await until(
      () => searchBar(page).inputValue(),
      (text) => text === "some words",
    );
    await press(page, "Escape");
    await until(
      () => searchBar(page).inputValue(),
      (text) => text === "",
    );
  }
  await goToRoot(page);
}

/** Starts a preview host for one measurement, and ends it after that. */
async function withPreview<T>(starting: Promise<Preview>, measure: (preview: Preview) => Promise<T>): Promise<T> {
  const preview = await starting;
  try {
    return await measure(preview);
  } finally {
    await preview.stop();
  }
}
