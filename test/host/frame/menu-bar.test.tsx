import { Icon, MenuBarExtra } from "@raycast/api";
import { createElement, type ComponentType } from "react";
import { describe, expect, it } from "vitest";
import { launchProps } from "../command/launch-props";
import { quietWorld } from "../command/quiet-world";
import { RunningMenuBar } from "../command/running-menu-bar";
import { describeMenuBar } from "./describe-menu-bar";
import { doMenuDeed } from "./do-deed";
import type { MenuSection } from "./frame";
import { testLook } from "./test-command";

// The component is deprecated; menus have it all the same.
const Separator = () => createElement("MenuBarExtra.Separator");

function start(Command: ComponentType<never>) {
  const world = quietWorld({ commandName: "menu", commandMode: "menu-bar" });
  const command = new RunningMenuBar(Command, launchProps(world, {}), world);
  const choose = (title: string, isAlternate = false) => {
    const entries = entriesOf(describeMenuBar(command, testLook)?.sections ?? []);
    const id = entries.find((entry) => entry.title === title)?.id ?? "";
    doMenuDeed(command, { type: "menuBar", command: "menu", id, isAlternate });
  };
  return { command, choose };
}

const entriesOf = (sections: readonly MenuSection[]): MenuSection["entries"][number][] =>
  sections.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...entriesOf(entry.submenu ?? [])]));

describe("H3 a command in the menu bar", () => {
  const log: string[] = [];
  const item = (title: string) => (
    <MenuBarExtra.Item title={title} onAction={({ type }) => log.push(`${title} ${type}`)} />
  );
  const Menu = () => (
    <MenuBarExtra title="3" icon={Icon.Bell} tooltip="News">
      <MenuBarExtra.Item
        title="First"
        subtitle="one"
        icon={Icon.Star}
        tooltip="Tip"
        shortcut={{ modifiers: ["cmd"], key: "f" }}
        onAction={() => log.push("First")}
        alternate={item("Other")}
      />
      <Separator />
      <MenuBarExtra.Item title="Grey" />
      <MenuBarExtra.Section title="More">
        {item("Second")}
        <Separator />
        <MenuBarExtra.Submenu title="Sub">{item("Inner")}</MenuBarExtra.Submenu>
      </MenuBarExtra.Section>
    </MenuBarExtra>
  );

  it("has its menu in sections, between separators and in submenus", () => {
    const entry = describeMenuBar(start(Menu).command, testLook);
    const id = expect.any(String) as string;
    const plain = { id, subtitle: "", tooltip: "", shortcut: [] };
    expect(entry).toEqual({
      command: "menu",
      title: "3",
      icon: { kind: "symbol", name: "bell-16" },
      tooltip: "News",
      isLoading: false,
      sections: [
        {
          title: "",
          entries: [
            {
              id,
              title: "First",
              subtitle: "one",
              icon: { kind: "symbol", name: "star-16" },
              tooltip: "Tip",
              shortcut: ["⌘", "F"],
              isEnabled: true,
            },
          ],
        },
        { title: "", entries: [{ ...plain, title: "Grey", isEnabled: false }] },
        { title: "More", entries: [{ ...plain, title: "Second", isEnabled: true }] },
        {
          title: "",
          entries: [
            {
              ...plain,
              title: "Sub",
              isEnabled: true,
              submenu: [{ title: "", entries: [{ ...plain, title: "Inner", isEnabled: true }] }],
            },
          ],
        },
      ],
    });
  });

  it("does what is chosen, or its alternate, or is told of the right button", () => {
    const { choose } = start(Menu);
    choose("First");
    choose("First", true);
    choose("Inner");
    choose("Second", true);
    choose("Gone");
    expect(log).toEqual(["First", "Other left-click", "Inner left-click", "Second right-click"]);
  });

  it("takes what was chosen in the menu of before for the same item of the new one", () => {
    log.length = 0;
    const idOfInner = () =>
      entriesOf(describeMenuBar(start(Menu).command, testLook)?.sections ?? []).find(({ title }) => title === "Inner")
        ?.id;
    const id = idOfInner() ?? "";
    doMenuDeed(start(Menu).command, { type: "menuBar", command: "menu", id, isAlternate: false });
    expect(log).toEqual(["Inner left-click"]);
  });

  it("is absent where the command draws nothing, and fails where it does", () => {
    expect(describeMenuBar(start(() => null).command, testLook)).toBeUndefined();
    const fail = () => {
      throw new Error("Broken");
    };
    const { command, choose } = start(() => (
      <MenuBarExtra>
        <MenuBarExtra.Item title="Fail" onAction={fail} />
      </MenuBarExtra>
    ));
    choose("Fail");
    choose("Fail");
    expect(command.failure?.message).toBe("Broken");
  });
});
