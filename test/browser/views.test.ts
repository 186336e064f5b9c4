import { describe, expect, it } from "vitest";
import { chromium } from "./chromium";
import { openCommand, startGallery } from "./gallery";
import { firstFrame } from "./preview";
import {
  act,
  footer,
  goTo,
  lastSent,
  markdown,
  press,
  row,
  rowTitles,
  searchBar,
  selected,
  textOf,
  topScreen,
} from "./shown";
import { eventually, useVisit } from "./visit";

describe.skipIf(chromium === undefined)("H2 details, forms, actions and views over views", () => {
  const visit = useVisit(() => startGallery("detail"));

  it("draws Markdown: headings, lists, tables, code with colours, mathematics and pictures", async () => {
    const { page } = visit();
    await eventually(() => footer(page)).toBe("Detail of Everything");
    const texts = (selector: string) => topScreen(page).locator(`.markdown ${selector}`).allInnerTexts();
    expect(await texts("h1")).toEqual(["Everything in Markdown"]);
    expect(await texts("td")).toEqual(["Earth", "1", "Saturn", "146"]);
    expect(await texts("ol > li")).toEqual(["First", "Second\nNested"]);
    expect(await texts("s, strong, em, p code")).toEqual(["bold", "italic", "struck", "code"]);
    expect(await texts("pre .hljs-keyword")).toEqual(["const", "def", "return"]);
    expect(await topScreen(page).locator(".markdown math").count()).toBe(2);
    expect(await texts("p")).toContain("A sum of $5 and another of $6 are no mathematics.");
    const picture = topScreen(page).locator(".markdown img");
    await picture.scrollIntoViewIfNeeded();
    expect(await picture.boundingBox()).toMatchObject({ width: 64, height: 64 });
  });

  it("draws metadata: labels, links, and tags that can be pressed", async () => {
    const { page } = visit();
    const metadata = topScreen(page).locator(".metadata");
    expect(await textOf(metadata)).toBe("LabelPlainColouredGreenLinkexample.comTagsRedPress Me");
    await metadata.getByText("Press Me").click();
    await eventually(() => footer(page)).toBe("The tag was pressed");
    await metadata.getByText("example.com").click();
    await eventually(() => lastSent(page)).toBe("Opened https://example.com");
  });

  it("a form checks when the focus leaves and when it is submitted, and gives the values of all fields", async () => {
    const { page } = visit();
    await openCommand(page, "Show Form", "Form of Everything");
    const name = topScreen(page).getByLabel("Name", { exact: true });
    const error = () => textOf(topScreen(page).locator(".form-error"));
    await eventually(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    await press(page, "Tab");
    await eventually(error).toBe("A name is needed");
    await page.keyboard.type("hush");
    await press(page, "Tab");
    await page.keyboard.type("two");
    await press(page, "Enter");
    await page.keyboard.type("lines");
    await press(page, "ControlOrMeta+Enter");
    await eventually(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type("Ada");
    await eventually(error).toBe("");
    await topScreen(page).getByText("I agree").click();
    await press(page, "ControlOrMeta+Enter");
    await eventually(() => footer(page)).toBe("Submitted");
    expect(JSON.parse(await markdown(page))).toEqual({
      name: "Ada",
      password: "hush",
      notes: "two\nlines",
      agreed: true,
      day: new Date(2026, 11, 8).toISOString(),
      time: null,
      planet: "Earth",
      moods: ["calm"],
      files: [],
    });
  });

  it("every kind of field names its error to those who cannot see it", async () => {
    const { browser, page, preview } = visit();
    await openCommand(page, "Show Form", "Form of Everything");
    const fields = /"kind":"(?:text|password|multiline|checkbox|date|dropdown|tags|files)"/g;
    const body = (await firstFrame(preview)).replaceAll(fields, `$&,"error":"It is wrong"`);
    const other = await browser.newPage();
    await other.route("**/events?*", (route) => route.fulfill({ contentType: "text/event-stream", body }));
    await other.goto(preview.address);
    const errors = () =>
      other
        .locator("[aria-invalid=true]")
        .evaluateAll((elements) =>
          elements.map(
            (element) => document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent,
          ),
        );
    await eventually(errors).toEqual(Array(9).fill("It is wrong"));
    await other.close();
  });

  it("a form that is longer than the window scrolls to its last field", async () => {
    const { page } = visit();
    await openCommand(page, "Show Form", "Form of Everything");
    const [form, last] = [topScreen(page).locator(".form-scroll"), topScreen(page).locator(".form-row").last()];
    await last.scrollIntoViewIfNeeded();
    const [outer, inner] = [await form.boundingBox(), await last.boundingBox()];
    if (!outer || !inner) throw new Error("The form is not drawn.");
    expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
    expect(await form.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  });

  it("a form that is left half done comes back as it was", async () => {
    const { page } = visit();
    await openCommand(page, "Show Form", "Form of Everything");
    await page.keyboard.type("Grace");
    await openCommand(page, "Show Form", "Form of Everything");
    await eventually(() => topScreen(page).getByLabel("Name", { exact: true }).inputValue()).toBe("Grace");
  });

  it("⌘K shows the actions with sections, keys and submenus; the shortcuts work without it", async () => {
    const { page } = visit();
    await openCommand(page, "Show Actions", "Actions of Everything");
    await press(page, "ControlOrMeta+k");
    const titles = () => page.locator(".option-title").allInnerTexts();
    await eventually(titles).toHaveLength(7);
    expect(await page.locator(".options-title").allInnerTexts()).toEqual(["Views", "Things"]);
    const keys = (title: string) => page.locator(".option", { hasText: title }).locator("kbd").allInnerTexts();
    expect(await keys("Push a List")).toEqual(["↵"]);
    expect(await keys("Push a Form")).toEqual(["⌘", "↵"]);
    expect(await keys("Set Colour…")).toEqual(["⇧", "⌘", "L"]);
    expect(await page.locator(".option.is-destructive").allInnerTexts()).toEqual([expect.stringContaining("Delete")]);

    await page.keyboard.type("colour");
    await eventually(titles).toEqual(["Set Colour…"]);
    await press(page, "Enter");
    await eventually(titles).toEqual(["Red", "Orange", "Blue"]);
    await press(page, "ArrowDown", "Enter");
    const done = () => row(page, "First Row").locator(".row-subtitle").innerText();
    await eventually(done).toBe("orange");
    await press(page, "ControlOrMeta+r");
    await eventually(done).toBe("refreshed");
    await press(page, "ControlOrMeta+Shift+b");
    await eventually(done).toBe("blue");
  });

  it("a view that is covered by others is as it was when they are gone", async () => {
    const { page } = visit();
    await openCommand(page, "Show Actions", "Actions of Everything");
    await goTo(page, "Second Row");
    await press(page, "Enter");
    await eventually(() => footer(page)).toBe("Depth 1");
    await page.keyboard.type("a");
    await goTo(page, "Gamma");
    await press(page, "Enter");
    await eventually(() => footer(page)).toBe("Depth 2");
    await act(page, "Back");
    await eventually(() => footer(page)).toBe("Depth 1");
    expect(await searchBar(page).inputValue()).toBe("a");
    expect(await selected(page)).toBe("Gamma");
    expect(await rowTitles(page)).toEqual(["Alpha", "Beta", "Gamma"]);
    await press(page, "Escape", "Escape");
    await eventually(() => footer(page)).toBe("Actions of Everything");
    expect(await selected(page)).toBe("Second Row");
    expect(await row(page, "Second Row").locator(".row-subtitle").innerText()).toBe("came back");
  });

  it("nothing went wrong in the page meanwhile", () => expect(visit().problems).toEqual([]));
});
