import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Reply } from "../../fakes/model-server/reply";
import { askInWindow, startMac, untilQuiet } from "./test-mac";

const SEARCH = { name: "search_files", input: { query: "menu" } };
const CREATE = { name: "create_file", input: { path: "~/a.txt", content: "text" } };

describe("the selection", () => {
  it("M5.1 stays where the person put it while rows appear and text streams", async () => {
    const held = Promise.withResolvers<Reply>();
    const mac = await startMac([{ toolCalls: [SEARCH] }, () => held.promise]);
    await writeFile(join(mac.home, "menu.txt"), "Soup");
    const window = mac.openOrbit();
    await askInWindow(window, "Menus?");
    await window.until(() => window.item("menu.txt"));
    expect(window.selected?.title).toBe("Working on it…");
    window.select("menu.txt");
    held.resolve({ text: Array.from({ length: 50 }, () => "word ") });
    await untilQuiet(window, "Menus?");
    expect(window.items[0]?.title).toMatch(/^word word/);
    expect(window.selected?.title).toBe("menu.txt");
    expect(window.metadata[0]).toEqual({ title: "Name", text: "menu.txt" });
  });

  it("M5.1 does not jump back when the person moves on before the last move was drawn", async () => {
    const mac = await startMac([{ toolCalls: [SEARCH] }, { text: "Two." }]);
    await writeFile(join(mac.home, "menu.txt"), "Soup");
    await writeFile(join(mac.home, "menu two.txt"), "Stew");
    const window = mac.openOrbit();
    await askInWindow(window, "Menus?");
    await untilQuiet(window, "Menus?");
    for (const title of ["menu.txt", "menu two.txt", "Found 2 files", "menu.txt"]) {
      window.select(title);
      expect(window.selected?.title).toBe(title);
    }
    expect(window.metadata[0]).toEqual({ title: "Name", text: "menu.txt" });
  });

  it("M5.1 goes to the newest answer with the next question", async () => {
    const mac = await startMac([{ toolCalls: [SEARCH] }, { text: "One." }, { text: "Two." }]);
    await writeFile(join(mac.home, "menu.txt"), "Soup");
    const window = mac.openOrbit();
    await askInWindow(window, "First?");
    await untilQuiet(window, "First?");
    window.select("menu.txt");
    await askInWindow(window, "Second?");
    await untilQuiet(window, "Second?");
    expect(window.selected).toMatchObject({ title: "Two.", section: "Second?" });
  });

  it("M5.1 goes to a card when it comes, from wherever it was, and back after the word", async () => {
    const held = Promise.withResolvers<Reply>();
    const mac = await startMac([{ toolCalls: [SEARCH] }, () => held.promise, { text: "Made." }]);
    await writeFile(join(mac.home, "menu.txt"), "Soup");
    const window = mac.openOrbit();
    await askInWindow(window, "Menus?");
    await window.until(() => window.item("menu.txt"));
    window.select("menu.txt");
    held.resolve({ toolCalls: [CREATE] });
    await window.until(() => window.selected?.title === "Create File" && !window.isLoading);
    window.press("Review…");
    window.submit();
    await window.until(() => window.kind === "List" && window.item("Made."));
    expect(window.selected?.title).toBe("menu.txt");
  });

  it("M5.1 only the selected row has a detail, and an empty chat has none", async () => {
    const mac = await startMac([{ toolCalls: [SEARCH] }, { text: "None." }]);
    const window = mac.openOrbit();
    await window.until(() => window.items.length > 0);
    const listProps = () => window.screens[0]?.children[0]?.props;
    expect(listProps()).toMatchObject({ isShowingDetail: false });
    await askInWindow(window, "Menus?");
    await untilQuiet(window, "Menus?");
    expect(listProps()).toMatchObject({ isShowingDetail: true });
    expect(countDetails(window.screens)).toBe(1);
  });
});

describe("earlier requests", () => {
  it("M5.1 show their answer only, and all their rows when one is chosen", async () => {
    const mac = await startMac([
      { toolCalls: [SEARCH] },
      { text: "One." },
      { error: { status: 401 } },
      { text: "Three." },
    ]);
    await writeFile(join(mac.home, "menu.txt"), "Soup");
    const window = mac.openOrbit();
    for (const question of ["First?", "Second?", "Third?"]) {
      await askInWindow(window, question);
      await untilQuiet(window, question);
    }
    const rows = () => window.items.map(({ section, title }) => `${section} ${title}`);
    expect(rows()).toEqual(["Third? Three.", expect.stringMatching(/^Second\? .*API key/), "First? One."]);

    window.select("One.");
    expect(window.actions[0]?.title).toBe("Show Details");
    window.press();
    expect(rows().slice(2)).toEqual([
      "First? One.",
      "First? Found 1 file",
      "First? menu.txt",
      "First? 1 file name sent to the model on this Mac",
    ]);
    expect(window.selected?.title).toBe("One.");
    expect(window.actions.map(({ title }) => title)).not.toContain("Try Again");
    window.press("Hide Details");
    expect(rows()).toHaveLength(3);

    // Trying again means the newest request, so an earlier failure does not offer it.
    const failure = window.items[1];
    window.select(failure?.title ?? "");
    expect(window.actions.map(({ title }) => title)).toEqual(["Show Details", "Open Preferences", "New Chat"]);
  });
});

type Tree = { readonly type: string; readonly children: readonly Tree[] };

function countDetails(nodes: readonly Tree[]): number {
  return nodes.reduce((sum, { type, children }) => sum + (type === "detail" ? 1 : 0) + countDetails(children), 0);
}
