import { describe, expect, it } from "vitest";
import type { Stage, Toast } from "../frame/frame";
import { noViewCommands } from "./no-view-commands";
import { playedSurroundings, type PlayedRun } from "./sample-surroundings";

const toastOf = (title: string): Toast => ({
  style: "success",
  title,
  message: "",
  primaryAction: { title: "Open", shortcut: ["⌘", "T"] },
});

function start() {
  const played = playedSurroundings();
  const commands = noViewCommands(played.surroundings);
  const say = (run: PlayedRun, messages: Pick<Stage, "toast" | "alert">) =>
    run.says.picture({ type: "stage", stage: { title: "", canGoBack: true, screenKeys: [], ...messages } }, {});
  const launch = () => {
    commands.run(played.command, played.request);
    return played.run(played.runs.length - 1);
  };
  const hide = () => commands.do("page", 1, { type: "toast", action: "hide" });
  return { ...played, commands, say, launch, hide };
}

describe("H3 no-view commands", () => {
  it("show the messages of the one that spoke last", () => {
    const { commands, say, launch } = start();
    const [one, two] = [launch(), launch()];
    say(one, { toast: toastOf("one") });
    say(two, {});
    expect(commands.messages.toast?.title).toBe("one");
    say(two, { toast: toastOf("two") });
    say(one, {});
    expect(commands.messages.toast?.title).toBe("two");
    say(two, {});
    expect(commands.messages).toEqual({});
  });

  it("are given what is done to their messages, the keys of a toast's actions too", () => {
    const { commands, say, launch } = start();
    const run = launch();
    expect(commands.do("page", 1, { type: "key", key: "t", modifiers: ["cmd"] })).toBe(false);
    say(run, { toast: toastOf("one") });
    expect(commands.do("page", 2, { type: "key", key: "t", modifiers: ["cmd"] })).toBe(true);
    expect(commands.do("page", 3, { type: "key", key: "t", modifiers: [] })).toBe(false);
    expect(commands.do("page", 4, { type: "alert", yes: true })).toBe(false);
    expect(run.told).toEqual([{ type: "toast", action: "primary" }]);
  });

  it("know the key of a toast's action however the keyboard names it", () => {
    const { commands, say, launch } = start();
    const run = launch();
    say(run, { toast: { ...toastOf("one"), secondaryAction: { title: "Larger", shortcut: ["⌘", "+"] } } });
    expect(commands.do("page", 1, { type: "key", key: "=", modifiers: ["cmd"] })).toBe(false);
    expect(commands.do("page", 2, { type: "key", key: "=", modifiers: ["cmd", "shift"] })).toBe(true);
    expect(run.told).toEqual([{ type: "toast", action: "secondary" }]);
  });

  it("leave their last toast when they end, without its actions, until it is hidden", () => {
    const { commands, say, launch, hide } = start();
    const run = launch();
    say(run, { toast: toastOf("done") });
    run.says.ended();
    expect(run.hasEnded).toBe(true);
    expect(commands.messages).toEqual({ toast: { style: "success", title: "done", message: "" } });
    hide();
    expect(commands.messages).toEqual({});
    expect(run.told).toEqual([]);
  });

  it("do not bring a toast back that was hidden just before they ended", () => {
    const { commands, say, launch, hide } = start();
    const run = launch();
    say(run, { toast: toastOf("done") });
    hide();
    say(run, { toast: toastOf("done") });
    run.says.ended();
    expect(commands.messages).toEqual({});
  });

  it("that fail take their messages with them", () => {
    const { commands, failures, say, launch } = start();
    const run = launch();
    say(run, { toast: toastOf("one") });
    run.says.crashed({ title: "The command failed", message: "No network", stack: "" });
    expect(commands.messages).toEqual({});
    expect(failures).toEqual(["search-notes: No network"]);
    expect(run.hasEnded).toBe(true);
  });
});
