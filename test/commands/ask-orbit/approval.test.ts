import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Session } from "../../host/command/session";
import { askInWindow, startMac, untilQuiet, type TestMac } from "./test-mac";

const create = (name: string, content = "text") => ({
  name: "create_file",
  input: { path: `~/${name}`, content },
});

/** Asks something, and waits for the form that comes of it. */
async function askForCard(mac: TestMac, question = "Do it"): Promise<Session> {
  const window = mac.openOrbit();
  await askInWindow(window, question);
  await window.until(() => window.actions[0]?.title === "Review…" && !window.isLoading);
  return window;
}

describe("a card that waits for a word", () => {
  it("M5.2 comes before a question from Raycast's search, which stays typed", async () => {
    const mac = await startMac([{ toolCalls: [create("a.txt")] }, { text: "Made." }, { text: "Found." }]);
    (await askForCard(mac)).close();
    const window = mac.openOrbit({ arguments: { question: "Where is it?" } });
    await window.until(() => window.actions.some(({ title }) => title === "Review…"));
    expect(window.searchText).toBe("Where is it?");
    expect(mac.server.requests).toHaveLength(1);
    window.press("Review…");
    window.submit();
    await window.until(() => !window.isLoading && window.items.some(({ title }) => title === "Made."));
    window.press("Ask");
    await untilQuiet(window, "Where is it?");
    expect(mac.server.rejections).toEqual([]);
    expect(mac.server.requests.at(-1)?.lastUserText).toBe("Where is it?");
  });

  it("M5.1 is selected when it comes, and its detail shows all that will be done", async () => {
    const mac = await startMac([{ text: "I will.", toolCalls: [create("a.txt", "one\n```\ntwo")] }, { text: "Made." }]);
    const window = await askForCard(mac);
    expect(window.selected).toMatchObject({ title: "Create File", subtitle: 'Orbit creates "a.txt" in ~.' });
    expect(window.markdown).toContain("````\none\n```\ntwo\n````");
    expect(window.toast).toMatchObject({ title: "Orbit needs your word", message: "Create File" });
    // Return and what it needs is first; Stop has its own keys.
    expect(window.actions.map(({ title, shortcut }) => `${title} ${shortcut}`)).toEqual([
      "Review… ↵",
      "Copy Question ⌘↵",
      "Stop ⌘.",
      "New Chat ⌘N",
    ]);
  });

  it("M5.1 counts the calls of its turn that need a word, one after the other", async () => {
    const mac = await startMac([
      { toolCalls: [create("a.txt"), { name: "list_folder", input: { path: "~" } }, create("b.txt")] },
      { text: "Both made." },
    ]);
    const window = await askForCard(mac);
    await window.until(() => window.items.filter(({ title }) => title === "Create File").length === 2);
    expect(window.selected?.accessories).toEqual(["1 of 2"]);
    window.press("Review…");
    expect(window.navigationTitle).toBe("Create File (1 of 2)");
    window.submit();

    await window.until(() => window.kind === "List" && window.selected?.accessories[0] === "2 of 2");
    await window.until(() => window.toasts.length === 2 && window.toast !== undefined);
    await window.until(() => !window.isLoading);
    expect(await readdir(mac.home)).toEqual(["a.txt"]);
    window.press("Review…");
    window.submit();
    await window.until(() => window.kind === "List" && window.item("Both made.").isSelected);
    expect((await readdir(mac.home)).sort()).toEqual(["a.txt", "b.txt"]);
  });

  it("M5.2 shows the warning of a destructive call first, and what cannot be edited as text", async () => {
    const mac = await startMac([
      { toolCalls: [{ name: "move_to_trash", input: { path: "~/old.txt" } }] },
      { text: "Gone." },
    ]);
    await writeFile(join(mac.home, "old.txt"), "old");
    const trashed: string[] = [];
    const window = mac.openOrbit({ system: { trash: (path) => void trashed.push(path) } });
    await askInWindow(window, "Clean up");
    await window.until(() => window.actions[0]?.title === "Review…" && !window.isLoading);
    window.press("Review…");
    expect(window.descriptions[0]).toContain("Trash");
    expect(window.fields).toEqual([]);
    expect(window.descriptions.join("\n")).toContain("~/old.txt");
    expect(window.actions[0]).toMatchObject({ style: "destructive", shortcut: "⌘↵" });
    expect(trashed).toEqual([]);
    window.submit();
    await window.until(() => window.kind === "List" && window.item("Gone."));
    expect(trashed).toEqual([join(mac.home, "old.txt")]);
  });

  it("M5.2 goes on waiting when the form is left with Esc", async () => {
    const mac = await startMac([{ toolCalls: [create("a.txt")] }, { text: "Made." }]);
    const window = await askForCard(mac);
    window.press("Review…");
    window.back();
    expect(window.selected?.title).toBe("Create File");
    window.press("Review…");
    expect(window.field("path").value).toBe("~/a.txt");
  });

  it("M5.2 asks again with what was typed where the folder has changed since", async () => {
    const mac = await startMac([{ toolCalls: [create("notes/a.txt")] }, { text: "Made." }]);
    const folder = join(mac.home, "notes");
    await mkdir(folder);
    const window = await askForCard(mac);
    window.press("Review…");
    window.fill("content", "typed by hand");
    await rename(folder, join(mac.home, "before"));
    await mkdir(folder);
    window.submit();
    await window.until(() => window.toasts.length === 2 && window.toast !== undefined && !window.isLoading);
    window.press("Review…");
    expect(window.descriptions[0]).toContain("has changed");
    expect(window.field("content").value).toBe("typed by hand");
    window.submit();
    await window.until(() => window.kind === "List" && window.item("Made."));
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("typed by hand");
  });

  it("M5.3 Stop ends the waiting, and nothing is written", async () => {
    const mac = await startMac([{ toolCalls: [create("a.txt")] }]);
    const window = await askForCard(mac);
    window.shortcut(["cmd"], ".");
    await window.until(() => window.item("Stopped."));
    expect(window.item("Not run: the request ended").section).toBe("Do it");
    expect(await readdir(mac.home)).toEqual([]);
  });
});

describe("a window that closes", () => {
  it("M5.2 leaves the card, and Run in the next window goes on with the run", async () => {
    const mac = await startMac([{ text: "I will.", toolCalls: [create("a.txt")] }, { text: "Made." }]);
    const first = await askForCard(mac);
    first.press("Review…");
    first.close();
    expect(mac.server.requests).toHaveLength(1);

    const window = mac.openOrbit();
    await window.until(() => window.selected?.title === "Create File");
    expect(window.isLoading).toBe(false);
    await window.until(() => window.toast);
    expect(window.toast?.title).toBe("Orbit needs your word");
    window.press();
    window.fill("content", "after the night");
    window.submit();
    await window.until(() => window.kind === "List" && window.item("Made.").isSelected);
    expect(await readFile(join(mac.home, "a.txt"), "utf8")).toBe("after the night");
    expect(mac.server.requests).toHaveLength(2);
  });

  it("M5.1 during a run keeps what had come, marked as incomplete, with another try to choose", async () => {
    const tale = Array.from({ length: 3_000 }, (_, index) => `word${index} `);
    const mac = await startMac([{ text: tale, deltaDelayMs: 1 }, { text: "All of it." }]);
    const first = mac.openOrbit();
    await askInWindow(first, "Tell");
    await first.until(() => first.markdown.startsWith("word0 "));
    first.close();

    const window = mac.openOrbit();
    await untilQuiet(window, "Tell");
    expect(window.items.map(({ title }) => title)).toContain("Orbit was closed before this request was finished.");
    window.select("Orbit was closed before this request was finished.");
    window.press("Try Again");
    await window.until(() => window.item("All of it."));
    await untilQuiet(window, "Tell");
    expect(window.items.map(({ title }) => title)).toEqual(["All of it."]);
  });
});
