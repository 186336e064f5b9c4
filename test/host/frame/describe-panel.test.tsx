import { Action, ActionPanel, Detail, Form, Icon } from "@raycast/api";
import { describe, expect, it } from "vitest";
import { describeStage } from "./describe-stage";
import { run, screenOf, testLook } from "./test-command";

describe("H2 the action panel", () => {
  const panel = (
    <ActionPanel title="For A">
      <Action title="First" icon={Icon.Star} shortcut={{ modifiers: ["cmd", "shift"], key: "g" }} />
      <ActionPanel.Section title="More">
        <ActionPanel.Submenu title="Other" shortcut={{ modifiers: ["cmd"], key: "j" }} autoFocus>
          <Action title="Inner" />
          <ActionPanel.Section title="Deep">
            <Action title="Innermost" />
          </ActionPanel.Section>
        </ActionPanel.Submenu>
        <Action title="Delete" style={Action.Style.Destructive} shortcut={{ modifiers: ["ctrl"], key: "x" }} />
      </ActionPanel.Section>
      <ActionPanel.Section title="Empty" />
      <Action title="Last" />
    </ActionPanel>
  );

  it("has sections, submenus and shortcuts, the first two also by their place", () => {
    const { panel: described } = screenOf(() => <Detail actions={panel} />, "detail");
    expect(described?.title).toBe("For A");
    expect(described?.sections.map(({ title, entries }) => [title, entries.map((entry) => entry.title)])).toEqual([
      ["", ["First"]],
      ["More", ["Other", "Delete"]],
      ["", ["Last"]],
    ]);
    const [first, other, remove] = described?.sections.flatMap(({ entries }) => entries) ?? [];
    const id = expect.any(String) as string;
    expect(first).toEqual({
      id,
      title: "First",
      icon: { kind: "symbol", name: "star-16" },
      isDestructive: false,
      isAutoFocused: false,
      shortcuts: [["↵"], ["⇧", "⌘", "G"]],
    });
    expect(remove).toMatchObject({ isDestructive: true, shortcuts: [["⌃", "X"]] });
    expect(other).toMatchObject({
      isAutoFocused: true,
      shortcuts: [
        ["⌘", "↵"],
        ["⌘", "J"],
      ],
      submenu: { isLoading: false, listensToSearch: false, filters: true },
    });
    const inner = other?.submenu?.sections.map(({ title, entries }) => [title, entries.map((entry) => entry.title)]);
    expect(inner).toEqual([
      ["", ["Inner"]],
      ["Deep", ["Innermost"]],
    ]);
  });

  it("gives ⌘↵ to the first action of a form, where Return is the fields'", () => {
    const { panel: described } = screenOf(() => <Form actions={panel} />, "form");
    const entries = described?.sections.flatMap((section) => section.entries) ?? [];
    expect(entries.map(({ shortcuts }) => shortcuts)).toEqual([
      [
        ["⌘", "↵"],
        ["⇧", "⌘", "G"],
      ],
      [["⌘", "J"]],
      [["⌃", "X"]],
      [],
    ]);
  });

  it("keeps the id of an entry as long as it is there", () => {
    const running = run(() => <Detail actions={panel} />);
    const ids = () =>
      describeStage(running, testLook).screen?.panel?.sections.flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(4);
  });

  it("is absent where there is no action", () => {
    expect(screenOf(() => <Detail actions={<ActionPanel />} />, "detail").panel).toBeUndefined();
  });
});
