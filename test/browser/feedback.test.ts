import { describe, expect, it } from "vitest";
import { chromium } from "./chromium";
import { openCommand, runCommand, startGallery } from "./gallery";
import { footer, goTo, lastSent, markdown, press, row, selected, textOf, topScreen, searchBar } from "./shown";
import { eventually, useVisit } from "./visit";

describe.skipIf(chromium === undefined)("H2 feedback, H3 other commands, H5 crashes", () => {
  const visit = useVisit(() => startGallery("feedback"));
  const choose = async (title: string) => {
    await goTo(visit().page, title);
    await press(visit().page, "Enter");
  };
  const said = () => row(visit().page, "Alert").locator(".row-subtitle").allInnerTexts();
  const hud = () => textOf(visit().page.locator(".hud"));

  it("a toast shows its style, and its action has a key", async () => {
    const { page } = visit();
    await eventually(() => footer(page)).toBe("Feedback of Everything");
    await choose("Success Toast");
    await eventually(() => footer(page)).toBe("Savedto the last byte");
    await choose("Failure Toast");
    await eventually(() => textOf(page.locator(".toast.is-failure .toast-line"))).toBe(
      "Could not saveThe disk is full",
    );
    await press(page, "ControlOrMeta+t");
    await eventually(said).toEqual(["tried again"]);
    await eventually(() => footer(page)).toBe("Feedback of Everything");
  });

  it("an alert takes all keys until it is answered", async () => {
    const { page } = visit();
    const alert = page.getByRole("alertdialog");
    await choose("Alert");
    await eventually(() => textOf(alert)).toBe("Delete it?It cannot be brought back.KeepDelete");
    await page.keyboard.type("abc");
    await press(page, "Escape");
    await eventually(said).toEqual(["kept"]);
    expect(await searchBar(page).inputValue()).toBe("");
    await press(page, "Enter");
    await eventually(() => alert.count()).toBe(1);
    await press(page, "Enter");
    await eventually(said).toEqual(["deleted"]);
  });

  it("a HUD closes the window, and Return brings it back as it was", async () => {
    const { page } = visit();
    await choose("HUD");
    await eventually(hud).toBe("Done and closed");
    await eventually(() => page.locator(".window.is-closed").count()).toBe(1);
    await press(page, "Enter");
    await eventually(() => page.locator(".window.is-closed").count()).toBe(0);
    expect(await selected(page)).toBe("HUD");
  });

  it("H4 what is typed before a command has drawn anything goes to the command, Return included", async () => {
    const { page } = visit();
    await runCommand(page, "Show Feedback");
    await page.keyboard.type("hud");
    await press(page, "Enter");
    await eventually(hud).toBe("Done and closed");
    await press(page, "Enter");
    await eventually(() => searchBar(page).inputValue()).toBe("hud");
    await press(page, "Escape");
  });

  it("a command without a view says what it did, and one command starts another with a context", async () => {
    const { page } = visit();
    await runCommand(page, "Do Something Quietly");
    await eventually(hud).toBe("Copied quietly");
    await eventually(() => lastSent(page)).toBe("Copied to the clipboard: quiet");
    await openCommand(page, "Hand Over", "Services of Everything");
    const text = () => markdown(page);
    await eventually(text).toContain("Hello planet");
    for (const part of ["planet, 0 letters, large", "typed before", '{"from":"hand-over"}'])
      expect(await text()).toContain(part);
  });

  it("a command that needs an argument asks for it before it starts", async () => {
    const { page } = visit();
    await runCommand(page, "Show Services");
    const subject = topScreen(page).getByLabel("Subject");
    await eventually(() => subject.evaluate((input) => input === document.activeElement)).toBe(true);
    await press(page, "ControlOrMeta+Enter");
    await eventually(() => textOf(topScreen(page).locator(".form-error"))).not.toBe("");
    await page.keyboard.type("star");
    await press(page, "ControlOrMeta+Enter");
    await eventually(() => markdown(page)).toContain("Hello star");
  });

  it("a menu-bar command is in the menu bar, with sections, a submenu and what ⌥ makes of an item", async () => {
    const { page } = visit();
    await runCommand(page, "Show Menu");
    expect(await page.getByRole("button", { name: "Gallery", exact: true }).evaluate(focusOnceOpen)).toBe("menu");
    const rows = () => page.locator(".menu-row-title").allInnerTexts();
    await eventually(rows).toEqual(["Mars", "Venus (No Moons)", "Outer", "Open Example"]);
    await press(page, "ArrowDown", "ArrowDown");
    await press(page, "ArrowRight");
    await eventually(rows).toContain("Saturn");
    await press(page, "Enter");
    await eventually(hud).toBe("Saturn by left-click");
  });

  it.each([
    ["Throw While Drawing", "Thrown while drawing"],
    ["Reject in an Action", "The action was refused"],
    ["Eat All Memory", "100 MB"],
  ])("%s: the crash is shown, and Return starts the command again", async (way, message) => {
    const { page } = visit();
    await openCommand(page, "Crash", "Crash");
    await choose(way);
    const crash = topScreen(page).locator(".crash");
    await eventually(() => textOf(crash)).toContain(message);
    await press(page, "Enter");
    await eventually(() => crash.count()).toBe(0);
    await eventually(() => selected(page)).toBe("Throw While Drawing");
  });

  it("nothing went wrong in the page meanwhile", () => expect(visit().problems).toEqual([]));
});

/** Clicks a button and gives the role of what has the focus at the moment at which a popover shows: H4, no later. */
const focusOnceOpen = (button: Element) =>
  new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector(".popover") === null) return;
      observer.disconnect();
      resolve(document.activeElement?.getAttribute("role"));
    }).observe(document.body, { childList: true, subtree: true });
    if (button instanceof HTMLElement) button.click();
  });
