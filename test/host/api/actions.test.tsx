import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Action, ActionPanel, Detail } from "@raycast/api";
import type { ReactNode } from "react";
import { findAll } from "../command/elements";
import { launch } from "../command/launch";

const withActions = (actions: ReactNode) => launch(() => <Detail actions={<ActionPanel>{actions}</ActionPanel>} />);

describe("H2 Action.PickDate", () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-12-08T15:20:00") }));
  afterEach(() => void vi.useRealTimers());

  const picked: (Date | null)[] = [];
  const pick = (props: Partial<Action.PickDate.Props>) => {
    picked.length = 0;
    return withActions(<Action.PickDate title="Remind Me" onChange={(date) => picked.push(date)} {...props} />);
  };
  const choices = (session: ReturnType<typeof pick>) =>
    session.actions.filter(({ submenu }) => submenu === "Remind Me").map(({ title }) => title);

  it("is a submenu of days", () => {
    const session = pick({ type: Action.PickDate.Type.Date });
    expect(choices(session)).toEqual(["Today", "Tomorrow", "In a Week", "In 30 Days", "No Date"]);
    for (const title of choices(session)) session.press(title);
    expect(picked).toEqual([
      new Date(2026, 11, 8),
      new Date(2026, 11, 9),
      new Date(2026, 11, 15),
      new Date(2027, 0, 7),
      null,
    ]);
    expect(Action.PickDate.isFullDay(picked[0])).toBe(true);
    session.close();
  });

  it("has times where the command wants them", () => {
    const session = pick({});
    session.press("In an Hour");
    session.press("Tomorrow");
    expect(picked).toEqual([new Date(2026, 11, 8, 16, 20), new Date(2026, 11, 9, 9)]);
    session.close();
  });

  it("takes the date that is typed, until the submenu is opened anew", () => {
    const session = pick({});
    session.searchSubmenu("Remind Me", "2027-02-03 04:05");
    expect(choices(session)).toEqual(["2027-02-03 04:05"]);
    session.press("2027-02-03 04:05");
    expect(picked).toEqual([new Date(2027, 1, 3, 4, 5)]);
    session.searchSubmenu("Remind Me", "tom");
    expect(choices(session)).toEqual(["Tomorrow"]);
    session.press("Remind Me");
    expect(choices(session)).toHaveLength(5);
    session.close();
  });

  it("offers nothing outside of its limits, of which the days alone count where days are picked", () => {
    const now = new Date("2026-12-08T15:20:00");
    const session = pick({ type: Action.PickDate.Type.Date, min: now, max: new Date("2026-12-09T00:00:00") });
    expect(choices(session)).toEqual(["Today", "Tomorrow", "No Date"]);
    session.searchSubmenu("Remind Me", "2026-12-10");
    expect(choices(session)).toEqual([]);
    session.close();
  });
});

describe("H2 actions that hand something to Raycast", () => {
  it("make a quicklink or a snippet", () => {
    const session = withActions([
      <Action.CreateQuicklink key="q" quicklink={{ link: "https://example.com", name: "Example" }} />,
      <Action.CreateSnippet key="s" snippet={{ text: "Kind regards" }} />,
    ]);
    expect(session.actions.map(({ title }) => title)).toEqual(["Create Quicklink", "Create Snippet"]);
    for (const { title } of session.actions) session.press(title);
    expect(session.events).toEqual([
      { kind: "quicklink created", link: "https://example.com", name: "Example" },
      { kind: "snippet created", text: "Kind regards", name: undefined },
    ]);
    session.close();
  });
});

describe("H2 a tag of the metadata", () => {
  it("does its action when it is clicked", () => {
    const clicked: string[] = [];
    const session = launch(() => (
      <Detail
        metadata={
          <Detail.Metadata>
            <Detail.Metadata.TagList title="Tools">
              <Detail.Metadata.TagList.Item text="search" onAction={() => clicked.push("search")} />
              <Detail.Metadata.TagList.Item text="read" />
            </Detail.Metadata.TagList>
          </Detail.Metadata>
        }
      />
    ));
    session.pressTag("read");
    session.pressTag("search");
    expect(clicked).toEqual(["search"]);
    expect(() => session.pressTag("write")).toThrow('There is no tag "write" here, only: search, read.');
    session.close();
  });
});

describe("H2 an action with autoFocus", () => {
  it("says so in the tree, for whoever draws it", () => {
    const session = withActions([<Action key="1" title="One" />, <Action key="2" title="Two" autoFocus />]);
    const actions = session.screens.flatMap((screen) => findAll(screen, "Action"));
    expect(actions.map(({ props }) => props.autoFocus ?? false)).toEqual([false, true]);
    session.close();
  });
});
