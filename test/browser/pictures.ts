import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startChromium } from "./chromium";
import { startPreview } from "./preview";
import { act, find, goTo, markdown, metadata, press, selected, topScreen, until } from "./shown";

// npm run pictures: what the README shows, taken of the real Orbit on the demo home.

const FOLDER = join(import.meta.dirname, "..", "..", "docs", "images");
/** So much of the desktop stands around the window. */
const MARGIN_PX = 36;
const MOST_BYTES = 150_000;

async function takePictures(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const preview = await startPreview();
  const browser = await startChromium();
  try {
    const page = await browser.newPage({
      viewport: { width: 900, height: 640 },
      deviceScaleFactor: 2,
      reducedMotion: "reduce",
    });
    await page.goto(preview.address);
    await until(
      () => selected(page),
      (seen) => seen !== "",
    );
    await take(page, "empty");

    await page.keyboard.type("Find my invoices");
    await press(page, "Enter");
    // While it streams.
    await until(
      () => markdown(page),
      (seen) => seen.includes("invoice-0312"),
    );
    await take(page, "answer");
    await until(
      () => metadata(page),
      (seen) => seen.includes("Written In"),
    );
    await goTo(page, "invoice-0312.pdf");
    await take(page, "files");

    await page.keyboard.type("Create a file totals.txt with their sum");
    await press(page, "Enter");
    await until(
      () => selected(page),
      (seen) => seen === "Create File",
    );
    await act(page, "Review…");
    await topScreen(page).locator("textarea").focus();
    await press(page, "ControlOrMeta+End");
    await page.keyboard.type("Checked by hand.");
    await take(page, "card");

    await press(page, "ControlOrMeta+Escape");
    await find(page, "Check Setup", "Check Setup");
    await press(page, "Enter");
    await goTo(page, "scripted-demo");
    await take(page, "setup");
  } finally {
    await browser.close();
    await preview.stop();
  }
}

/** Takes the window as it is, in dark and in light. */
async function take(page: Page, name: string): Promise<void> {
  for (const appearance of ["dark", "light"]) {
    const html = page.locator(`html[data-appearance=${appearance}]`);
    if ((await html.count()) === 0) await page.getByLabel(`Look in ${appearance} colours`).click();
    await html.waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const box = await page.locator(".window").boundingBox();
    if (box === null) throw new Error("There is no window to take a picture of.");
    const path = join(FOLDER, `${name}-${appearance}.jpg`);
    const clip = {
      x: box.x - MARGIN_PX,
      y: box.y - MARGIN_PX,
      width: box.width + 2 * MARGIN_PX,
      height: box.height + 2 * MARGIN_PX,
    };
    await page.screenshot({ path, clip, type: "jpeg", quality: 82, animations: "disabled", caret: "hide" });
    const { size } = await stat(path);
    console.log(`${path}  ${Math.round(size / 1_000)} KB${size > MOST_BYTES ? ": too large for the README" : ""}`);
  }
}

void takePictures();
