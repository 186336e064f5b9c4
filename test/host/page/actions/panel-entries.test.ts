import { describe, expect, it } from "vitest";
import type { Panel, PanelEntry, Toast } from "../../frame/frame";
import { matchingEntries, panelPage, selectedEntry, submenuFor, titleOf } from "./panel-entries";

const entry = (id: string, title: string, more: Partial<PanelEntry> = {}): PanelEntry => ({
  id,
  title,
  isDestructive: false,
  shortcuts: [],
  isAutoFocused: false,
  ...more,
});
const openWith = entry("with", "Open With…", {
  submenu: {
    sections: [{ title: "", entries: [entry("preview", "Preview")] }],
    isLoading: false,
    listensToSearch: false,
    filters: true,
  },
});
const panel: Panel = {
  title: "",
  sections: [
    { title: "", entries: [entry("open", "Open"), openWith] },
    { title: "Chat", entries: [entry("new", "New Chat"), entry("delete", "Delete Chat…")] },
  ],
};
const toast: Toast = {
  style: "failure",
  title: "No answer",
  message: "",
  primaryAction: { title: "Try Again", shortcut: ["⌘", "T"] },
};

const titles = (page: ReturnType<typeof panelPage>) => page.sections.map(({ entries }) => entries.map(titleOf));

describe("H2 the action panel", () => {
  it("shows the sections, and the toast's actions after them", () => {
    expect(titles(panelPage(panel, [], toast))).toEqual([
      ["Open", "Open With…"],
      ["New Chat", "Delete Chat…"],
      ["Try Again"],
    ]);
  });

  it("shows a submenu alone", () => {
    const page = panelPage(panel, ["with"], toast);
    expect(page.submenu?.title).toBe("Open With…");
    expect(titles(page)).toEqual([["Preview"]]);
  });

  it("shows what is above a submenu that has gone", () => {
    expect(panelPage({ title: "", sections: [] }, ["with"], undefined)).toEqual({ sections: [] });
  });

  it("opens at a submenu when its key is pressed", () => {
    const keyed: Panel = {
      title: "",
      sections: [{ title: "", entries: [{ ...openWith, shortcuts: [["↵"], ["⇧", "⌘", "O"], ["⌘", "+"]] }] }],
    };
    expect(submenuFor(keyed, { key: "o", modifiers: ["cmd", "shift"] })?.id).toBe("with");
    expect(submenuFor(keyed, { key: "return", modifiers: [] })?.id).toBe("with");
    expect(submenuFor(keyed, { key: "=", modifiers: ["cmd", "shift"] })?.id).toBe("with");
    expect(submenuFor(keyed, { key: "o", modifiers: ["cmd"] })).toBeUndefined();
    expect(submenuFor(panel, { key: "return", modifiers: [] })).toBeUndefined();
  });

  it("finds entries by each word typed, and drops sections without any", () => {
    const { sections } = panelPage(panel, [], undefined);
    expect(matchingEntries(sections, "chat new").map(({ entries }) => entries.map(titleOf))).toEqual([["New Chat"]]);
    expect(matchingEntries(sections, " ")).toBe(sections);
  });

  it("selects the first entry, before that the one that wants the focus, before that the chosen one", () => {
    const focused = {
      title: "",
      sections: [{ title: "", entries: [entry("a", "A"), entry("b", "B", { isAutoFocused: true })] }],
    };
    const entries = panelPage(focused, [], undefined).sections.flatMap((section) => section.entries);
    expect(selectedEntry(entries.slice(0, 1), undefined)?.id).toBe("a");
    expect(selectedEntry(entries, undefined)?.id).toBe("b");
    expect(selectedEntry(entries, "a")?.id).toBe("a");
    expect(selectedEntry(entries, "gone")?.id).toBe("b");
  });
});
