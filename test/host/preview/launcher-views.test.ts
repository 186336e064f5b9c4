import { describe, expect, it } from "vitest";
import { LaunchType } from "../api/enums";
import type { Stage } from "../frame/frame";
import { testLook } from "../frame/test-command";
import type { LaunchRequest } from "./launch-request";
import { memoryServices } from "./launcher/sample-extension";
import type { LauncherServices } from "./launcher/services";
import { launcherViews } from "./launcher-views";

function start(given: Partial<LauncherServices> = {}) {
  const launched: LaunchRequest[] = [];
  const said: string[] = [];
  const views = launcherViews({
    ...memoryServices().services,
    launch: (request) => void launched.push(request),
    changed: () => undefined,
    left: () => void said.push("left"),
    say: (line) => void said.push(line),
    ...given,
  });
  const stage = (): Stage => views.stage(testLook);
  const screen = () => stage().screen?.key ?? "";
  const key = (name: string, ...modifiers: "cmd"[]) => views.do({ type: "key", key: name, modifiers });
  return { views, launched, said, stage, screen, key };
}

describe("H3 Raycast's own views", () => {
  it("launch what was chosen before the next deed, and only once", async () => {
    const { launched, key } = start();
    key("return");
    expect(launched.map(({ command }) => command)).toEqual(["search-notes"]);
    await Promise.resolve();
    expect(launched).toHaveLength(1);
  });

  it("say what could not be launched; it ends nothing", async () => {
    const { said, stage, key } = start({
      launch: () => {
        throw new Error("There is no command");
      },
    });
    key("return");
    await Promise.resolve();
    expect(said).toEqual(["There is no command"]);
    expect(stage().crash).toBeUndefined();
  });

  it("are done with a form that has launched its command", () => {
    const { views, launched, stage, screen, key } = start();
    views.do({ type: "select", screen: screen(), id: "command:create-note" });
    key("return");
    expect(stage().screen?.kind).toBe("form");
    views.do({ type: "field", screen: screen(), id: "title", value: "Plan" });
    key("return", "cmd");
    expect(launched).toMatchObject([{ command: "create-note", arguments: { title: "Plan" } }]);
    expect(stage()).toMatchObject({ canGoBack: false, screen: { kind: "list" } });
  });

  it("empty the root search when they are told to, and start at its first row again", () => {
    const { views, stage, screen } = start();
    const shown = () => stage().screen;
    const first = shown();
    views.do({ type: "search", screen: screen(), text: "note" });
    views.do({ type: "select", screen: screen(), id: "command:create-note" });
    expect(shown()).toMatchObject({ searchBar: { text: "note" }, selectedId: "command:create-note" });
    views.clearRootSearch();
    expect(shown()).toEqual(first);
  });

  it("forget what was typed into the root search once it has launched something", () => {
    const { views, stage, screen, key } = start();
    const typed = () => (stage().screen?.kind === "list" ? stage().screen : undefined);
    views.do({ type: "search", screen: screen(), text: "search" });
    expect(typed()).toMatchObject({ searchBar: { text: "search" } });
    key("return");
    expect(typed()).toMatchObject({ searchBar: { text: "" } });
  });

  it("ask in front of all for what a command lacks, and are done with that, too", () => {
    const { views, launched, screen, key } = start();
    const request = { command: "create-note", arguments: {}, launchType: LaunchType.UserInitiated };
    expect(views.askBeforeLaunch({ ...request, arguments: { title: "Plan" } })).toBe(false);
    expect(views.askBeforeLaunch(request)).toBe(true);
    views.do({ type: "field", screen: screen(), id: "title", value: "Plan" });
    key("return", "cmd");
    expect(launched).toMatchObject([{ command: "create-note", arguments: { title: "Plan" } }]);
    expect(views.hasForm).toBe(false);
  });

  it("have a form in front until it is left; then what was there before is back", () => {
    const { views, stage, key } = start();
    views.openPreferences(undefined);
    expect(views.hasForm).toBe(true);
    expect(stage()).toMatchObject({ canGoBack: true, screen: { kind: "form" } });
    key("escape");
    expect(views.hasForm).toBe(false);
    expect(stage().screen?.kind).toBe("list");
  });

  it("begin anew when the root search is left", () => {
    const { said, stage, key } = start();
    key("escape");
    expect(said).toEqual(["left"]);
    expect(stage().screen?.kind).toBe("list");
  });

  it("show their own crash, which can be left", () => {
    const { views, stage, key } = start({
      savePreferences: () => {
        throw new Error("The disk is full");
      },
    });
    expect(views.leaveCrash()).toBe(false);
    views.openPreferences(undefined);
    key("return", "cmd");
    expect(stage().crash?.message).toBe("The disk is full");
    expect(views.leaveCrash()).toBe(true);
    expect(stage()).toMatchObject({ screen: { kind: "list" } });
  });
});
