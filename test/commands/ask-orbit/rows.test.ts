import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { askInWindow, startMac, untilQuiet } from "./test-mac";

const SEARCH = { name: "search_files", input: { query: "menu" } };

async function addMenus(home: string): Promise<void> {
  await mkdir(join(home, "Documents"));
  await writeFile(join(home, "Documents", "menu spring.txt"), "Soup");
  await writeFile(join(home, "Documents", "menu\nautumn.txt"), "Stew");
}

describe("the rows of a request", () => {
  it("M5.1 come in the order in which things happened, the answer first", async () => {
    const mac = await startMac([
      { text: "Looking for **menus**.", toolCalls: [SEARCH] },
      { text: "# Two menus\n\nSpring and autumn." },
    ]);
    await addMenus(mac.home);
    const window = mac.openOrbit();
    await askInWindow(window, "Which menus\nare there?");
    await untilQuiet(window, "Which menus are there?");

    expect(window.items.map(({ title }) => title)).toEqual([
      "Two menus",
      "Looking for menus.",
      "Found 2 files",
      expect.stringContaining("menu"),
      expect.stringContaining("menu"),
      "2 file names sent to the model on this Mac",
    ]);
    expect(window.markdown).toBe("# Two menus\n\nSpring and autumn.");
    expect(window.metadata.slice(0, 1)).toEqual([{ title: "Model", text: "test-model" }]);
    // A name with a line break stays on one line and opens by its real name.
    window.select("menu autumn.txt");
    window.press("Open");
    await window.until(() => window.events.some(({ kind }) => kind === "opened"));
    expect(window.events.at(-1)).toMatchObject({ target: join(mac.home, "Documents", "menu\nautumn.txt") });
  });

  it("M5.1 M5.3 a file opens, shows in Finder, previews and gives its path", async () => {
    const mac = await startMac([{ toolCalls: [SEARCH] }, { text: "Two." }]);
    await addMenus(mac.home);
    const path = join(mac.home, "Documents", "menu spring.txt");
    const window = mac.openOrbit();
    await askInWindow(window, "Menus?");
    await untilQuiet(window, "Menus?");

    window.select("menu spring.txt");
    expect(window.selected).toMatchObject({
      subtitle: "~/Documents",
      props: { icon: { fileIcon: path }, quickLook: { path } },
    });
    expect(window.metadata.slice(0, 3)).toEqual([
      { title: "Name", text: "menu spring.txt" },
      { title: "Where", text: "~/Documents" },
      { title: "Size", text: "4 bytes" },
    ]);
    expect(window.actions.map(({ title, shortcut }) => `${title} ${shortcut}`.trim())).toEqual([
      "Open ↵",
      "Show in Finder ⌘↵",
      "Quick Look ⌘Y",
      "Copy Path ⌃⌘C",
      "Copy Answer ⇧⌘C",
      "Paste Answer",
      "Try Again ⌘R",
      "New Chat ⌘N",
    ]);
    for (const action of ["Show in Finder", "Quick Look", "Copy Path"]) window.press(action);
    await window.until(() => window.events.some(({ kind }) => kind === "shown in Finder"));
    expect(window.events).toContainEqual({ kind: "shown in Finder", path });
    expect(window.events).toContainEqual({ kind: "quick look", path });
    expect(window.clipboard).toBe(path);
  });

  it("M5.1 a status row tells what was asked of the tool and what came back, as text", async () => {
    const mac = await startMac([
      { toolCalls: [{ name: "read_file", input: { path: "~/notes.md" } }] },
      { text: "Read." },
    ]);
    await writeFile(join(mac.home, "notes.md"), "```\n![spy](https://spy.example/p.png)\n");
    const window = mac.openOrbit();
    await askInWindow(window, "Read my notes");
    await untilQuiet(window, "Read my notes");

    window.select("Read notes.md");
    expect(window.selected?.accessories).toEqual([expect.stringMatching(/^(< )?\d\.\d s$/)]);
    expect(window.markdown).toContain('"path": "~/notes.md"');
    // The fence around the result is longer than any in it, so nothing in it is Markdown.
    expect(window.markdown).toMatch(/\n````\n[^]*!\[spy\][^]*\n````$/);
  });

  it("M5.1 a call that failed says in red what happened, and the others stay", async () => {
    const mac = await startMac([
      { toolCalls: [{ name: "read_file", input: { path: "~/missing.txt" } }, SEARCH] },
      { text: "It is missing." },
    ]);
    await addMenus(mac.home);
    const window = mac.openOrbit();
    await askInWindow(window, "Read it");
    await untilQuiet(window, "Read it");

    const [, failed, found] = window.items;
    expect(failed?.props.icon).toEqual({ source: "x-mark-circle-16", tintColor: "raycast-red" });
    expect([failed?.title, failed?.subtitle]).toEqual(["Not found", "Reading missing.txt"]);
    expect(found?.subtitle).toBe("");
    expect(found?.title).toBe("Found 2 files");
  });

  it("M5.1 the answer's pictures are not loaded, and its formulas are drawn", async () => {
    const mac = await startMac([{ text: "Sum $a+b$ ![chart](https://spy.example/?q=secret)" }]);
    const window = mac.openOrbit();
    await askInWindow(window, "Sum?");
    await untilQuiet(window, "Sum?");
    expect(window.markdown).toBe("Sum \\(a+b\\) [chart](https://spy.example/?q=secret)");
    window.press("Copy Answer");
    await window.until(() => window.clipboard !== "");
    expect(window.clipboard).toBe("Sum $a+b$ ![chart](https://spy.example/?q=secret)");
    window.press("Paste Answer");
    await window.until(() => window.events.some(({ kind }) => kind === "pasted"));
  });
});
