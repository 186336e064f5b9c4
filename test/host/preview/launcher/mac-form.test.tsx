import { describe, expect, it, onTestFinished } from "vitest";
import { Session } from "../../command/session";
import { macSettingsSchema, QUIET_MAC, worldOf } from "./mac-settings";
import { memoryServices } from "./sample-extension";
import { startLauncher } from "./start-launcher";

describe("H3 the settings of the stand-in Mac", () => {
  it("are a quiet Mac's at first: the Finder in front, nothing selected, copied or browsed", () => {
    const world = worldOf(QUIET_MAC);
    expect([world.frontmostApplication.name, world.selectedFinderItems, world.clipboard]).toEqual(["Finder", [], ""]);
    expect(world.selectedText).toEqual(new Error("No text is selected in the frontmost application"));
    expect(world.browserTab).toEqual(new Error("No browser tab is open"));
  });

  it("are what a command finds", () => {
    const settings = macSettingsSchema.parse({
      finderSelection: ["/a.txt", "/b"],
      selectedText: "chosen",
      clipboard: "copied",
      tabUrl: "https://example.com",
      tabTitle: "Example",
      tabText: "Words",
    });
    expect(worldOf(settings)).toMatchObject({
      selectedFinderItems: [{ path: "/a.txt" }, { path: "/b" }],
      selectedText: "chosen",
      clipboard: "copied",
      browserTab: { url: "https://example.com", title: "Example", content: "Words" },
    });
  });

  it("are errors where Raycast gets nothing: Finder not in front, permission or browser extension missing", () => {
    const world = worldOf({
      ...QUIET_MAC,
      frontmost: "com.apple.mail",
      finderSelection: ["/a.txt"],
      selectedText: "chosen",
      isAccessibilityAllowed: false,
      tabUrl: "https://example.com",
      hasBrowserExtension: false,
    });
    expect(world.frontmostApplication.name).toBe("Mail");
    expect(world.selectedFinderItems).toEqual(new Error("Finder isn't the frontmost application"));
    expect(world.selectedText).toEqual(
      new Error("Raycast may not read the selected text: it has no Accessibility permission"),
    );
    expect(world.browserTab).toEqual(new Error("The Raycast browser extension is not installed"));
  });
});

describe("H3 the form of the stand-in Mac", () => {
  function open() {
    const { services } = memoryServices();
    const session = new Session(startLauncher(services));
    onTestFinished(() => session.close());
    session.select("This Mac");
    session.press();
    return { session, services };
  }

  it("shows the settings, and stores what is changed", () => {
    const { session, services } = open();
    expect(session.values).toEqual(QUIET_MAC);
    session.fill("frontmost", "com.apple.Safari");
    session.fill("finderSelection", ["/a.txt"]);
    session.fill("isAccessibilityAllowed", false);
    session.fill("clipboard", "copied");
    session.shortcut(["cmd"], "return");
    expect(session.kind).toBe("List");
    expect(services.macSettings()).toEqual({
      ...QUIET_MAC,
      frontmost: "com.apple.Safari",
      finderSelection: ["/a.txt"],
      isAccessibilityAllowed: false,
      clipboard: "copied",
    });
  });

  it("takes only an address for the tab", () => {
    const { session, services } = open();
    session.fill("tabUrl", "example");
    session.submit();
    expect([session.field("tabUrl").error, services.macSettings()]).toEqual(["Not a web address", QUIET_MAC]);
    session.fill("tabUrl", "https://example.com");
    expect(session.field("tabUrl").error).toBeUndefined();
    session.submit();
    expect(services.macSettings().tabUrl).toBe("https://example.com");
  });
});
