import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ChatChange } from "../../../src/agent/chat/chat";
import { openChatStore } from "../../../src/store/open-chat-store";
import { isOfType } from "../../host/command/elements";
import type { Session } from "../../host/command/session";
import { askInWindow, startMac, untilQuiet } from "./test-mac";

describe("redrawing", () => {
  it("M5.1 shows a fast stream at most 12 times a second, and all of it at the end", async () => {
    const words = Array.from({ length: 4_000 }, (_, index) => `word${index} `);
    const mac = await startMac([{ text: words }]);
    const window = mac.openOrbit();
    await window.until(() => window.items.length > 0);
    const drawn = new Set<string>();
    const leave = window.subscribe(() => drawn.add(window.markdown));
    const started = performance.now();
    await askInWindow(window, "Count");
    await untilQuiet(window, "Count");

    const seconds = (performance.now() - started) / 1_000;
    leave();
    expect(window.markdown).toBe(words.join(""));
    // The text before the first word, and the last state.
    expect(drawn.size).toBeLessThanOrEqual(2 + 12 * seconds);
  });

  it("M5.1 draws no row again that has not changed, while text streams or is typed", async () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `word${index} `);
    const search = { name: "search_files", input: { query: "menu" } };
    const mac = await startMac([{ toolCalls: [search] }, { text: words, deltaDelayMs: 1 }]);
    await writeFile(join(mac.home, "menu.txt"), "Soup");
    const window = mac.openOrbit();
    await askInWindow(window, "Menus?");
    await window.until(() => window.markdown.includes("word1 "));
    const { props } = window.item("menu.txt");
    const shown = window.markdown;
    await window.until(() => window.markdown.length > shown.length);
    window.type("And");
    expect(window.actions[0]?.title).toBe("Ask");
    expect(window.item("menu.txt").props).toBe(props);
    window.press("Stop");
    await untilQuiet(window, "Menus?");
    expect(window.item("menu.txt").props).not.toBe(props);
  });

  it("M5.1 draws the newest requests of a long chat, and more when the person scrolls to the end", async () => {
    const mac = await startMac();
    await storeChat(mac.supportPath, 60);
    const window = mac.openOrbit();
    await window.until(() => window.items.length > 0);
    expect(window.items).toHaveLength(25);
    expect(window.items[0]?.title).toBe("Answer 59");

    loadMore(window);
    await window.until(() => window.items.length === 50);
    loadMore(window);
    await window.until(() => window.items.length === 60);
    expect(window.items[0]?.isSelected).toBe(true);
    expect(() => loadMore(window)).toThrow("no more");
  });
});

/** Stores a chat of so many answered requests. */
async function storeChat(supportPath: string, requests: number): Promise<void> {
  const now = Date.now();
  const { store } = await openChatStore({ file: join(supportPath, "orbit.sqlite"), now: () => new Date() });
  const header = { id: "chat", title: "Long", createdAt: now, updatedAt: now, left: false };
  const rows = Array.from({ length: requests }, (_, index): ChatChange[] => {
    const base = { requestId: `request-${index}`, createdAt: now };
    return [
      { type: "row", row: { ...base, id: `u${index}`, seq: index * 2, type: "user", text: `Question ${index}` } },
      {
        type: "row",
        row: {
          ...base,
          id: `a${index}`,
          seq: index * 2 + 1,
          type: "answer",
          text: `Answer ${index}`,
          status: "complete",
        },
      },
    ];
  });
  await store.save("chat", [{ type: "header", header }, ...rows.flat()]);
  await store.close();
}

/** Does what Raycast does at the end of the list. */
function loadMore(window: Session): void {
  const list = window.screens[0]?.children[0];
  const pagination = list !== undefined && isOfType(list, "List") ? list.props.pagination : undefined;
  if (pagination?.hasMore !== true) throw new Error("There is no more to load.");
  pagination.onLoadMore();
}
