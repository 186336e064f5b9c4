import { describe, expect, it, onTestFinished } from "vitest";
import {
  BrowserExtension,
  Detail,
  captureException,
  environment,
  getApplications,
  getDefaultApplication,
  getPreferenceValues,
  updateCommandMetadata,
} from "@raycast/api";
import { launch, type LaunchOptions } from "../command/launch";
import { launchProps } from "../command/launch-props";
import { quietWorld } from "../command/quiet-world";
import { RunningCommand } from "../command/running-command";

function started(options: LaunchOptions = {}) {
  const session = launch(() => <Detail />, options);
  onTestFinished(() => session.close());
  return session;
}

describe("H3 the browser", () => {
  it("has the tab that the world says, with its content", async () => {
    started({ browserTab: { url: "https://example.com/", title: "Example", content: "Hello" } });
    expect(await BrowserExtension.getTabs()).toEqual([
      { id: 1, url: "https://example.com/", title: "Example", active: true },
    ]);
    expect(await BrowserExtension.getContent({ format: "markdown" })).toBe("Hello");
    expect(await BrowserExtension.getContent({ tabId: 2 })).toBe("");
    expect(environment.canAccess(BrowserExtension)).toBe(true);
    await expect(BrowserExtension.getContent({ format: "markdown", cssSelector: "h1" })).rejects.toThrow(
      "no CSS selector",
    );
  });

  it("cannot be read without its extension", async () => {
    started();
    await expect(BrowserExtension.getTabs()).rejects.toThrow("not installed");
    await expect(BrowserExtension.getContent()).rejects.toThrow("not installed");
    expect([environment.canAccess(BrowserExtension), environment.canAccess({})]).toEqual([false, false]);
  });
});

describe("H3 the apps", () => {
  const [preview, mail] = [
    { name: "Preview", path: "/System/Applications/Preview.app", bundleId: "com.apple.Preview" },
    { name: "Mail", path: "/System/Applications/Mail.app", bundleId: "com.apple.mail" },
  ];

  it("are those of the world, and those that open a file", async () => {
    started({ applications: [preview, mail] });
    expect(await getApplications()).toEqual([preview, mail]);
    expect(await getApplications("/a/Bill.PDF")).toEqual([preview]);
    expect(await getDefaultApplication("/a/letter.eml")).toEqual(mail);
    await expect(getDefaultApplication("/a/song.mp3")).rejects.toThrow("No application found to open /a/song.mp3");
  });
});

describe("H3 the environment", () => {
  it("says which command runs, of which extension, and where its pictures are", () => {
    started();
    expect([environment.extensionName, environment.ownerOrAuthorName, environment.commandMode]).toEqual([
      "orbit",
      "orbit",
      "view",
    ]);
    started({ extensionName: "notes", ownerOrAuthorName: "ann", commandMode: "no-view", assetsPath: "/notes/assets" });
    expect([environment.extensionName, environment.ownerOrAuthorName, environment.commandMode]).toEqual([
      "notes",
      "ann",
      "no-view",
    ]);
    expect(environment.assetsPath).toBe("/notes/assets");
  });

  it("may change while the command runs", () => {
    const world = quietWorld({ commandName: "ask", preferences: { sort: "name" } });
    const running = new RunningCommand(() => <Detail />, launchProps(world, {}), world);
    onTestFinished(() => running.close());
    running.host.world = { ...world, preferences: { sort: "date" }, appearance: "light" };
    expect([getPreferenceValues(), environment.appearance]).toEqual([{ sort: "date" }, "light"]);
  });
});

describe("what leaves the command for Raycast", () => {
  it("is a subtitle for the root search, and errors for the developer", async () => {
    const session = started();
    await updateCommandMetadata({ subtitle: "3 unread" });
    await updateCommandMetadata({ subtitle: null });
    captureException(new Error("broken"));
    captureException("odd");
    expect(session.events).toEqual([
      { kind: "subtitle changed", subtitle: "3 unread" },
      { kind: "subtitle changed", subtitle: undefined },
      { kind: "exception captured", message: "broken" },
      { kind: "exception captured", message: "odd" },
    ]);
  });
});
