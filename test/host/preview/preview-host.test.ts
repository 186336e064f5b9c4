import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LaunchType } from "../api/enums";
import type { Frame } from "../frame/frame";
import { startSampleHost, type SampleHost } from "./sample-host";

vi.setConfig({ testTimeout: 30_000 });

/** A command that draws what was done in it. */
const LIST = `function Command() {
  const [text, setText] = react.useState("");
  const [log, setLog] = react.useState([]);
  const act = (name) => jsx(api.Action, { title: name, onAction: () => setLog((before) => [...before, name]) }, name);
  return jsx(api.List, { searchText: text, onSearchTextChange: setText, filtering: false, children: jsx(api.List.Item, {
    title: "log " + log.join(" "), actions: jsx(api.ActionPanel, { children: [act("one"), act("two")] }) }) });
}`;

/** A command that draws what it was launched with, and does what has to do with other commands. */
const DEEDS = `function Command({ launchType, arguments: given, fallbackText, launchContext }) {
  const [text, setText] = react.useState(JSON.stringify({ launchType, given, fallbackText, launchContext }));
  const report = (work) => () => work().then(() => setText("done"), (error) => setText("rejected: " + error.message));
  const launch = (options) => report(() => api.launchCommand({ type: "userInitiated", ...options }));
  const link = (name) => report(() => api.open("raycast://extensions/" + name + "/deeds?arguments=%7B%22subject%22%3A%22linked%22%7D"));
  return view(text, {
    Launch: launch({ name: "deeds", arguments: { subject: "s" }, context: { deep: { n: 1 } }, fallbackText: "f" }),
    Unknown: launch({ name: "nothing" }),
    Elsewhere: launch({ name: "deeds", extensionName: "other", ownerOrAuthorName: "bob" }),
    Link: link("ann/sample"),
    Foreign: link("bob/other"),
    Preferences: () => api.openExtensionPreferences(),
    Read: () => setText("token " + (api.getPreferenceValues().token ?? "none")),
    Copy: () => api.Clipboard.copy("copied text"),
    Store: report(() => api.LocalStorage.setItem("key", "value")),
    HUD: () => api.showHUD("Saved"),
    Toast: () => api.showToast({ title: "Behind the window" }),
    Close: () => api.closeMainWindow(),
    Immediate: () => api.closeMainWindow({ popToRootType: "immediate" }).then(() => api.Clipboard.paste("the last word")),
    Clear: () => api.Clipboard.clear(),
    Open: () => api.open("https://example.com"),
    Print: () => { console.log("a printed line"); setText("printed"); },
  });
}`;

const subject = { name: "subject", type: "text", placeholder: "Subject", required: true };
let sample: SampleHost;
beforeAll(() => {
  sample = startSampleHost({ list: { code: LIST }, deeds: { code: DEEDS, arguments: [subject] } });
});
afterAll(() => sample.close());

const frame = () => sample.host.frame();
const isRoot = ({ stage }: Frame) => stage.title === "Raycast Preview" && stage.screen?.kind === "list";
const searchText = ({ stage: { screen } }: Frame) => (screen?.kind === "list" ? screen.searchBar.text : undefined);
const markdown = ({ stage: { screen } }: Frame) => (screen?.kind === "detail" ? screen.body.blocks.join("") : "");

/** The props that the command on the screen was launched with. */
async function props(isWanted: string): Promise<unknown> {
  const shown = await sample.until((next) => markdown(next).includes(isWanted));
  return JSON.parse(
    markdown(shown)
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("&quot;", '"'),
  );
}

describe("H5 deeds", () => {
  const press = (number: number, modifiers: "cmd"[] = []) =>
    sample.host.do("quick", number, { type: "key", key: "return", modifiers });

  it("are done in order and once, also those that come while the worker starts", async () => {
    sample.host.do("quick", 1, { type: "select", screen: frame().stage.screen?.key ?? "", id: "command:list" });
    // Opens the command; whatever follows is for that. Return and ⌘Return do its first and its second action.
    press(2);
    press(3);
    press(4, ["cmd"]);
    press(4, ["cmd"]);
    press(3);
    press(5);
    expect(frame().acks["quick"]).toBe(2);
    expect(frame().stage).toMatchObject({ title: "list", screenKeys: [] });
    const { stage } = await sample.until(({ acks }) => acks["quick"] === 5);
    expect(JSON.stringify(stage.screen)).toContain('"log one two one"');
  });

  it("are acknowledged in order: what the host does itself not before what the command was given", async () => {
    const screen = frame().stage.screen?.key ?? "";
    sample.host.do("typing", 1, { type: "search", screen, text: "a" });
    sample.host.do("typing", 2, { type: "appearance", value: "light" });
    expect(frame()).toMatchObject({ appearance: "light", acks: { typing: 0 } });
    expect(searchText(await sample.until(({ acks }) => acks["typing"] === 2))).toBe("a");
  });

  it("of Esc: the first empties the search, the second leaves for the root search", async () => {
    sample.key("escape");
    await sample.until((next) => searchText(next) === "");
    sample.key("escape");
    await sample.until(isRoot);
    expect(frame().stage.canGoBack).toBe(false);
  });
});

describe("H3 a command is launched", () => {
  it("with its arguments, after it was asked for those that are missing", async () => {
    sample.open("deeds");
    const { screen } = frame().stage;
    expect(screen?.kind).toBe("form");
    sample.send({ type: "field", screen: screen?.key ?? "", id: "subject", value: "trees" });
    sample.choose("Open Command");
    expect(await props("given")).toEqual({ launchType: "userInitiated", given: { subject: "trees" } });
  });

  it("by another, with arguments, a context and a fallback text", async () => {
    sample.choose("Launch");
    expect(await props("deep")).toEqual({
      launchType: "userInitiated",
      given: { subject: "s" },
      fallbackText: "f",
      launchContext: { deep: { n: 1 } },
    });
    expect(frame().journal.at(-1)?.text).toBe("Started the command deeds");
  });

  it("by a deeplink", async () => {
    sample.choose("Link");
    expect(await props("linked")).toEqual({ launchType: "userInitiated", given: { subject: "linked" } });
    expect(frame().isWindowOpen).toBe(true);
  });

  it("only where there is one, else the command that asks is told; links to other extensions lead nowhere", async () => {
    sample.choose("Unknown");
    await sample.shows("rejected: There is no command &quot;nothing&quot;.");
    sample.choose("Elsewhere");
    await sample.shows("rejected: There is no extension &quot;other&quot;.");
    sample.choose("Foreign");
    await sample.shows("done");
    expect(frame().stage.title).toBe("deeds");
    sample.send({ type: "openWindow" });
  });
});

describe("a command that runs", () => {
  it("opens the preferences in front of it, and finds what is saved there", async () => {
    sample.choose("Read");
    await sample.shows("token none");
    sample.choose("Preferences");
    const { stage } = await sample.until((next) => next.stage.screen?.kind === "form");
    expect(stage.canGoBack).toBe(true);
    sample.send({ type: "field", screen: stage.screen?.key ?? "", id: ":token", value: "secret word" });
    sample.send({ type: "key", key: "return", modifiers: ["cmd"] });
    await sample.shows("token none");
    sample.choose("Read");
    await sample.shows("token secret word");
    expect(sample.state.preferences.get().extension).toEqual({ token: "secret word" });
  });

  it("is in front again when the preferences are left", async () => {
    sample.choose("Preferences");
    await sample.until((next) => next.stage.screen?.kind === "form");
    sample.key("escape");
    await sample.shows("token secret word");
  });

  it("H6 tells how much of the 100 MB it uses", async () => {
    const { heap } = await sample.until((next) => next.heap !== undefined);
    expect(heap?.limitBytes).toBe(100 * 1024 * 1024);
    expect(heap?.usedBytes).toBeGreaterThan(1_000_000);
  });

  it("keeps its clipboard and its memory for the next, and prints into the terminal", async () => {
    sample.choose("Copy");
    await sample.until(({ journal }) => journal.at(-1)?.text === "Copied to the clipboard: copied text");
    expect(sample.state.mac.get().clipboard).toBe("copied text");
    sample.choose("Clear");
    await sample.until(({ journal }) => journal.at(-1)?.text === "Cleared the clipboard");
    expect(sample.state.mac.get().clipboard).toBe("");
    sample.choose("Store");
    await sample.shows("done");
    expect(sample.state.memory.get().localStorage).toEqual({ key: "value" });
    sample.choose("Print");
    await vi.waitFor(() => expect(sample.said).toContain("deeds: a printed line"));
  });

  it.each(["HUD", "Close", "Open"])("closes the window by %s, and is there when it opens again", async (title) => {
    const { title: before, screenKeys } = frame().stage;
    sample.choose(title);
    const closed = await sample.until(({ isWindowOpen }) => !isWindowOpen);
    if (title === "HUD") expect(closed.hud?.title).toBe("Saved");
    sample.send({ type: "openWindow" });
    expect(frame()).toMatchObject({ isWindowOpen: true, stage: { title: before, screenKeys } });
  });

  it("shows a toast as a HUD while the window is closed", async () => {
    sample.send({ type: "closeWindow" });
    sample.choose("Toast");
    await sample.until(({ hud }) => hud?.title === "Behind the window");
    sample.send({ type: "openWindow" });
  });

  it("ends at once where it closes the window so; what it says in the same breath still comes through", async () => {
    sample.choose("Immediate");
    await sample.until((next) => isRoot(next) && !next.isWindowOpen);
    expect(frame().journal.at(-1)?.text).toBe("Pasted into the app in front: the last word");
    sample.send({ type: "openWindow" });
    sample.open("deeds");
    sample.send({ type: "field", screen: frame().stage.screen?.key ?? "", id: "subject", value: "again" });
    sample.choose("Open Command");
    await sample.shows("again");
  });

  it("ends at ⌘Esc, and its memory is no one's any more", async () => {
    sample.send({ type: "key", key: "escape", modifiers: ["cmd"] });
    expect((await sample.until(isRoot)).heap).toBeUndefined();
  });
});

describe("the root search", () => {
  it("closes the window at Esc", () => {
    sample.key("escape");
    expect(frame()).toMatchObject({ isWindowOpen: false, stage: { title: "Raycast Preview" } });
  });

  it("opens a command with what was typed, as a fallback", async () => {
    sample.send({ type: "openWindow" });
    const screen = frame().stage.screen?.key ?? "";
    sample.send({ type: "search", screen, text: "some wish" });
    sample.send({ type: "select", screen, id: "fallback:deeds" });
    sample.key("return");
    expect(await props("fallbackText")).toMatchObject({ fallbackText: "some wish", given: { subject: "" } });
  });
});

it("refuses to launch what the extension does not have", () => {
  const request = { command: "nothing", arguments: {}, launchType: LaunchType.UserInitiated };
  expect(() => sample.host.launch(request)).toThrow('There is no command "nothing".');
});
