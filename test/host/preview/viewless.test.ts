import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Frame, MenuEntry } from "../frame/frame";
import { startSampleHost, type SampleHost } from "./sample-host";

vi.setConfig({ testTimeout: 30_000 });

const QUIET = `async () => {
  await api.Clipboard.copy("quiet");
  const yes = await api.confirmAlert({ title: "Really?" });
  const toast = await api.showToast({ title: yes ? "Answered yes" : "Answered no", primaryAction:
    { title: "Go on", onAction: (shown) => { shown.title = "Went on"; shown.primaryAction = undefined; resolve(); } } });
  let resolve;
  await new Promise((done) => { resolve = done; });
  await api.showHUD("Done quietly");
}`;
const FAIL = `async () => { throw new Error("No network"); }`;
const MENU = `function Menu() {
  const [isLoading, setLoading] = react.useState(true);
  const [runs, setRuns] = react.useState("");
  react.useEffect(() => void api.LocalStorage.getItem("runs").then(async (before = 0) => {
    await api.LocalStorage.setItem("runs", before + 1);
    setRuns(String(before + 1));
    setLoading(false);
  }), []);
  const item = (title, onAction) => jsx(api.MenuBarExtra.Item, { title, onAction }, title);
  return jsx(api.MenuBarExtra, { title: "Run " + runs, isLoading, children: [
    item("Say", () => api.showHUD("Said in run " + runs)),
    item("Fail", () => { throw new Error("The menu broke"); }),
    item("Start", () => api.launchCommand({ name: "runs", type: api.LaunchType.UserInitiated })),
  ] });
}`;
const RUNS = `function Command() {
  const [text, setText] = react.useState("");
  const read = () => api.LocalStorage.getItem("runs").then((runs) => setText("runs " + runs));
  react.useEffect(() => void read(), []);
  return view(text, { Read: read, Refresh: () => api.launchCommand({ name: "menu", type: api.LaunchType.Background }) });
}`;

const TICK = `async ({ launchType }) => {
  await api.updateCommandMetadata({ subtitle: "ran as " + launchType });
  if (launchType === "background") throw new Error("Offline");
}`;

let sample: SampleHost;
beforeAll(() => {
  sample = startSampleHost({
    quiet: { mode: "no-view", code: QUIET },
    fail: { mode: "no-view", code: FAIL },
    menu: { mode: "menu-bar", code: MENU },
    runs: { code: RUNS },
    tick: { mode: "no-view", interval: "10s", code: TICK },
  });
});
afterAll(() => sample.close());

const frame = () => sample.host.frame();

describe("H3 a no-view command", () => {
  it("asks over the root search, where its toast shows, too, and does what the toast offers", async () => {
    sample.open("quiet");
    const { stage } = await sample.until((next) => next.stage.alert !== undefined);
    expect(stage).toMatchObject({ title: "Raycast Preview", screen: { kind: "list" }, alert: { title: "Really?" } });
    expect(sample.state.mac.get().clipboard).toBe("quiet");
    sample.send({ type: "alert", yes: true });
    const asked = await sample.until((next) => next.stage.toast !== undefined);
    expect(asked.stage.alert).toBeUndefined();
    expect(asked.stage.toast).toMatchObject({ title: "Answered yes", primaryAction: { shortcut: ["⌘", "T"] } });
    sample.send({ type: "key", key: "t", modifiers: ["cmd"] });
    await sample.until((next) => next.stage.toast?.title === "Went on");
  });

  it("says over the desktop that it is done; its last toast stays until it is hidden", async () => {
    const { isWindowOpen, stage } = await sample.until(({ hud }) => hud?.title === "Done quietly");
    expect(isWindowOpen).toBe(false);
    expect(stage.toast?.title).toBe("Went on");
    sample.send({ type: "openWindow" });
    sample.send({ type: "toast", action: "hide" });
    await sample.until((next) => next.stage.toast === undefined);
  });

  it("that rejects is shown with its error, and starts again", async () => {
    for (const start of [() => sample.open("fail"), () => sample.send({ type: "restart" })]) {
      start();
      expect(frame().stage.crash).toBeUndefined();
      const { stage } = await sample.until((next) => next.stage.crash !== undefined);
      expect(stage).toMatchObject({ title: "fail", crash: { title: "The command failed", message: "No network" } });
    }
    sample.key("escape");
  });
});

describe("H3 a menu-bar command", () => {
  const entries = ({ menuBar }: Frame): readonly MenuEntry[] =>
    menuBar.flatMap(({ sections }) => sections.flatMap((section) => section.entries));
  const choose = (title: string) => {
    const id = entries(frame()).find((entry) => entry.title === title)?.id ?? "";
    sample.send({ type: "menuBar", command: "menu", id, isAlternate: false });
  };
  const menuOf = (run: number) => (next: Frame) =>
    next.menuBar[0]?.title === `Run ${run}` && !next.menuBar[0].isLoading;

  it("is not in the menu bar before a person switched it on; then it stays there", async () => {
    expect(frame().menuBar).toEqual([]);
    sample.open("menu");
    const { menuBar, stage } = await sample.until(menuOf(1));
    expect(menuBar).toMatchObject([{ command: "menu", title: "Run 1", isLoading: false }]);
    expect(entries(frame()).map(({ title }) => title)).toEqual(["Say", "Fail", "Start"]);
    expect(stage.title).toBe("Raycast Preview");
  });

  it("does what is chosen after it was unloaded", async () => {
    choose("Say");
    await sample.until(({ hud }) => hud?.title === "Said in run 1");
  });

  it("runs again when its menu is opened, with the menu of before until it has drawn", async () => {
    sample.send({ type: "menuBarOpen", command: "menu" });
    expect(frame().menuBar[0]?.title).toBe("Run 1");
    // It is on its way already.
    sample.send({ type: "menuBarOpen", command: "menu" });
    await sample.until(menuOf(2));
    choose("Say");
    await sample.until(({ hud }) => hud?.title === "Said in run 2");
  });

  it("runs beside a view command, which may refresh it and shares its memory", async () => {
    choose("Start");
    await sample.shows("runs 2");
    expect(frame().isWindowOpen).toBe(true);
    sample.choose("Refresh");
    await sample.until(menuOf(3));
    expect(frame().stage.title).toBe("runs");
    sample.choose("Read");
    await sample.shows("runs 3");
  });

  it("that fails says so over the desktop, and can be opened again", async () => {
    choose("Fail");
    await sample.until(({ hud }) => hud?.title === "menu: The menu broke");
    expect(frame().stage.crash).toBeUndefined();
    sample.send({ type: "menuBarOpen", command: "menu" });
    await sample.until(menuOf(4));
  });

  it("is told of by no other name", () => {
    sample.send({ type: "menuBarOpen", command: "other" });
    sample.send({ type: "menuBar", command: "other", id: "1", isAlternate: false });
    expect(frame().menuBar).toHaveLength(1);
  });
});

describe("H3 a command with an interval", () => {
  it("runs in the background after its first start, gives itself a subtitle, and fails without a view", async () => {
    sample.send({ type: "key", key: "escape", modifiers: ["cmd"] });
    await sample.until(({ stage }) => stage.title === "Raycast Preview");
    // Only those of the host: its workers have their own.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    sample.open("tick");
    await sample.shows("ran as userInitiated");
    expect(sample.state.subtitles.get()).toEqual({ tick: "ran as userInitiated" });
    vi.advanceTimersByTime(10_000);
    await sample.shows("ran as background");
    await sample.until(({ hud }) => hud?.title === "tick: Offline");
    expect(frame().stage.crash).toBeUndefined();
  });

  it("stops when it is deactivated, as does a menu-bar command", () => {
    for (const command of ["tick", "menu"]) {
      sample.send({ type: "select", screen: frame().stage.screen?.key ?? "", id: `command:${command}` });
      sample.choose("Deactivate Command");
      expect(() => sample.choose("Deactivate Command")).toThrow('no action "Deactivate Command"');
    }
    expect(frame().menuBar).toEqual([]);
  });
});
