import { createServer } from "node:http";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { isChoice } from "../../../src/commands/ask-orbit/model-dropdown";
import { findAll, type HostNode } from "../../host/command/elements";
import type { Session } from "../../host/command/session";
import { askInWindow, deadServer, startMac, untilQuiet, type TestMac } from "./test-mac";

const MODELS = {
  models: [
    { id: "test-model", tools: true },
    { id: "other-model", tools: true },
    { id: "mute-model", tools: false },
  ],
  ollama: true,
};

const menuItems = ({ screens }: Session) =>
  screens.flatMap((screen: HostNode) => findAll(screen, "List.Dropdown.Item"));
const choices = (window: Session) => menuItems(window).map(({ props }) => props.title);
const shown = (window: Session) => menuItems(window).find(({ props }) => props.value === window.dropdown)?.props.title;
const isListed = (window: Session, title: string) => () => choices(window).includes(title);
/** The address of a server that takes connections and never answers. */
async function silentServer(): Promise<string> {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const address = silent.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

const modelsAsked = (mac: TestMac) => mac.server.requests.map(({ model }) => model);

describe("P7 the menu of models", () => {
  it("P7 begins with what the preferences say, and lists the models that can use tools", async () => {
    const mac = await startMac(undefined, MODELS);
    const window = mac.openOrbit();
    await window.until(isListed(window, "other-model"));
    expect(choices(window)).toEqual(["Preferences: test-model", "test-model", "other-model"]);
    expect(shown(window)).toBe("Preferences: test-model");
    const automatic = mac.openOrbit({ preferences: { openaiBaseUrl: `${mac.server.url}/v1` } });
    await automatic.until(isListed(automatic, "other-model"));
    expect(choices(automatic)[0]).toBe("Automatic");
    expect(shown(automatic)).toBe("Automatic");
  });

  it("P7 switches nothing by being drawn, and shows who answers in the chat", async () => {
    const mac = await startMac(
      ["First.", "Second."].map((text) => ({ text })),
      MODELS,
    );
    const window = mac.openOrbit({ arguments: { question: "One?" } });
    await untilQuiet(window, "One?");
    expect(shown(window)).toBe("test-model");
    window.close();

    const preferences = { provider: "openai", openaiBaseUrl: `${mac.server.url}/v1`, openaiModel: "other-model" };
    const later = mac.openOrbit({ preferences });
    await later.until(isListed(later, "other-model"));
    expect(shown(later)).toBe("test-model");
    await askInWindow(later, "Two?");
    await untilQuiet(later, "Two?");
    expect(modelsAsked(mac)).toEqual(["test-model", "test-model"]);
    later.shortcut(["cmd"], "n");
    await later.until(() => later.items.every(({ section }) => section !== "Two?"));
    expect(shown(later)).toBe("Preferences: other-model");
  });

  it("P7 does not take the first value for a choice that Raycast tells late, when another shows by then", () => {
    const late = { shown: "openai:test", first: "preferences", msSince: 500 };
    expect(isChoice("preferences", { ...late, wasTold: false })).toBe(false);
    expect(isChoice("preferences", { ...late, wasTold: true })).toBe(true);
    expect(isChoice("openai:other", { ...late, wasTold: false })).toBe(true);
    expect(isChoice("openai:test", { ...late, wasTold: true })).toBe(false);
  });

  it("P7 takes the first value for a choice where Raycast never told it, and nobody chooses that fast", () => {
    const later = { shown: "openai:test", first: "preferences", wasTold: false, msSince: 5_000 };
    expect(isChoice("preferences", later)).toBe(true);
  });

  it("P7 chooses, before the first question, whom new chats begin with, also in later windows", async () => {
    const mac = await startMac(undefined, MODELS);
    const window = mac.openOrbit();
    await window.until(isListed(window, "other-model"));
    window.choose("other-model");
    await window.until(() => shown(window) === "other-model");
    await askInWindow(window, "Who?");
    await untilQuiet(window, "Who?");
    window.shortcut(["cmd"], "n");
    await window.until(() => window.items.every(({ section }) => section !== "Who?"));
    window.close();

    const later = mac.openOrbit();
    await later.until(() => later.items.length > 0);
    expect(shown(later)).toBe("other-model");
    await later.until(isListed(later, "test-model"));
    later.choose("Preferences: test-model");
    await later.until(() => shown(later) === "Preferences: test-model");
    await askInWindow(later, "And now?");
    await untilQuiet(later, "And now?");
    expect(modelsAsked(mac)).toEqual(["other-model", "test-model"]);
  });

  it("P7 moves an open chat", async () => {
    const mac = await startMac(undefined, MODELS);
    const window = mac.openOrbit();
    await askInWindow(window, "One?");
    await untilQuiet(window, "One?");
    await window.until(isListed(window, "other-model"));
    window.choose("other-model");
    await window.until(() => window.items.some(({ title }) => title.startsWith("From here on")));
    expect(shown(window)).toBe("other-model");
    await askInWindow(window, "Two?");
    await untilQuiet(window, "Two?");
    expect(modelsAsked(mac)).toEqual(["test-model", "other-model"]);
    expect(mac.server.rejections).toEqual([]);
  });

  it("P7 leaves a chat in which something goes on with its model, and says so", async () => {
    const words = Array.from({ length: 2_000 }, () => "word ");
    const mac = await startMac([{ text: words, deltaDelayMs: 2 }, { text: "Yes." }], MODELS);
    const window = mac.openOrbit();
    await window.until(isListed(window, "other-model"));
    await askInWindow(window, "Long?");
    await window.until(() => window.markdown.startsWith("word "));
    window.choose("other-model");
    await window.until(() => window.toast);
    expect(window.toast).toMatchObject({
      title: "New chats start with other-model",
      message: "This one goes on with test-model.",
    });
    expect(shown(window)).toBe("test-model");
    window.press("Stop");
    await untilQuiet(window, "Long?");
    window.shortcut(["cmd"], "n");
    await window.until(() => window.items.every(({ section }) => section !== "Long?"));
    expect(shown(window)).toBe("other-model");
    await askInWindow(window, "New?");
    await untilQuiet(window, "New?");
    expect(modelsAsked(mac)).toEqual(["test-model", "other-model"]);
  });

  it("P7 says so where a chat stays with its model because the preferences come to the same", async () => {
    const mac = await startMac(undefined, MODELS);
    const window = mac.openOrbit();
    await askInWindow(window, "One?");
    await untilQuiet(window, "One?");
    await window.until(isListed(window, "other-model"));
    window.choose("Preferences: test-model");
    await window.until(() => window.toast);
    expect(window.toast).toMatchObject({
      title: "New chats start with what the preferences say",
      message: "This one goes on with test-model.",
    });
    await window.until(() => shown(window) === "test-model");
  });

  it("P7 shows at once what was chosen, also while it is being found who that is", async () => {
    const silent = await silentServer();
    const mac = await startMac(undefined, MODELS);
    const preferences = {
      openaiBaseUrl: `${mac.server.url}/v1`,
      anthropicApiKey: "key",
      anthropicBaseUrl: silent,
    };
    const window = mac.openOrbit({ preferences });
    await window.until(isListed(window, "other-model"));
    window.choose("other-model");
    await askInWindow(window, "One?");
    await untilQuiet(window, "One?");
    window.choose("Automatic");
    await window.until(() => shown(window) === "Automatic");
    await askInWindow(window, "Two?");
    await window.until(() => shown(window) === "other-model");
    await untilQuiet(window, "Two?");
    expect(modelsAsked(mac)).toEqual(["other-model", "other-model"]);
    window.close();
  });

  it("P7 leaves a chosen model that is gone for the one in the preferences, and the choice with it", async () => {
    const gone = { error: { status: 404, message: "The model `other-model` does not exist." } };
    const mac = await startMac(({ model }) => (model === "other-model" ? gone : { text: "Yes." }), MODELS);
    const window = mac.openOrbit();
    await window.until(isListed(window, "other-model"));
    window.choose("other-model");
    await window.until(() => shown(window) === "other-model");
    await askInWindow(window, "Who?");
    await untilQuiet(window, "Who?");
    window.press("Switch to Model in Preferences");
    await window.until(() => window.markdown === "Yes.");
    expect(modelsAsked(mac).at(-1)).toBe("test-model");
    expect(shown(window)).toBe("test-model");
    window.shortcut(["cmd"], "n");
    await window.until(() => window.items.every(({ section }) => section !== "Who?"));
    expect(shown(window)).toBe("Preferences: test-model");
  });

  it("P7 asks for the lists only when the window has nothing else to do", async () => {
    const words = Array.from({ length: 200 }, () => "word ");
    const mac = await startMac([{ text: words, deltaDelayMs: 2 }], MODELS);
    const window = mac.openOrbit({ arguments: { question: "Long?" } });
    await window.until(() => window.markdown.startsWith("word "));
    const lists = () => mac.server.asked.filter((asked) => asked === "GET /v1/models");
    expect(lists()).toEqual([]);
    await untilQuiet(window, "Long?");
    await window.until(isListed(window, "other-model"));
    expect(lists()).toHaveLength(1);
  });

  it("P7 holds nobody up: a server that never answers leaves out its section", async () => {
    const silent = await silentServer();
    const mac = await startMac(undefined, MODELS);
    const openaiBaseUrl = `${mac.server.url}/v1`;
    const window = mac.openOrbit({
      preferences: {
        ...{ provider: "openai", openaiBaseUrl, openaiModel: "test-model" },
        ...{ anthropicApiKey: "key", anthropicBaseUrl: silent },
      },
    });
    await window.until(() => window.items.length > 0);
    await askInWindow(window, "Anyone?");
    await untilQuiet(window, "Anyone?");
    await window.until(isListed(window, "other-model"));
    expect(choices(window)).toEqual(["Preferences: test-model", "test-model", "other-model"]);
    window.close();
  });

  it("P7 is not drawn again while text is typed or streams: it can hold hundreds of items", async () => {
    const words = Array.from({ length: 500 }, () => "word ");
    const mac = await startMac([{ text: words, deltaDelayMs: 2 }], MODELS);
    const window = mac.openOrbit();
    await window.until(isListed(window, "other-model"));
    await askInWindow(window, "Long?");
    await window.until(() => window.markdown.startsWith("word "));
    const drawn = () => menuItems(window).map(({ props }) => props);
    const before = drawn();
    const shownBefore = window.markdown;
    window.type("And");
    await window.until(() => window.markdown.length > shownBefore.length);
    expect(drawn().every((props, index) => props === before[index])).toBe(true);
    await untilQuiet(window, "Long?");
  });

  it("P7 says in the detail of an answer who gave it, and before that who is asked", async () => {
    const mac = await startMac([{ text: ["Yes", "."], deltaDelayMs: 300 }], MODELS);
    const window = mac.openOrbit();
    await askInWindow(window, "Who?");
    await window.until(() => window.selected?.title === "Working on it…" && window.metadata.length > 0);
    const by = [
      { title: "Model", text: "test-model" },
      { title: "Answered By", text: "the model on this Mac" },
    ];
    expect(window.metadata).toEqual(by);
    await untilQuiet(window, "Who?");
    expect(window.metadata.slice(0, 2)).toEqual(by);
  });
});

describe("P7 the row that says to set up a model", () => {
  it("P7 goes as soon as one provider is ready, without any preferences", async () => {
    const mac = await startMac(undefined, MODELS);
    const window = mac.openOrbit({ preferences: { openaiBaseUrl: `${mac.server.url}/v1` } });
    await window.until(() => window.selected?.title === "Find my invoices");
    expect(window.items.map(({ title }) => title)).not.toContain("Set Up a Model");
    await askInWindow(window, "Who?");
    await untilQuiet(window, "Who?");
    expect(modelsAsked(mac)).toEqual(["test-model"]);
    expect(shown(window)).toBe("test-model");
  });

  it("P7 does not come and go: it waits until it is known that nobody can answer", async () => {
    const mac = await startMac();
    const window = mac.openOrbit({ preferences: { openaiBaseUrl: await silentServer() } });
    await window.until(() => window.items.length > 0);
    expect(window.items.map(({ title }) => title)).not.toContain("Set Up a Model");
    window.close();
  });

  it("P7 is there where what the preferences name does not work", async () => {
    const mac = await startMac();
    const openaiBaseUrl = await deadServer();
    const window = mac.openOrbit({ preferences: { provider: "openai", openaiBaseUrl, openaiModel: "test-model" } });
    await window.until(() => window.items[0]?.title === "Set Up a Model");
    expect(window.actions[0]?.title).toBe("Check Setup");
  });

  it("P6 leads to Check Setup from the notice that nobody can answer, too", async () => {
    const mac = await startMac();
    const window = mac.openOrbit({ preferences: { openaiBaseUrl: await deadServer() } });
    await askInWindow(window, "Anyone?");
    await untilQuiet(window, "Anyone?");
    expect(window.actions.map(({ title }) => title)).toContain("Check Setup");
    window.press("Check Setup");
    await window.until(() => window.events.some(({ kind }) => kind === "launched"));
    expect(window.events).toContainEqual({ kind: "launched", name: "check-setup" });
  });
});
