import { Action, ActionPanel, confirmAlert, Detail, Form, List, showToast, Toast, useNavigation } from "@raycast/api";
import { useState, type ComponentType } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { HostError } from "../command/host-error";
import type { Deed } from "./deed";
import { describeStage } from "./describe-stage";
import { doDeed } from "./do-deed";
import { run, testLook } from "./test-command";

const log: unknown[] = [];
beforeEach(() => {
  log.length = 0;
});

/** Starts a command; the returned functions show its stage and do deeds on it. */
function start(Command: ComponentType<never>) {
  const running = run(Command);
  const stage = () => describeStage(running, testLook);
  const screen = stage().screen?.key ?? "";
  return { running, stage, screen, act: (...deeds: Deed[]) => deeds.forEach((deed) => doDeed(running, deed)) };
}

/** The id of a panel's entry, submenus included. */
function entryId(stage: ReturnType<typeof describeStage>, title: string): string {
  const entries = (stage.screen?.panel?.sections ?? []).flatMap((section) => section.entries);
  const inner = entries.flatMap(({ submenu }) => (submenu?.sections ?? []).flatMap((section) => section.entries));
  return [...entries, ...inner].find((entry) => entry.title === title)?.id ?? "";
}

const panel = (table: Record<string, () => unknown>) => (
  <ActionPanel>
    {Object.entries(table).map(([title, deed]) => (
      <Action key={title} title={title} onAction={() => deed() as undefined} />
    ))}
  </ActionPanel>
);

describe("a deed on a list", () => {
  const Rows = () => {
    const [search, setSearch] = useState("");
    return (
      <List
        searchText={search}
        filtering={false}
        onSearchTextChange={(text) => {
          log.push(text);
          setSearch(text);
        }}
        onSelectionChange={(id) => log.push(id)}
        searchBarAccessory={
          <List.Dropdown
            tooltip="Kind"
            onChange={(value) => log.push(value)}
            onSearchTextChange={(text) => log.push(`? ${text}`)}
          >
            <List.Dropdown.Item value="a" title="A" />
            <List.Dropdown.Item value="b" title="B" />
          </List.Dropdown>
        }
        actions={panel({ Clear: () => setSearch("") })}
      >
        <List.Item id="1" title="1" />
        <List.Item id="2" title="2" />
      </List>
    );
  };

  it("types, selects and chooses", () => {
    const { stage, screen, act } = start(Rows);
    act({ type: "search", screen, text: "ab" });
    act({ type: "select", screen, id: "2" });
    act({ type: "dropdownSearch", screen, text: "B" });
    act({ type: "dropdown", screen, value: "b" });
    expect(log).toEqual(["a", "1", "ab", "2", "? B", "b"]);
    expect(stage().screen).toMatchObject({
      searchBar: { text: "ab", dropdown: { value: "b" } },
      selectedId: "2",
    });
  });

  it("H4 loses no letter that was typed before the command emptied the search bar", () => {
    const { stage, screen, act } = start(Rows);
    act({ type: "search", screen, text: "question" });
    act({ type: "key", key: "return", modifiers: [] });
    act({ type: "search", screen, was: "question", text: "questionn" });
    act({ type: "search", screen, was: "questionn", text: "questionne" });
    expect(stage().screen).toMatchObject({ searchBar: { text: "ne" } });
  });

  it("H4 puts what was typed before the first screen was drawn into the screen that came", () => {
    const { stage, act } = start(Rows);
    act({ type: "search", screen: "of the root search", was: "Rows", text: "Rowsh" });
    act({ type: "search", screen: "", was: "", text: "u" });
    expect(stage().screen).toMatchObject({ searchBar: { text: "hu" } });
  });

  it("does nothing for what has gone", () => {
    const { stage, screen, act, running } = start(Rows);
    const before = stage();
    act({ type: "select", screen, id: "9" });
    act({ type: "dropdown", screen, value: "9" });
    act({ type: "action", screen, id: "9" });
    act({ type: "submenuSearch", screen, id: "9", text: "x" });
    act({ type: "tag", screen, id: "9" });
    act({ type: "field", screen, id: "9", value: "x" });
    act({ type: "focus", screen, id: "9" });
    act({ type: "search", screen: "9", text: "x" });
    act({ type: "toast", action: "primary" });
    act({ type: "alert", yes: true });
    expect(stage()).toEqual(before);
    expect(running.failure).toBeUndefined();
  });

  it("asks for more rows", () => {
    const onLoadMore = vi.fn();
    const { screen, act, stage } = start(() => (
      <List pagination={{ hasMore: true, pageSize: 10, onLoadMore }}>
        <List.Item title="1" />
      </List>
    ));
    expect(stage().screen).toMatchObject({ hasMore: true });
    onLoadMore.mockClear();
    act({ type: "loadMore", screen });
    expect(onLoadMore).toHaveBeenCalledTimes(1);
  });
});

describe("a deed on a screen that something came over", () => {
  function Below() {
    const { push } = useNavigation();
    return (
      <List onSearchTextChange={(text) => log.push(text)} actions={panel({ Push: () => push(<Detail />) })}>
        <List.Item id="1" title="1" />
        <List.Item id="2" title="2" />
      </List>
    );
  }

  it("H4 still types, and does nothing else", () => {
    const { screen, act, stage } = start(Below);
    const id = entryId(stage(), "Push");
    act({ type: "action", screen, id }, { type: "action", screen, id });
    expect(stage().screenKeys).toHaveLength(2);
    act({ type: "search", screen, text: "late" }, { type: "select", screen, id: "2" });
    expect(log).toEqual(["late"]);
    act({ type: "key", key: "escape", modifiers: [] });
    expect(stage().screen).toMatchObject({ kind: "list", selectedId: "1", searchBar: { text: "late" } });
  });
});

describe("a deed in the panel or the metadata", () => {
  it("does the action, opens the submenu and types into it", () => {
    const { stage, screen, act } = start(() => (
      <Detail
        actions={
          <ActionPanel>
            <Action title="One" onAction={() => log.push("one")} />
            <ActionPanel.Submenu
              title="More"
              onOpen={() => log.push("opened")}
              onSearchTextChange={(text) => log.push(text)}
            >
              <Action title="Two" onAction={() => log.push("two")} />
            </ActionPanel.Submenu>
          </ActionPanel>
        }
        metadata={
          <Detail.Metadata>
            <Detail.Metadata.TagList title="Tags">
              <Detail.Metadata.TagList.Item text="a" onAction={() => log.push("tag")} />
            </Detail.Metadata.TagList>
          </Detail.Metadata>
        }
      />
    ));
    const more = entryId(stage(), "More");
    act({ type: "action", screen, id: entryId(stage(), "One") }, { type: "action", screen, id: more });
    act({ type: "submenuSearch", screen, id: more, text: "tw" });
    act({ type: "action", screen, id: entryId(stage(), "Two") });
    const described = stage().screen;
    const row = described?.kind === "detail" ? described.body.metadata[0] : undefined;
    act({ type: "tag", screen, id: (row?.kind === "tags" && row.tags[0]?.id) || "" });
    expect(log).toEqual(["one", "opened", "tw", "two", "tag"]);
  });
});

describe("a deed in a form", () => {
  const Fields = () => (
    <Form actions={<ActionPanel>{<Action.SubmitForm onSubmit={(values) => void log.push(values)} />}</ActionPanel>}>
      <Form.TextField id="text" onBlur={({ target }) => log.push(`left ${target.id}`)} />
      <Form.Checkbox id="box" label="On" />
      <Form.DatePicker id="date" />
      <Form.Dropdown id="drop" onSearchTextChange={(text) => log.push(`? ${text}`)}>
        <Form.Dropdown.Item value="a" title="A" />
        <Form.Dropdown.Item value="b" title="B" />
      </Form.Dropdown>
      <Form.TagPicker id="tags">
        <Form.TagPicker.Item value="x" title="X" />
      </Form.TagPicker>
    </Form>
  );

  it("fills fields, moves the focus and submits", () => {
    const { screen, act, stage } = start(Fields);
    act({ type: "field", screen, id: "text", value: "Ada" }, { type: "field", screen, id: "box", value: true });
    act({ type: "field", screen, id: "date", value: "2026-01-02T03:04:00.000Z" });
    act({ type: "focus", screen, id: "drop" }, { type: "dropdownSearch", screen, text: "b" });
    act({ type: "field", screen, id: "drop", value: "b" }, { type: "field", screen, id: "tags", value: ["x"] });
    expect(stage().screen).toMatchObject({ focusedId: "drop" });
    act({ type: "key", key: "return", modifiers: [] });
    expect(log).toEqual(["left text", "? b"]);
    act({ type: "key", key: "return", modifiers: ["cmd"] });
    const date = new Date("2026-01-02T03:04:00Z");
    expect(log[2]).toEqual({ text: "Ada", box: true, date, drop: "b", tags: ["x"] });
    act({ type: "field", screen, id: "date", value: null }, { type: "key", key: "return", modifiers: ["cmd"] });
    expect(log[3]).toMatchObject({ date: null });
  });

  it("ignores a value that the field does not offer any more", () => {
    const { screen, act, running } = start(Fields);
    act({ type: "field", screen, id: "drop", value: "gone" }, { type: "field", screen, id: "tags", value: ["gone"] });
    act({ type: "field", screen, id: "box", value: "text" });
    expect(running.failure).toBeUndefined();
    act({ type: "key", key: "return", modifiers: ["cmd"] });
    expect(log[0]).toMatchObject({ drop: "a", tags: [], box: false });
  });
});

describe("a deed over the screen", () => {
  it("does the action of a toast, or hides it", async () => {
    const { act, stage } = start(() => <Detail />);
    const primaryAction = { title: "Undo", onAction: () => log.push("undone") };
    await showToast({ style: Toast.Style.Success, title: "Done", primaryAction });
    act({ type: "toast", action: "secondary" }, { type: "toast", action: "primary" });
    expect(log).toEqual(["undone"]);
    act({ type: "toast", action: "hide" });
    expect(stage().toast).toBeUndefined();
  });

  it("answers an alert, under which nothing else is done", async () => {
    const { act, stage, screen } = start(() => (
      <List onSearchTextChange={(text) => log.push(text)}>
        <List.Item id="1" title="1" />
        <List.Item id="2" title="2" />
      </List>
    ));
    const answer = confirmAlert({ title: "Sure?" });
    act({ type: "select", screen, id: "2" }, { type: "search", screen, text: "typed before" });
    expect(stage().screen).toMatchObject({ selectedId: "1", searchBar: { text: "typed before" } });
    act({ type: "alert", yes: true });
    expect(await answer).toBe(true);
    expect(stage().alert).toBeUndefined();
  });

  it("opens links, and says so where that fails", async () => {
    const open = vi.fn<(target: string) => Promise<void>>();
    const running = run(() => <Detail />, { system: { open } });
    open.mockResolvedValueOnce();
    doDeed(running, { type: "open", target: "https://example.com" });
    await running.until(() => running.host.events.length === 1, 1000);
    expect(running.host.events).toMatchObject([{ kind: "opened", target: "https://example.com" }]);
    open.mockRejectedValueOnce(new Error("No app opens this."));
    doDeed(running, { type: "open", target: "file:///a" });
    await running.until(() => running.host.currentToast, 1000);
    expect(running.host.currentToast).toMatchObject({ style: "FAILURE", message: "No app opens this." });
  });
});

describe("H5 an error of the command", () => {
  const throwing = (error: Error) => () => (
    <Detail
      actions={panel({
        Throw: () => {
          throw error;
        },
      })}
    />
  );

  it("that an action throws is kept, and nothing is done after it", () => {
    for (const error of [new Error("Broken"), new HostError("Refused")]) {
      const running = run(throwing(error));
      doDeed(running, { type: "key", key: "return", modifiers: [] });
      expect(running.failure).toBe(error);
      doDeed(running, { type: "key", key: "return", modifiers: [] });
      expect(() => running.guard()).toThrow(error.message);
    }
  });

  it("is not made by a deed that comes after the end", () => {
    const running = run(() => <Detail />);
    doDeed(running, { type: "key", key: "escape", modifiers: [] });
    expect(running.hasEnded).toBe(true);
    doDeed(running, { type: "key", key: "escape", modifiers: [] });
    expect(running.failure).toBeUndefined();
  });
});
