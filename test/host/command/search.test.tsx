import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Action, ActionPanel, List } from "@raycast/api";
import { launch } from "./launch";

describe("H2 a command that wants its search text throttled", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is told the first text at once and then the last one every 300 ms", () => {
    const told: string[] = [];
    const session = launch(() => <List throttle onSearchTextChange={(text) => told.push(text)} />);
    for (const text of ["a", "ab", "abc"]) session.type(text);
    expect([session.searchText, told]).toEqual(["abc", ["a"]]);
    vi.advanceTimersByTime(299);
    expect(told).toEqual(["a"]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual(["a", "abc"]);
    session.type("abcd");
    vi.advanceTimersByTime(299);
    expect(told).toEqual(["a", "abc"]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual(["a", "abc", "abcd"]);
    vi.advanceTimersByTime(1000);
    session.type("");
    expect(told).toEqual(["a", "abc", "abcd", ""]);
    session.close();
  });

  it("H4 loses no letter of a search text that it keeps itself", () => {
    function Command() {
      const [text, setText] = useState("");
      return <List throttle searchText={text} onSearchTextChange={setText} />;
    }
    const session = launch(Command);
    for (const text of ["a", "ab", "abc"]) session.type(text);
    expect(session.searchText).toBe("abc");
    vi.advanceTimersByTime(300);
    expect(session.searchText).toBe("abc");
    session.close();
  });

  it("is told every text without the prop", () => {
    const told: string[] = [];
    const session = launch(() => <List onSearchTextChange={(text) => told.push(text)} />);
    for (const text of ["a", "ab", "abc"]) session.type(text);
    expect(told).toEqual(["a", "ab", "abc"]);
    session.close();
  });

  it("is told nothing after its end, and an error of it then is its own", () => {
    const told: string[] = [];
    const closed = launch(() => <List throttle onSearchTextChange={(text) => told.push(text)} />);
    closed.type("a");
    closed.type("ab");
    closed.close();
    vi.advanceTimersByTime(300);
    expect(told).toEqual(["a"]);

    const broken = launch(() => (
      <List
        throttle
        onSearchTextChange={(text) => {
          if (text === "ab") throw new Error("broken search");
        }}
      />
    ));
    broken.type("a");
    broken.type("ab");
    vi.advanceTimersByTime(300);
    expect(() => broken.close()).toThrow("broken search");
  });

  it("hears what is typed into a drop-down and a submenu, too", () => {
    const told: string[] = [];
    const session = launch(() => (
      <List
        searchBarAccessory={
          <List.Dropdown tooltip="Model" onSearchTextChange={(text) => told.push(`drop-down: ${text}`)}>
            <List.Dropdown.Item title="Any" value="any" />
          </List.Dropdown>
        }
        actions={
          <ActionPanel>
            <ActionPanel.Submenu title="Label" throttle onSearchTextChange={(text) => told.push(`submenu: ${text}`)}>
              <Action title="Bug" />
            </ActionPanel.Submenu>
          </ActionPanel>
        }
      />
    ));
    session.searchDropdown("a");
    session.searchSubmenu("Label", "b");
    session.searchSubmenu("Label", "bu");
    vi.advanceTimersByTime(300);
    expect(told).toEqual(["drop-down: a", "submenu: b", "submenu: bu"]);
    expect(() => session.searchSubmenu("Bug", "b")).toThrow('"Bug" is no submenu.');
    session.close();
  });
});
