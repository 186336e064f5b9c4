import { describe, expect, it } from "vitest";
import { chromium } from "./chromium";
import { openCommand, startGallery } from "./gallery";
import { act, find, footer, markdown, press, row, rowTitles, searchBar, selected, textOf, topScreen } from "./shown";
import { eventually, useVisit } from "./visit";

describe.skipIf(chromium === undefined)("H2 lists and grids", () => {
  const visit = useVisit(() => startGallery("list"));

  it("a list has sections, rows and accessories, each as it was given", async () => {
    const { page } = visit();
    await eventually(() => footer(page)).toBe("List of Everything");
    expect(await topScreen(page).locator(".section-title").allInnerTexts()).toEqual(["Icons7 kinds", "Accessories"]);
    expect(await rowTitles(page)).toHaveLength(12);
    const accessories = async (title: string) => row(page, title).locator(".accessory").allInnerTexts();
    expect(await accessories("Tag")).toEqual(["Plain", "Coloured", "Icon"]);
    expect(await accessories("Date")).toEqual(["3h", "2d"]);
    expect(await row(page, "Text").locator(".row-subtitle").innerText()).toBe("at the end of the row");
    const orange = row(page, "Text").getByText("Coloured");
    expect(await orange.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(255, 159, 67)");
  });

  it("draws every icon: symbols, emoji, pictures and the icons of files", async () => {
    const { page } = visit();
    for (const title of ["Symbol", "Emoji", "Asset in a Circle", "Data Address", "File of a Kind"]) {
      const { width = 0 } = (await row(page, title).locator(".icon").boundingBox()) ?? {};
      expect(width, title).toBeGreaterThanOrEqual(16);
    }
    const picture = row(page, "Asset in a Circle").locator("img");
    expect(await picture.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth)).toBe(256);
    const symbol = row(page, "Symbol").locator("use");
    expect(await symbol.evaluate((element) => element.getBoundingClientRect().width)).toBeGreaterThan(10);
    expect(await row(page, "One for Each Appearance").locator("use").getAttribute("href")).toBe("icons.svg#moon-16");
  });

  it("shows in light colours what it shows in dark ones, with the icons made for them", async () => {
    const { page } = visit();
    const ground = () => page.locator(".window").evaluate((element) => getComputedStyle(element).color);
    const icon = () => row(page, "One for Each Appearance").locator("use").getAttribute("href");
    const inDark = await ground();
    await page.getByLabel("Look in light colours").click();
    await eventually(icon).toBe("icons.svg#sun-16");
    expect(await ground()).not.toBe(inDark);
    await page.getByLabel("Look in dark colours").click();
    await eventually(icon).toBe("icons.svg#moon-16");
    expect(await ground()).toBe(inDark);
  });

  it("filters by title and keyword, says so where nothing fits, and wraps around at its ends", async () => {
    const { page } = visit();
    await page.keyboard.type("end");
    await eventually(() => rowTitles(page)).toEqual(["Text", "Icon", "Icon and Text", "Tag", "Date"]);
    await page.keyboard.type("less night");
    await eventually(() => textOf(topScreen(page).locator(".empty-view"))).toBe("No Such RowTry another word.");
    await press(page, "Escape");
    await eventually(() => searchBar(page).inputValue()).toBe("");
    await eventually(() => selected(page)).toBe("Symbol");
    await press(page, "ArrowUp");
    await eventually(() => selected(page)).toBe("Date");
    await press(page, "ArrowDown");
    await eventually(() => selected(page)).toBe("Symbol");
  });

  it("shows a detail beside the row when it is asked to", async () => {
    const { page } = visit();
    await press(page, "Enter");
    await eventually(() => markdown(page)).toBe("SymbolThis row is called Symbol.");
    expect(await textOf(topScreen(page).locator(".metadata"))).toBe("Letters6KindRow");
    await act(page, "Hide Detail");
    await eventually(() => topScreen(page).locator(".list-detail").count()).toBe(0);
  });

  it("opens its drop-down with ⌘P, and filters what is in it", async () => {
    const { page } = visit();
    await press(page, "ControlOrMeta+p");
    const choices = () => page.locator(".option-title").allInnerTexts();
    await eventually(choices).toEqual(["All Sections", "Icons", "Accessories"]);
    await page.keyboard.type("end");
    await eventually(choices).toEqual(["Accessories"]);
    await press(page, "Enter");
    await eventually(() => rowTitles(page)).toEqual(["Text", "Icon", "Icon and Text", "Tag", "Date"]);
    expect(await textOf(topScreen(page).locator(".dropdown-title"))).toBe("Accessories");
  });

  it("loads more rows when the selection comes near the last", async () => {
    const { page } = visit();
    await openCommand(page, "Show Long List", "50 of 5000");
    await press(page, "ControlOrMeta+ArrowDown");
    await eventually(() => footer(page)).toBe("100 of 5000");
    await eventually(() => rowTitles(page)).toHaveLength(100);
    expect(await selected(page)).toBe("Row 50");
    expect(await row(page, "Row 50").evaluate(isInSight)).toBe(true);
  });

  it("a grid moves by cells and rows, and has cells of the shape that each section wants", async () => {
    const { page } = visit();
    await openCommand(page, "Show Grid", "Grid of Everything");
    await press(page, "ArrowRight", "ArrowRight");
    await eventually(() => selected(page)).toBe("Bike");
    await press(page, "ArrowDown");
    await eventually(() => selected(page)).toBe("Train");
    await press(page, "ArrowDown");
    await eventually(() => selected(page)).toBe("Red");
    const box = await row(page, "Red").locator(".cell-content").boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
    const colour = row(page, "Red").locator(".cell-colour");
    expect(await colour.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(255, 99, 99)");
    await press(page, "Enter");
    await eventually(() => footer(page)).toBe("Chose Red");
    await find(page, "asset", "Asset");
  });

  it("nothing went wrong in the page meanwhile", () => expect(visit().problems).toEqual([]));
});

const isInSight = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return document.elementsFromPoint(400, (top + bottom) / 2).includes(element);
};
