import { describe, expect, it, onTestFinished } from "vitest";
import { Session } from "../../command/session";
import type { StoredPreferences } from "../preferences";
import { memoryServices } from "./sample-extension";
import { startLauncher } from "./start-launcher";

function rootSearch(stored?: StoredPreferences) {
  const { services, launched, ...around } = memoryServices(stored);
  const session = new Session(startLauncher(services));
  onTestFinished(() => session.close());
  return { session, launched, services, ...around };
}

const rows = (session: Session) => session.items.map(({ section, title }) => [section, title]);

describe("H3 the root search", () => {
  it("lists the commands with what they belong to and are, then the settings", () => {
    const { session } = rootSearch();
    expect(session.searchBarPlaceholder).toBe("Search for commands…");
    expect(
      session.items.map(({ section, title, subtitle, accessories }) => [section, title, subtitle, ...accessories]),
    ).toEqual([
      ["Commands", "Search Notes", "Notes", "Command"],
      ["Commands", "Create Note", "Anywhere", "Command"],
      ["Commands", "Ask Notes", "Notes", "Command"],
      ["Commands", "Clock", "Notes", "Menu Bar Command"],
      ["Settings", "Notes Preferences", "", "Settings"],
      ["Settings", "This Mac", "", "Settings"],
    ]);
  });

  it("shows a command's own icon, else the extension's", () => {
    const { session } = rootSearch();
    expect(session.item("Create Note").props.icon).toBe("create.png");
    expect(session.item("Search Notes").props.icon).toBe("icon.png");
  });

  it("filters by title and keywords, and offers what is typed to the view commands below the matches", () => {
    const { session } = rootSearch();
    session.type("find");
    expect(rows(session)).toEqual([
      ["Commands", "Search Notes"],
      ["Use “find” with…", "Search Notes"],
      ["Use “find” with…", "Ask Notes"],
    ]);
    expect(session.selected?.section).toBe("Commands");
  });

  it("offers nothing for spaces", () => {
    const { session } = rootSearch();
    session.type("  ");
    expect(session.items.every(({ section }) => ["Commands", "Settings"].includes(section))).toBe(true);
  });

  it("hands what is typed to a fallback command when it is no command's name", () => {
    const { session, launched } = rootSearch();
    session.type("Find my invoices");
    expect(rows(session)).toEqual([
      ["Use “Find my invoices” with…", "Search Notes"],
      ["Use “Find my invoices” with…", "Ask Notes"],
    ]);
    session.press();
    expect(launched).toEqual([
      { command: "search-notes", arguments: {}, fallbackText: "Find my invoices", launchType: "userInitiated" },
    ]);
  });

  it("opens a command at Return", () => {
    const { session, launched } = rootSearch();
    session.press();
    expect(launched).toEqual([{ command: "search-notes", arguments: {}, launchType: "userInitiated" }]);
  });

  it("opens a command with optional arguments at once, or after the form for them", () => {
    const { session, launched } = rootSearch();
    session.select("Ask Notes");
    session.press();
    session.shortcut(["cmd"], "return");
    session.fill("question", "Why?");
    session.submit();
    expect(launched.map(({ arguments: given }) => given)).toEqual([{}, { question: "Why?" }]);
  });

  it("gives each command the actions of Raycast, with their keys", () => {
    const { session } = rootSearch();
    session.select("Ask Notes");
    expect(session.actions.map(({ title, shortcut }) => [title, shortcut])).toEqual([
      ["Open Command", "↵"],
      ["Open with Arguments…", "⌘↵"],
      ["Configure Command…", "⇧⌘,"],
      ["Copy Deeplink", "⇧⌘C"],
    ]);
    session.select("Create Note");
    expect(session.actions.map(({ title }) => title)).not.toContain("Open with Arguments…");
  });

  it("shows the subtitle that a command gave itself, as soon as it did", async () => {
    const { session, subtitles, changed } = rootSearch();
    subtitles.set("create-note", "3 unread");
    changed();
    await session.until(() => session.item("Create Note").subtitle === "3 unread");
    subtitles.delete("create-note");
    changed();
    await session.until(() => session.item("Create Note").subtitle === "Anywhere");
  });

  it("offers to deactivate a command only while it is active", async () => {
    const { session, active, changed } = rootSearch();
    const titles = () => session.actions.map(({ title }) => title);
    session.select("Clock");
    expect(titles()).not.toContain("Deactivate Command");
    active.add("clock");
    changed();
    await session.until(() => titles().includes("Deactivate Command"));
    session.press("Deactivate Command");
    expect(active.has("clock")).toBe(false);
    expect(titles()).not.toContain("Deactivate Command");
  });

  it("copies the link to a command", async () => {
    const { session } = rootSearch();
    session.press("Copy Deeplink");
    await session.until(() => session.clipboard);
    expect(session.clipboard).toBe("raycast://extensions/ann/notes/search-notes");
  });
});
