import { rm, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { askInWindow, deadServer, startMac, untilQuiet } from "./test-mac";

describe("an empty chat", () => {
  it("M5.3 shows three examples, and asks the one that is chosen", async () => {
    const mac = await startMac([{ text: "None." }]);
    const window = mac.openOrbit();
    expect(window.isLoading).toBe(true);
    expect(window.items).toEqual([]);
    expect(window.emptyView).toBeUndefined();
    await window.until(() => window.items.length > 0);

    expect(window.isLoading).toBe(false);
    expect(window.items).toHaveLength(3);
    expect(window.searchBarPlaceholder).toBe("Ask Orbit…");
    const example = window.items[1]?.title ?? "";
    window.select(example);
    window.press();
    await untilQuiet(window, example);
    expect(mac.server.requests.map(({ lastUserText }) => lastUserText)).toEqual([example]);
    expect(window.item("None.").isSelected).toBe(true);
  });

  it("M5.3 begins with setting up a model where none is set up", async () => {
    const mac = await startMac();
    const window = mac.openOrbit({ preferences: { openaiBaseUrl: await deadServer() } });
    await window.until(() => window.selected?.title === "Set Up a Model");
    expect(window.selected?.subtitle).toContain("needs one");
    expect(window.actions.slice(0, 2).map(({ title }) => title)).toEqual(["Check Setup", "Open Preferences"]);
    window.press();
    await window.until(() => window.events.length > 0);
    expect(window.events).toEqual([{ kind: "launched", name: "check-setup" }]);
  });

  it("says what was found at the start, and leaves the selection on the examples", async () => {
    const mac = await startMac();
    const window = mac.openOrbit({
      preferences: { openaiBaseUrl: `${mac.server.url}/v1`, openaiModel: "test-model", contextWindow: "many" },
    });
    await window.until(() => window.items.length > 0);
    expect(window.items[0]?.section).toBe("Please Note");
    expect(window.items[0]?.title).toContain("Context Window");
    expect(window.selected?.title).toBe("Find my invoices");
  });
});

describe("asking", () => {
  it("M5.3 Ask is the first action of every row while text is typed", async () => {
    const mac = await startMac();
    const window = mac.openOrbit();
    await window.until(() => window.items.length > 0);
    expect(window.actions[0]?.title).toBe("Ask This");
    window.type("hello");
    expect(window.actions.slice(0, 2).map(({ title }) => title)).toEqual(["Ask", "Ask This"]);
  });

  it("an empty question is not sent and says so", async () => {
    const mac = await startMac();
    const window = mac.openOrbit();
    await askInWindow(window, "   ");
    await window.until(() => window.toast);
    expect(window.toast).toMatchObject({ title: "Nothing to ask yet", style: "FAILURE" });
    expect(mac.server.requests).toEqual([]);
  });

  it("a question of 1 MB is not sent, says so, and stays in the search bar", async () => {
    const mac = await startMac();
    const window = mac.openOrbit();
    const long = "x".repeat(1_000_000);
    await askInWindow(window, long);
    await window.until(() => window.toast);
    expect(window.toast?.title).toBe("The question is too long");
    expect(window.toast?.message).toContain("200,000");
    expect(window.searchText).toBe(long);
    expect(mac.server.requests).toEqual([]);
  });

  it("M5.3 Stop ends the run, keeps what had come and offers another try", async () => {
    const tale = ["Once ", ...Array.from({ length: 2_000 }, () => "upon a time ")];
    const mac = await startMac([{ text: tale, deltaDelayMs: 2 }, { text: "A whole tale." }]);
    const window = mac.openOrbit();
    await askInWindow(window, "Tell a tale");
    await window.until(() => window.markdown.startsWith("Once upon"));
    expect(window.actions.map(({ title }) => title)).toEqual(["Copy Question", "Stop", "New Chat"]);
    window.shortcut(["cmd"], ".");
    await window.until(() => window.item("Stopped."));

    await untilQuiet(window, "Tell a tale");
    const [answer] = window.items;
    expect(answer).toMatchObject({ isSelected: true, accessories: ["Incomplete"] });
    expect(window.markdown).toMatch(/^Once upon/);
    window.select("Stopped.");
    expect(window.actions[0]?.title).toBe("Try Again");
    window.press();
    await window.until(() => window.item("A whole tale."));
  });

  it("M5.3 a failure is a notice whose first action helps", async () => {
    const mac = await startMac([{ error: { status: 401, message: "secret detail" } }, { text: "Now it works." }]);
    const window = mac.openOrbit();
    await askInWindow(window, "Anyone?");
    await untilQuiet(window, "Anyone?");

    expect(window.items).toHaveLength(1);
    expect(window.selected?.title).toContain("API key");
    expect(window.text()).not.toContain("secret detail");
    expect(window.actions.map(({ title }) => title)).toEqual(["Open Preferences", "Try Again", "New Chat"]);
    window.press("Try Again");
    await window.until(() => window.item("Now it works."));
    await untilQuiet(window, "Anyone?");
    expect(window.items.map(({ title }) => title)).toEqual(["Now it works."]);
  });

  it("M5.3 a question that the model declined is not offered to be tried again", async () => {
    const mac = await startMac([{ text: "No.", stop: "refusal" }, { text: "Yes." }]);
    const window = mac.openOrbit();
    await askInWindow(window, "Forbidden?");
    await untilQuiet(window, "Forbidden?");
    expect(window.selected?.title).toContain("declined");
    expect(window.actions.map(({ title }) => title)).toEqual(["Copy Question", "New Chat"]);
    await askInWindow(window, "Allowed?");
    await untilQuiet(window, "Allowed?");
    expect(window.actions.map(({ title }) => title)).toContain("Try Again");
  });

  it("M5.3 Try Again asks for another answer in place of the first", async () => {
    const mac = await startMac([{ text: "First." }, { text: "Better." }]);
    const window = mac.openOrbit();
    await askInWindow(window, "Well?");
    await untilQuiet(window, "Well?");
    window.shortcut(["cmd"], "r");
    await window.until(() => window.item("Better."));
    expect(window.items.map(({ title }) => title)).toEqual(["Better."]);
  });

  it("M5.3 New Chat empties the list, and the old chat does not come back by itself", async () => {
    const mac = await startMac([{ text: "First." }]);
    const window = mac.openOrbit();
    await askInWindow(window, "Well?");
    await untilQuiet(window, "Well?");
    window.shortcut(["cmd"], "n");
    await window.until(() => window.item("Find my invoices"));
    expect(window.items).toHaveLength(3);
    window.close();

    const again = mac.openOrbit();
    await again.until(() => again.items.length > 0);
    expect(again.item("Find my invoices").isSelected).toBe(true);
  });
});

describe("a question from Raycast's search", () => {
  it("is asked once, in a chat of its own, and comes back without being asked again", async () => {
    const mac = await startMac([{ text: "Old." }, { text: "Fresh." }]);
    const first = mac.openOrbit();
    await askInWindow(first, "Before?");
    await untilQuiet(first, "Before?");
    first.close();

    const window = mac.openOrbit({ arguments: { question: " From the root? " } });
    expect(window.searchText).toBe("From the root?");
    // With text in the search bar, Raycast would say of an empty list that nothing was found.
    expect(window.emptyView?.title).toBe("Opening Orbit…");
    await untilQuiet(window, "From the root?");
    expect(window.searchText).toBe("");
    expect(window.items.map(({ title }) => title)).toEqual(["Fresh."]);
    window.close();

    const again = mac.openOrbit();
    await untilQuiet(again, "From the root?");
    expect(mac.server.requests.map(({ lastUserText }) => lastUserText)).toEqual(["Before?", "From the root?"]);
  });

  it("may be the text of a fallback command", async () => {
    const mac = await startMac([{ text: "Here." }]);
    const window = mac.openOrbit({ fallbackText: "where is it" });
    await untilQuiet(window, "where is it");
    expect(window.selected?.title).toBe("Here.");
  });

  it("stays in the search bar where it is not taken", async () => {
    const mac = await startMac();
    const long = "x".repeat(200_001);
    const window = mac.openOrbit({ arguments: { question: long } });
    await window.until(() => window.toast);
    expect(window.searchText).toBe(long);
    expect(mac.server.requests).toEqual([]);
  });

  it("is not asked where the window closed before Orbit was open", async () => {
    const mac = await startMac([{ text: "Wanted." }]);
    mac.openOrbit({ arguments: { question: "Unwanted?" } }).close();
    const window = mac.openOrbit({ arguments: { question: "Wanted?" } });
    await untilQuiet(window, "Wanted?");
    expect(mac.server.requests.map(({ lastUserText }) => lastUserText)).toEqual(["Wanted?"]);
  });
});

describe("Orbit that cannot open", () => {
  it("says what helps, and opens when that is done", async () => {
    const mac = await startMac([{ text: "At last." }]);
    await rm(mac.supportPath, { recursive: true });
    await writeFile(mac.supportPath, "in the way");
    const window = mac.openOrbit({ arguments: { question: "There?" } });
    await window.until(() => window.emptyView?.title === "Orbit could not open");
    expect(window.emptyView?.description).toContain("may not write to its own folder");
    expect(window.isLoading).toBe(false);

    await rm(mac.supportPath);
    window.press("Try Again");
    await untilQuiet(window, "There?");
    expect(window.item("At last.").isSelected).toBe(true);
  });
});
