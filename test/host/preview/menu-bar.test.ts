import { describe, expect, it } from "vitest";
import { LaunchType } from "../api/enums";
import type { MenuBarEntry } from "../frame/frame";
import { menuBar } from "./menu-bar";
import { playedSurroundings, type PlayedRun } from "./sample-surroundings";

function start() {
  const played = playedSurroundings();
  const { command, request } = played;
  const menus = menuBar(played.surroundings);
  const draw = (run: PlayedRun, title: string, isLoading = false) => {
    const entry: MenuBarEntry = { command: command.name, title, tooltip: "", isLoading, sections: [] };
    run.says.picture({ type: "menu", entry }, {});
  };
  const open = () => menus.do("page", 1, { type: "menuBarOpen", command: command.name });
  const choose = (id: string) =>
    menus.do("page", 1, { type: "menuBar", command: command.name, id, isAlternate: false });
  const shown = () => menus.entries.map(({ title, isLoading }) => (isLoading ? `${title}…` : title));
  menus.run(command, request);
  return { ...played, menus, draw, open, choose, shown };
}

describe("H3 the menu bar", () => {
  it("has the menu of the last run until the next one has drawn, which then takes its place", () => {
    const { run, draw, open, shown } = start();
    expect(shown()).toEqual([]);
    draw(run(0), "one");
    open();
    expect(shown()).toEqual(["one"]);
    expect(run(0).hasEnded).toBe(false);
    draw(run(1), "two", true);
    expect(shown()).toEqual(["two…"]);
    expect(run(0).hasEnded).toBe(true);
    draw(run(0), "late");
    expect(shown()).toEqual(["two…"]);
  });

  it("starts no other run while one is still drawing or loading", () => {
    const { runs, run, draw, open } = start();
    open();
    draw(run(0), "one", true);
    open();
    expect(runs).toHaveLength(1);
    draw(run(0), "one");
    open();
    open();
    expect(runs).toHaveLength(2);
  });

  it("gives what is chosen to the run whose menu shows", () => {
    const { run, draw, open, choose } = start();
    draw(run(0), "one");
    open();
    choose("a");
    draw(run(1), "two");
    choose("b");
    expect(run(0).told).toMatchObject([{ type: "menuBar", id: "a" }]);
    expect(run(1).told).toMatchObject([{ type: "menuBar", id: "b" }]);
  });

  it("loses an entry when its command draws nothing any more", () => {
    const { run, draw, open, shown } = start();
    draw(run(0), "one");
    open();
    run(1).says.picture({ type: "menu" }, {});
    expect(shown()).toEqual([]);
    open();
    draw(run(2), "three");
    expect(shown()).toEqual(["three"]);
  });

  it("loses the entry of a command that is switched off, whose runs end; it can be switched on again", () => {
    const { menus, command, request, run, draw, open, shown } = start();
    draw(run(0), "one");
    open();
    menus.remove(command.name);
    expect(shown()).toEqual([]);
    expect(menus.has(command.name)).toBe(false);
    expect([run(0).hasEnded, run(1).hasEnded]).toEqual([true, true]);
    draw(run(1), "late");
    expect(shown()).toEqual([]);
    menus.run(command, request);
    draw(run(2), "again");
    expect(shown()).toEqual(["again"]);
  });

  it("is opened by a person, also after it ran in the background", () => {
    const { menus, command, request, run, draw, open } = start();
    menus.run(command, { ...request, launchType: LaunchType.Background });
    draw(run(1), "one");
    open();
    expect([run(1).launchType, run(2).launchType]).toEqual(["background", "userInitiated"]);
  });

  it("keeps the menu of a run that failed, does not seem to load, and lets it be opened again", () => {
    const { failures, run, draw, open, shown } = start();
    draw(run(0), "one", true);
    run(0).says.crashed({ title: "The command failed", message: "No network", stack: "" });
    expect(failures).toEqual(["search-notes: No network"]);
    expect(run(0).hasEnded).toBe(true);
    expect(shown()).toEqual(["one"]);
    open();
    draw(run(1), "two");
    expect(shown()).toEqual(["two"]);
  });

  it("leaves all else to others", () => {
    const { menus } = start();
    expect(menus.do("page", 1, { type: "openWindow" })).toBe(false);
    expect(menus.do("page", 1, { type: "menuBarOpen", command: "other" })).toBe(true);
  });
});
