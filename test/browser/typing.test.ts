import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { chromium } from "./chromium";
import { startGallery } from "./gallery";
import { firstFrame } from "./preview";
import { footer, press, searchBar, topScreen } from "./shown";
import { eventually, useVisit } from "./visit";

interface Speed {
  readonly delayMs: number;
  readonly characters: number;
}

/** All speeds get the whole text, which takes some minutes. */
const isFull = process.env["ORBIT_TYPING"] === "full";
const FULL: readonly Speed[] = [0, 5, 15, 40].map((delayMs) => ({ delayMs, characters: 2_000 }));
const SPEEDS: readonly Speed[] = isFull
  ? FULL
  : [
      { delayMs: 0, characters: 2_000 },
      { delayMs: 5, characters: 100 },
      { delayMs: 15, characters: 40 },
      { delayMs: 40, characters: 30 },
    ];
const FIELD_SPEEDS: readonly Speed[] = isFull
  ? FULL
  : [
      { delayMs: 0, characters: 300 },
      { delayMs: 15, characters: 30 },
    ];
const LIMIT_MS = 180_000;

/** Counts upwards, so that a letter that is lost, doubled or in another's place shows. */
const textOf = ({ characters }: Speed): string =>
  Array.from({ length: characters }, (_, index) => index.toString(36))
    .join(" ")
    .slice(0, characters);

describe.skipIf(chromium === undefined)("H4 no keystroke is lost while an answer streams", () => {
  const visit = useVisit(() => startGallery("stream"));

  it.each(SPEEDS)(
    "in the search bar, $characters characters at $delayMs ms",
    async (speed) => {
      const { page, preview, problems } = visit();
      await press(page, "ControlOrMeta+a", "Delete");
      await eventually(() => footer(page)).toBe("Received 0");
      await typeInto(page, searchBar(page), speed);
      await eventually(() => footer(page)).toBe(`Received ${speed.characters}`);
      expect(await firstFrame(preview)).toContain(JSON.stringify(textOf(speed)));
      expect(problems).toEqual([]);
    },
    LIMIT_MS,
  );

  describe("in a form that is drawn anew all the time", () => {
    it.each(FIELD_SPEEDS.flatMap((speed) => ["Line", "Area"].map((field) => ({ ...speed, field }))))(
      "in the field $field, $characters characters at $delayMs ms",
      async ({ field, ...speed }) => {
        const { page, preview, problems } = visit();
        if ((await footer(page)) !== "Streaming Form") await press(page, "Enter");
        await eventually(() => footer(page)).toBe("Streaming Form");
        const input = topScreen(page).getByLabel(field, { exact: true });
        await input.focus();
        await press(page, "ControlOrMeta+a", "Delete");
        await typeInto(page, input, speed);
        await eventually(() => firstFrame(preview)).toContain(JSON.stringify(textOf(speed)));
        expect(problems).toEqual([]);
      },
      LIMIT_MS,
    );
  });
});

describe.skipIf(chromium === undefined)("H5 the host cannot be reached for a while", () => {
  const visit = useVisit(() => startGallery("stream"));

  it("what is typed meanwhile arrives as soon as it can be reached again", async () => {
    const { page, preview } = visit();
    await page.context().setOffline(true);
    await page.keyboard.type("typed meanwhile");
    expect(await searchBar(page).inputValue()).toBe("typed meanwhile");
    expect(await firstFrame(preview)).not.toContain('"typed meanwhile"');
    await page.context().setOffline(false);
    await eventually(() => firstFrame(preview)).toContain('"typed meanwhile"');
    await eventually(() => footer(page)).toBe("Received 15");
  });
});

/** Types into the input that has the focus. It must hold every letter in the end, and be the same one as before. */
async function typeInto(page: Page, input: Locator, speed: Speed): Promise<void> {
  await eventually(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
  const element = await input.elementHandle();
  await page.keyboard.type(textOf(speed), { delay: speed.delayMs });
  expect(await input.inputValue()).toBe(textOf(speed));
  expect(await element.evaluate((before) => before.isConnected && before === document.activeElement)).toBe(true);
}
