import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chromium } from "./chromium";
import { hasBundle, startPreview } from "./preview";
import { footer, goTo, journal, markdown, openPage, press, selected, topScreen } from "./shown";
import { eventually, useVisit } from "./visit";

const POP_TO_ROOT_SECONDS = 1;

describe.skipIf(chromium === undefined || !hasBundle)("the whole way through Ask Orbit by keyboard", () => {
  const visit = useVisit(() => startPreview("--pop-to-root", `${POP_TO_ROOT_SECONDS}`));
  const inHome = (path: string) => join(visit().preview.state, "demo-home", path);

  const ask = async (wish: string) => {
    const { page } = visit();
    await page.keyboard.type(wish);
    await press(page, "Enter");
  };

  it("answers “Find my invoices” with rows that open", async () => {
    const { page } = visit();
    await ask("Find my invoices");
    await eventually(() => markdown(page)).toContain("Sum:");
    await goTo(page, "invoice-0312.pdf");
    await press(page, "Enter");
    await eventually(() => journal(page)).toEqual(["Opened ~/Documents/Bills/invoice-0312.pdf"]);
  });

  it("shows a form before it creates a file, and runs what the form says then", async () => {
    const { page } = visit();
    // Opening a file closed the window.
    await press(page, "Enter");
    await ask("Create a file totals.txt with their sum");
    await eventually(() => selected(page)).toBe("Create File");
    await press(page, "Enter");
    await eventually(() => topScreen(page).locator("textarea").count()).toBe(1);
    await topScreen(page).locator("textarea").focus();
    await press(page, "ControlOrMeta+End");
    await page.keyboard.type("Checked by hand.");
    await press(page, "ControlOrMeta+Enter");
    await eventually(() => markdown(page)).toContain("Done. Created");
    expect(readFileSync(inHome("Documents/Bills/totals.txt"), "utf8")).toMatch(/^Sum: .+\nChecked by hand\.$/mu);
  });

  it("keeps a form that waits while the page is closed", async () => {
    const { browser, preview, page } = visit();
    await ask("Move the old draft to the Trash");
    await eventually(() => selected(page)).toBe("Move to Trash");
    await press(page, "Enter");
    await eventually(() => footer(page)).toContain("Move to Trash");
    await page.close();
    const { page: again } = await openPage(browser, preview.address);
    await eventually(() => footer(again)).toContain("Move to Trash");
    await press(again, "ControlOrMeta+Enter");
    await eventually(() => markdown(again)).toContain("Done. Moved");
    expect(existsSync(inHome("Documents/Drafts/Old newsletter draft.md"))).toBe(false);
    expect(readdirSync(inHome(".Trash"))).toEqual(["Old newsletter draft.md"]);
    await again.close();
  });
});
