import type { ReactNode } from "react";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  Action,
  ActionPanel,
  Alert,
  Color,
  Detail,
  Grid,
  Icon,
  Image,
  List,
  MenuBarExtra,
  Toast,
  confirmAlert,
  type Keyboard,
} from "@raycast/api";
import { launch } from "../command/launch";

/** What drawing something throws. */
function problemOf(content: ReactNode): string {
  try {
    launch(() => content).close();
    return "";
  } catch (error) {
    return String(error);
  }
}

const withIcon = (icon: Image.ImageLike) => <List.Item title="Row" icon={icon} />;
const inList = (row: ReactNode) => <List>{row}</List>;
const withShortcut = (shortcut: Keyboard.Shortcut) => (
  <Detail
    actions={
      <ActionPanel>
        <Action title="Do" shortcut={shortcut} />
      </ActionPanel>
    }
  />
);

describe("H6 an icon", () => {
  it.each<Image.ImageLike>([
    Icon.Star,
    "🌍",
    "👩‍💻",
    "icon.png",
    "https://example.com/a",
    "data:image/png;base64,AA==",
    "/somewhere/else.png",
    { fileIcon: "/a.pdf" },
    { source: { light: Icon.Sun, dark: Icon.Moon }, fallback: "🌍", mask: Image.Mask.Circle, tintColor: Color.Red },
  ])("may be %o", (icon) => {
    expect(problemOf(inList(withIcon(icon)))).toBe("");
    expect(problemOf(inList(<List.Item title="Row" icon={{ value: icon, tooltip: "Tip" }} />))).toBe("");
    expect(problemOf(<Grid>{<Grid.Item content={icon} />}</Grid>)).toBe("");
  });

  it.each([
    ["star", 'an unknown icon "star"'],
    ["nowhere.png", 'an unknown icon "nowhere.png"'],
    ["12", 'an unknown icon "12"'],
    [{ source: "Icon.Star" }, 'an unknown icon "Icon.Star"'],
    [{ source: Icon.Star, fallback: { light: "a", dark: "b" } }, 'an unknown icon "a"'],
    [{ source: Icon.Star, tintColor: "raycast-pink" }, 'an unknown colour "raycast-pink"'],
    [{ source: Icon.Star, mask: "star" }, 'an unknown mask "star"'],
    [{ source: Icon.Star, tint: Color.Red }, 'has no property "tint"'],
    [{ tintColor: Color.Red }, "has no source"],
    [12, "has an image that is none: 12"],
  ])("cannot be %o", (invented, problem) => {
    // What TypeScript would refuse is what is tried here.
    const icon = invented as Image.ImageLike;
    const inPanel = (
      <ActionPanel>
        <Action title="Do" icon={icon} />
      </ActionPanel>
    );
    const metadata = (
      <Detail.Metadata>
        <Detail.Metadata.Label title="Label" icon={icon} />
      </Detail.Metadata>
    );
    const drawn = [
      inList(withIcon(icon)),
      inList(<List.Item title="Row" accessories={[{ text: "x", icon }]} />),
      inList(<List.EmptyView icon={icon} />),
      <Grid key="1">{<Grid.Item content={icon} />}</Grid>,
      <Grid key="2">{<Grid.Item content="🌍" accessory={{ icon }} />}</Grid>,
      <Detail key="3" actions={inPanel} />,
      <Detail key="4" metadata={metadata} />,
    ];
    for (const content of drawn) expect(problemOf(content)).toContain(problem);
  });
});

describe("H6 a colour", () => {
  const tag = (color: Color.ColorLike) =>
    inList(<List.Item title="Row" accessories={[{ tag: { value: "new", color } }]} />);

  it.each<Color.ColorLike>([
    Color.Red,
    "#F00",
    "#ff0000",
    "#FF000080",
    "rgb(255, 0, 0)",
    "hsla(120deg, 50%, 50%, 0.5)",
    "RebeccaPurple",
    { light: "#000", dark: "#fff", adjustContrast: false },
  ])("may be %o", (color) => {
    expect(problemOf(tag(color))).toBe("");
    expect(problemOf(<Grid>{<Grid.Item content={{ color }} />}</Grid>)).toBe("");
  });

  it.each<[Color.ColorLike, string]>([
    ["reddish", 'an unknown colour "reddish"'],
    ["#12345", 'an unknown colour "#12345"'],
    ["", 'an unknown colour ""'],
    [{ light: "#000", dark: "night" }, 'an unknown colour "night"'],
  ])("cannot be %o", (color, problem) => {
    const tags = (
      <Detail.Metadata>
        <Detail.Metadata.TagList title="Tags">
          <Detail.Metadata.TagList.Item text="one" color={color} />
        </Detail.Metadata.TagList>
      </Detail.Metadata>
    );
    // Labels are typed for colours of Raycast only.
    const coloured: object = { color };
    const label = (
      <Detail.Metadata>
        <Detail.Metadata.Label title="Label" text={{ value: "x", ...coloured }} />
      </Detail.Metadata>
    );
    const cell = <Grid>{<Grid.Item content={{ color }} />}</Grid>;
    for (const content of [tag(color), cell, <Detail key="1" metadata={tags} />, <Detail key="2" metadata={label} />]) {
      expect(problemOf(content)).toContain(problem);
    }
  });
});

describe("H6 an accessory", () => {
  it("is one of text, date and tag, with an icon and a tooltip at most", () => {
    const row = (accessory: object) => inList(<List.Item title="Row" accessories={[accessory]} />);
    expect(problemOf(row({ text: { value: "1", color: Color.Red }, icon: Icon.Dot, tooltip: "Tip" }))).toBe("");
    expect(problemOf(row({ icon: Icon.Dot }))).toBe("");
    expect(problemOf(row({ label: "x" }))).toContain('Accessory 1 of <List.Item> has no property "label".');
    expect(problemOf(row({ text: "x", tag: "y" }))).toContain("has more than one of text, date and tag");
    expect(problemOf(row({ text: { value: "x", tint: "red" } }))).toContain('has no property "tint"');
    const cell = <Grid>{<Grid.Item content="🌍" accessory={{ text: "x" } as Grid.Item.Accessory} />}</Grid>;
    expect(problemOf(cell)).toContain('The accessory of <Grid.Item> has no property "text".');
  });
});

describe("H6 a shortcut", () => {
  it.each<Keyboard.Shortcut>([
    { modifiers: ["cmd", "shift"], key: "k" },
    { modifiers: ["ctrl"], key: "return" },
    { modifiers: ["opt"], key: "arrowDown" },
    { modifiers: ["alt"], key: "«" },
    { macOS: { modifiers: ["cmd"], key: "." }, Windows: { modifiers: ["ctrl"], key: "k" } },
  ])("may be %o", (shortcut) => {
    expect(problemOf(withShortcut(shortcut))).toBe("");
  });

  it.each([
    [{ modifiers: ["cmd"], key: "Enter" }, 'unknown key "Enter"'],
    [{ modifiers: ["cmd"], key: "K" }, 'unknown key "K"'],
    [{ modifiers: ["meta"], key: "n" }, 'unknown modifier "meta"'],
    [{ modifiers: ["cmd"], key: "n", code: 1 }, 'has no property "code"'],
    [{ key: "n" }, "has no modifiers"],
    [{ macOS: { modifiers: ["cmd"], key: "n" } }, "names no keys"],
    ["cmd+n", "has a shortcut that is none"],
  ])("cannot be %o", (shortcut, problem) => {
    // What TypeScript would refuse is what is tried here.
    expect(problemOf(withShortcut(shortcut as Keyboard.Shortcut))).toContain(problem);
  });

  it.each<[Keyboard.KeyModifier[], Keyboard.KeyEquivalent]>([
    [["cmd"], "k"],
    [["cmd"], "p"],
    [["cmd"], "w"],
    [["cmd"], "q"],
    [["cmd"], ","],
    [["cmd"], "return"],
    [["cmd"], "enter"],
    [["cmd"], "escape"],
    [[], "escape"],
    [[], "return"],
    [[], "tab"],
    [[], "arrowDown"],
  ])("cannot be one that Raycast keeps for itself: %j %s", (modifiers, key) => {
    const problem = "for itself";
    expect(problemOf(withShortcut({ modifiers, key }))).toContain(problem);
    const macOS = { modifiers, key };
    expect(problemOf(withShortcut({ macOS, Windows: { modifiers: ["ctrl"], key: "n" } }))).toContain(problem);
  });

  it("is looked at in submenus and toasts as well", () => {
    const shortcut = { modifiers: ["cmd"], key: "k" } satisfies Keyboard.Shortcut;
    const submenu = (
      <ActionPanel>
        <ActionPanel.Submenu title="More" shortcut={shortcut} />
      </ActionPanel>
    );
    expect(problemOf(<Detail actions={submenu} />)).toContain("for itself");
    const session = launch(() => <Detail />);
    onTestFinished(() => session.close());
    const primaryAction = { title: "Do", shortcut, onAction: () => undefined };
    expect(() => new Toast({ title: "Done", primaryAction })).toThrow("for itself");
    const toast = new Toast({ title: "Done" });
    expect(() => (toast.primaryAction = primaryAction)).toThrow("for itself");
  });
});

describe("H6 the shape of a grid", () => {
  it("is one that Raycast has", () => {
    expect(problemOf(<Grid columns={8} aspectRatio="16/9" fit={Grid.Fit.Fill} inset={Grid.Inset.Small} />)).toBe("");
    expect(problemOf(<Grid columns={9} />)).toContain("<Grid> has 9 columns; there can be 1 to 8.");
    expect(problemOf(<Grid columns={2.5} />)).toContain("2.5 columns");
    // @ts-expect-error: no such ratio
    expect(problemOf(<Grid aspectRatio="5/4" />)).toContain('an unknown aspect ratio "5/4"');
    // @ts-expect-error: no such fit
    const stretched = <Grid.Section fit="stretch" />;
    expect(problemOf(<Grid>{stretched}</Grid>)).toContain('<Grid.Section> has an unknown fit "stretch"');
    // @ts-expect-error: a member of the enum
    expect(problemOf(<Grid inset="huge" />)).toContain('an unknown inset "huge"');
    const deprecated: object = { itemSize: "small" };
    expect(problemOf(<Grid {...deprecated} />)).toContain('<Grid> has no prop "itemSize".');
  });
});

describe("H6 a menu, an alert and a toast", () => {
  it("hold what Raycast's hold", async () => {
    const session = launch(() => <Detail />);
    onTestFinished(() => session.close());
    await expect(confirmAlert({ title: "Sure?", icon: "star" })).rejects.toThrow('an unknown icon "star"');
    const primaryAction: object = { title: "Yes", style: "green" };
    // @ts-expect-error: an action has a title
    const green = confirmAlert({ title: "Sure?", primaryAction });
    await expect(green).rejects.toThrow('An action of an alert has no style "green".');
    // @ts-expect-error: no such property
    const keyed = confirmAlert({ title: "Sure?", dismissAction: { title: "No", key: "n" } });
    await expect(keyed).rejects.toThrow('An action of an alert has no property "key".');
    const style = Alert.ActionStyle.Destructive;
    const fine = confirmAlert({ title: "Sure?", icon: Icon.Trash, primaryAction: { title: "Yes", style } });
    session.answerAlert(true);
    expect(await fine).toBe(true);
    // @ts-expect-error: no such property
    const sounding = () => new Toast({ title: "Done", primaryAction: { title: "Do", onAction: String, sound: 1 } });
    expect(sounding).toThrow('An action of a toast has no property "sound".');
    expect(() => MenuBarExtra.Item({ title: "Item", icon: "star" })).toThrow('an unknown icon "star"');
  });
});
