import { describe, expect, it } from "vitest";
import { askInWindow, startMac, untilQuiet } from "./test-mac";

const TOO_LONG = {
  error: {
    status: 400,
    body: JSON.stringify({
      error: { code: "context_length_exceeded", message: "This model's maximum context length is 10" },
    }),
  },
};

describe("C11 New Chat after a question that does not fit", () => {
  it("takes the question along, typed and not sent", async () => {
    const mac = await startMac([{ text: "Fine." }, TOO_LONG, { text: "Well." }]);
    const window = mac.openOrbit();
    await askInWindow(window, "Short?");
    await untilQuiet(window, "Short?");
    await askInWindow(window, "A long story");
    await untilQuiet(window, "A long story");
    const sent = mac.server.requests.length;
    expect(window.actions[0]?.title).toBe("New Chat");
    window.press();
    await window.until(() => window.searchText === "A long story");
    await window.until(() => window.items.every(({ section }) => section !== "A long story"));
    expect(mac.server.requests).toHaveLength(sent);
    window.press("Ask");
    await untilQuiet(window, "A long story");
  });

  it("does so with ⌘N too, and starts empty after any other chat", async () => {
    const mac = await startMac([{ text: "Fine." }, TOO_LONG, { text: "Fine." }]);
    const window = mac.openOrbit();
    await askInWindow(window, "First?");
    await untilQuiet(window, "First?");
    await askInWindow(window, "A long story");
    await untilQuiet(window, "A long story");
    window.shortcut(["cmd"], "n");
    await window.until(() => window.searchText === "A long story");
    window.type("");
    await askInWindow(window, "Short?");
    await untilQuiet(window, "Short?");
    window.shortcut(["cmd"], "n");
    await window.until(() => window.items.every(({ section }) => section !== "Short?"));
    expect(window.searchText).toBe("");
  });
});

describe("C12 a chat whose model is not there any more", () => {
  it("goes to another one only when the person says so", async () => {
    const mac = await startMac([{ text: "One." }, { error: { status: 404 } }, { text: "Two." }]);
    const first = mac.openOrbit();
    await askInWindow(first, "One?");
    await untilQuiet(first, "One?");
    first.close();

    const preferences = { provider: "openai", openaiBaseUrl: `${mac.server.url}/v1`, openaiModel: "other-model" };
    const window = mac.openOrbit({ preferences });
    await untilQuiet(window, "One?");
    await askInWindow(window, "Two?");
    await untilQuiet(window, "Two?");
    expect(mac.server.requests.map(({ model }) => model)).toEqual(["test-model", "test-model"]);
    expect(window.actions.map(({ title }) => title).slice(0, 3)).toEqual([
      "Open Preferences",
      "Try Again",
      "Switch to Model in Preferences",
    ]);
    window.press("Switch to Model in Preferences");
    await window.until(() => window.items.some(({ title }) => title === "Two."));
    expect(mac.server.requests.at(-1)?.model).toBe("other-model");
    expect(mac.server.rejections).toEqual([]);
  });
});
