import {
  Action,
  ActionPanel,
  confirmAlert,
  Detail,
  Form,
  Grid,
  List,
  type Keyboard,
  showToast,
  useNavigation,
} from "@raycast/api";
import type { ComponentType } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { describeStage } from "./describe-stage";
import { doDeed } from "./do-deed";
import { run, testLook } from "./test-command";

const log: unknown[] = [];
beforeEach(() => {
  log.length = 0;
});

type Modifiers = ("cmd" | "ctrl" | "opt" | "shift")[];

/** Starts a command; press("cmd n") presses keys on it. */
function start(Command: ComponentType<never>) {
  const running = run(Command);
  const stage = () => describeStage(running, testLook);
  const press = (keys: string) => {
    const names = keys.split(" ");
    doDeed(running, { type: "key", key: names.at(-1) ?? "", modifiers: names.slice(0, -1) as Modifiers });
  };
  return { running, stage, press, screen: stage().screen?.key ?? "" };
}

const logged = (title: string, shortcut?: Keyboard.Shortcut) => (
  <Action title={title} onAction={() => log.push(title)} {...(shortcut && { shortcut })} />
);

const panel = (
  <ActionPanel>
    {logged("first", { modifiers: ["cmd"], key: "n" })}
    <ActionPanel.Section>
      {logged("second")}
      {logged("third", { modifiers: ["opt", "cmd"], key: "delete" })}
      <ActionPanel.Submenu title="More" shortcut={{ modifiers: ["cmd"], key: "m" }} onOpen={() => log.push("opened")}>
        {logged("inner", {
          macOS: { modifiers: ["cmd", "shift"], key: "i" },
          Windows: { modifiers: ["ctrl"], key: "i" },
        })}
        {logged("larger", { modifiers: ["cmd"], key: "+" })}
      </ActionPanel.Submenu>
    </ActionPanel.Section>
  </ActionPanel>
);

describe("H2 keys of actions", () => {
  it("are Return and ⌘Return by place", () => {
    const { press } = start(() => <Detail actions={panel} />);
    ["return", "enter", "cmd return", "shift return"].forEach(press);
    expect(log).toEqual(["first", "first", "second"]);
  });

  it("are ⌘Return alone in a form", () => {
    const { press } = start(() => <Form actions={panel} />);
    ["return", "cmd return"].forEach(press);
    expect(log).toEqual(["first"]);
  });

  it("are their shortcuts, whatever the order and names of the keys, also within submenus", () => {
    const { press } = start(() => <Detail actions={panel} />);
    ["cmd n", "n", "shift cmd n", "cmd opt backspace", "shift cmd i", "ctrl i", "cmd shift =", "cmd m"].forEach(press);
    expect(log).toEqual(["first", "third", "inner", "larger", "opened"]);
  });

  it("do nothing where there are no actions", () => {
    const { press, running } = start(() => <Detail />);
    ["return", "cmd return", "cmd n"].forEach(press);
    expect(running.failure).toBeUndefined();
  });
});

describe("H2 keys that move the selection", () => {
  const item = (id: string) => <List.Item key={id} id={id} title={id} />;
  const Rows = () => (
    <List>
      {["a", "b"].map(item)}
      <List.Section title="More">{["c", "d"].map(item)}</List.Section>
    </List>
  );

  /** What is selected after each of the keys, in one text. */
  function selected(Command: ComponentType<never>, keys: string[]): string {
    const { press, stage } = start(Command);
    const ids = keys.map((one) => {
      press(one);
      const { screen } = stage();
      return screen && "selectedId" in screen ? screen.selectedId : "-";
    });
    return ids.join("");
  }

  it("are the arrows, and those of the Mac and of vi", () => {
    expect(selected(Rows, ["arrowDown", "ctrl n", "ctrl j", "arrowUp", "ctrl p", "ctrl k"])).toBe("bcdcba");
    expect(selected(Rows, ["arrowUp", "arrowDown"])).toBe("da");
  });

  it("are those for the ends, the sections and the pages", () => {
    expect(selected(Rows, ["end", "home", "cmd arrowDown", "cmd arrowUp"])).toBe("dada");
    expect(selected(Rows, ["opt arrowDown", "opt arrowUp"])).toBe("ca");
    const Many = () => <List>{"abcdefghijkl".split("").map(item)}</List>;
    expect(selected(Many, ["pageDown", "pageDown", "pageUp", "pageUp"])).toBe("ilda");
  });

  it("go through the cells of a grid", () => {
    const Cells = () => (
      <Grid columns={2}>
        {"abcde".split("").map((id) => (
          <Grid.Item key={id} id={id} content="🚀" />
        ))}
      </Grid>
    );
    const keys = ["arrowRight", "arrowDown", "arrowDown", "arrowLeft", "arrowUp"];
    expect(selected(Cells, keys)).toBe("bdedb");
  });

  it("give way to an action that has the same key", () => {
    const actions = <ActionPanel>{logged("mine", { modifiers: ["opt"], key: "arrowDown" })}</ActionPanel>;
    const Command = () => (
      <List actions={actions}>
        {item("a")}
        {item("b")}
      </List>
    );
    expect(selected(Command, ["opt arrowDown"])).toBe("a");
    expect(log).toEqual(["mine"]);
  });
});

describe("H2 Escape", () => {
  function Stack() {
    const { push } = useNavigation();
    return (
      <List
        actions={
          <ActionPanel>
            <Action title="Push" onAction={() => push(<Detail />, () => log.push("popped"))} />
          </ActionPanel>
        }
      />
    );
  }

  it("goes back a screen, empties the search bar, and then leaves the command", () => {
    const { press, stage, running, screen } = start(Stack);
    press("return");
    expect(stage().screen?.kind).toBe("detail");
    press("escape");
    expect([stage().screen?.kind, log]).toEqual(["list", ["popped"]]);
    doDeed(running, { type: "search", screen, text: "typed" });
    press("escape");
    expect([stage().screen, running.hasEnded]).toMatchObject([{ searchBar: { text: "" } }, false]);
    press("escape");
    expect(running.hasEnded).toBe(true);
  });

  it("leaves the command at once with ⌘", () => {
    const { press, running } = start(Stack);
    ["return", "cmd escape"].forEach(press);
    expect(running.hasEnded).toBe(true);
  });
});

describe("H2 keys of what is over the screen", () => {
  it("are ⌘T and ⇧⌘T for a toast, or its own", async () => {
    const { press } = start(() => <Detail actions={panel} />);
    const action = (title: string, shortcut?: Keyboard.Shortcut) => ({
      title,
      onAction: () => log.push(title),
      ...(shortcut && { shortcut }),
    });
    press("cmd t");
    await showToast({ title: "Hi", primaryAction: action("one"), secondaryAction: action("two") });
    ["cmd t", "shift cmd t"].forEach(press);
    await showToast({ title: "Hi", primaryAction: action("mine", { modifiers: ["cmd"], key: "n" }) });
    ["cmd t", "cmd n"].forEach(press);
    expect(log).toEqual(["one", "two", "mine"]);
  });

  it("are Return and Escape for an alert, and no others", async () => {
    const { press, stage, running } = start(() => <Detail actions={panel} />);
    const yes = confirmAlert({ title: "Sure?" });
    ["cmd n", "cmd return", "return"].forEach(press);
    expect(await yes).toBe(true);
    const no = confirmAlert({ title: "Sure?" });
    ["escape", "escape"].forEach(press);
    expect(await no).toBe(false);
    expect([log, stage().screen?.kind, running.hasEnded]).toEqual([[], undefined, true]);
  });
});
