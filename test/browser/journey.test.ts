import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { chromium } from "./chromium";
import { hasBundle, startPreview } from "./preview";
import {
  find,
  footer,
  goTo,
  lastSent,
  markdown,
  metadata,
  openPage,
  press,
  searchBar,
  selected,
  textOf,
  topScreen,
} from "./shown";
import { eventually, useVisit } from "./visit";

const isMissing = chromium === undefined || !hasBundle;

const ask = async (page: Page, wish: string) => {
  await page.keyboard.type(wish);
  await press(page, "Enter");
};

/** Waits for an answer with these words to its end: while it is written, nothing else can be asked. */
const answered = async (page: Page, words: string) => {
  await eventually(() => markdown(page)).toContain(words);
  await eventually(() => metadata(page)).toContain("Written In");
};

describe.skipIf(isMissing)("the whole way through Ask Orbit by keyboard", () => {
  const visit = useVisit(() => startPreview());
  const inHome = (path: string) => join(visit().preview.state, "demo-home", path);

  it("H4 keeps what is typed right after Return", async () => {
    const { page } = visit();
    await ask(page, "Find my invoices");
    await page.keyboard.type("and then");
    await eventually(() => textOf(topScreen(page).locator(".section-title"))).toBe("Find my invoices");
    await eventually(() => searchBar(page).inputValue()).toBe("and then");
    await press(page, "Escape");
    await eventually(() => searchBar(page).inputValue()).toBe("");
  });

  it("answers “Find my invoices” with rows that open", async () => {
    const { page } = visit();
    await answered(page, "Sum:");
    await goTo(page, "invoice-0312.pdf");
    await press(page, "Enter");
    await eventually(() => lastSent(page)).toBe("Opened ~/Documents/Bills/invoice-0312.pdf");
  });

  it("shows a form before it creates a file, and runs what the form says then", async () => {
    const { page } = visit();
    // Opening a file closed the window.
    await press(page, "Enter");
    await ask(page, "Create a file totals.txt with their sum");
    await eventually(() => selected(page)).toBe("Create File");
    await press(page, "Enter");
    const content = topScreen(page).locator("textarea");
    await content.focus();
    await press(page, "ControlOrMeta+End");
    await page.keyboard.type("Checked by hand.");
    await press(page, "ControlOrMeta+Enter");
    await answered(page, "Done. Created");
    expect(readFileSync(inHome("Documents/Bills/totals.txt"), "utf8")).toMatch(/^Sum: .+\nChecked by hand\.$/mu);
  });

  it("keeps a form that waits while the page is closed", async () => {
    const { browser, preview, page } = visit();
    await ask(page, "Move the old draft to the Trash");
    await eventually(() => selected(page)).toBe("Move to Trash");
    await press(page, "Enter");
    await eventually(() => footer(page)).toContain("Move to Trash");
    await page.close();
    const { page: again } = await openPage(browser, preview.address);
    await eventually(() => footer(again)).toContain("Move to Trash");
    await press(again, "ControlOrMeta+Enter");
    await answered(again, "Done. Moved");
    expect(existsSync(inHome("Documents/Drafts/Old newsletter draft.md"))).toBe(false);
    expect(readdirSync(inHome(".Trash"))).toEqual(["Old newsletter draft.md"]);
  });
});

describe.skipIf(isMissing)("a form that waits when Raycast ends the command", () => {
  const visit = useVisit(() => startPreview("--command", "", "--pop-to-root", "0"));

  it("is there again when the command is started anew, and runs", async () => {
    const { browser, preview, page } = visit();
    await find(page, "Ask Orbit", "Ask Orbit");
    await press(page, "Enter");
    await eventually(() => searchBar(page).getAttribute("placeholder")).toContain("Ask");
    await ask(page, "Move the old draft to the Trash");
    await eventually(() => selected(page)).toBe("Move to Trash");
    await page.close();

    // The page that comes later finds Raycast's own search.
    const { page: again } = await openPage(browser, preview.address);
    await eventually(() => searchBar(again).getAttribute("placeholder")).toContain("Search for commands");
    await find(again, "Ask Orbit", "Ask Orbit");
    await press(again, "Enter");
    await eventually(() => selected(again)).toBe("Move to Trash");
    await press(again, "Enter");
    await eventually(() => topScreen(again).locator(".form").count()).toBe(1);
    await press(again, "ControlOrMeta+Enter");
    await answered(again, "Done. Moved");
  });
});
