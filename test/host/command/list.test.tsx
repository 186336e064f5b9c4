import { useState } from "react";
import { describe, expect, it } from "vitest";
import { Action, ActionPanel, Color, Icon, Keyboard, List } from "@raycast/api";
import { launch } from "./launch";
import type { Session } from "./session";

const titles = (session: Session) => session.items.map(({ title }) => title);

/** Rows whose actions change which rows there are. */
function Rows({ first = ["b", "c"], selectedItemId }: { first?: string[]; selectedItemId?: string }) {
  const [ids, setIds] = useState(first);
  const [told, setTold] = useState<(string | null)[]>([]);
  const actions = (
    <ActionPanel>
      <Action title="Add on Top" onAction={() => setIds(["a", ...ids])} />
      <Action title="Remove B" onAction={() => setIds(ids.filter((id) => id !== "b"))} />
      <Action title="Clear" onAction={() => setIds([])} />
    </ActionPanel>
  );
  return (
    <List
      actions={actions}
      navigationTitle={told.join(" ")}
      onSelectionChange={(id) => setTold((before) => [...before, String(id)])}
      {...(selectedItemId !== undefined && { selectedItemId })}
    >
      {ids.map((id) => (
        <List.Item key={id} id={id} title={id.toUpperCase()} />
      ))}
    </List>
  );
}

describe("the selection of a list", () => {
  it("is on the first row as long as nobody chose, also when rows come before it", () => {
    const session = launch(Rows);
    expect(session.selected?.id).toBe("b");
    session.press("Add on Top");
    expect(session.selected?.id).toBe("a");
    session.close();
  });

  it("stays where the person put it when rows come before it", () => {
    const session = launch(Rows);
    session.select("B");
    session.press("Add on Top");
    expect(session.items.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(session.selected?.id).toBe("b");
    session.close();
  });

  it("goes to the row in its place when its row goes", () => {
    const session = launch(() => <Rows first={["a", "b", "c"]} />);
    session.select("B");
    session.press("Remove B");
    expect(session.selected?.id).toBe("c");
    session.close();
  });

  it("goes to selectedItemId when the command names another row, and the person may move on", () => {
    function Command() {
      const [wanted, setWanted] = useState("c");
      return (
        <List
          selectedItemId={wanted}
          actions={
            <ActionPanel>
              <Action title="Want B" onAction={() => setWanted("b")} />
            </ActionPanel>
          }
        >
          <List.Item id="a" title="A" />
          <List.Item id="b" title="B" />
          <List.Item id="c" title="C" />
        </List>
      );
    }
    const session = launch(Command);
    expect(session.selected?.id).toBe("c");
    session.select("A");
    expect(session.selected?.id).toBe("a");
    session.press("Want B");
    expect(session.selected?.id).toBe("b");
    session.close();
  });

  it("waits for a row that selectedItemId names before it is there", () => {
    const session = launch(() => <Rows selectedItemId="a" />);
    expect(session.selected?.id).toBe("b");
    session.press("Add on Top");
    expect(session.selected?.id).toBe("a");
    session.close();
  });

  it("is told to onSelectionChange once a change, null for an empty list", () => {
    const session = launch(Rows);
    session.select("C");
    session.press("Remove B");
    session.press("Clear");
    expect(session.navigationTitle).toBe("b c null");
    session.close();
  });

  it("stays with a row that has no id of its own", () => {
    function Command() {
      const [titles, setTitles] = useState(["B", "C"]);
      const actions = (
        <ActionPanel>
          <Action title="Add" onAction={() => setTitles(["A", ...titles])} />
        </ActionPanel>
      );
      return (
        <List actions={actions}>
          {titles.map((title) => (
            <List.Item key={title} title={title} />
          ))}
        </List>
      );
    }
    const session = launch(Command);
    session.select("C");
    session.press("Add");
    expect(session.selected?.title).toBe("C");
    session.close();
  });
});

describe("the search bar", () => {
  it("filters by title and keywords where the command does not listen", () => {
    const session = launch(() => (
      <List>
        <List.Item title="Invoice March" />
        <List.Item title="Letter" keywords={["invoice"]} />
        <List.Item title="Notes" />
        <List.EmptyView title="Nothing" description="Try another word" />
      </List>
    ));
    session.type("INVOICE");
    expect(titles(session)).toEqual(["Invoice March", "Letter"]);
    expect(session.emptyView).toBeUndefined();
    session.type("invoice june");
    expect(session.items).toEqual([]);
    expect(session.emptyView).toEqual({ title: "Nothing", description: "Try another word" });
    session.close();
  });

  it("is what makes a list that loads say that it is empty", () => {
    const session = launch(() => (
      <List isLoading>
        <List.EmptyView title="Nothing" />
      </List>
    ));
    expect(session.emptyView).toBeUndefined();
    session.type("a");
    expect(session.emptyView?.title).toBe("Nothing");
    session.close();
  });

  it("takes a filtered list back to its first row at every letter", () => {
    const session = launch(() => (
      <List>
        <List.Item title="Alpha" />
        <List.Item title="Alpine" />
      </List>
    ));
    session.select("Alpine");
    session.type("al");
    expect(session.selected?.title).toBe("Alpha");
    session.close();
  });

  it("leaves the rows alone where the command listens, and shows the text that the command sets", () => {
    function Command() {
      const [text, setText] = useState("");
      return (
        <List
          searchText={text}
          onSearchTextChange={(typed) => setText(typed.replace("x", ""))}
          searchBarPlaceholder="Ask…"
        >
          <List.Item title="Row" />
        </List>
      );
    }
    const session = launch(Command);
    expect(session.searchBarPlaceholder).toBe("Ask…");
    session.type("box");
    expect(session.searchText).toBe("bo");
    expect(session.items).toHaveLength(1);
    session.close();
  });

  it("has a drop-down beside it, on its default until the person chooses; the command is told of both", () => {
    const chosen: string[] = [];
    const session = launch(() => (
      <List
        searchBarAccessory={
          <List.Dropdown tooltip="Provider" defaultValue="server" onChange={(value) => chosen.push(value)}>
            <List.Dropdown.Item title="Automatic" value="automatic" />
            <List.Dropdown.Section title="More">
              <List.Dropdown.Item title="Server" value="server" />
            </List.Dropdown.Section>
          </List.Dropdown>
        }
      />
    ));
    expect([session.dropdown, chosen]).toEqual(["server", ["server"]]);
    session.choose("Automatic");
    expect(session.dropdown).toBe("automatic");
    expect(chosen).toEqual(["server", "automatic"]);
    expect(() => session.choose("Nobody")).toThrow('There is no choice "Nobody" here, only: Automatic, Server.');
    session.close();
  });

  it("tells the command of the drop-down's first value even where the command itself says it, and once", () => {
    const told: string[] = [];
    const Command = () => {
      const [items, setItems] = useState<string[]>([]);
      return (
        <List
          searchBarAccessory={
            <List.Dropdown tooltip="Model" value="b" onChange={(value) => told.push(value)}>
              {items.map((item) => (
                <List.Dropdown.Item key={item} title={item} value={item} />
              ))}
            </List.Dropdown>
          }
          actions={
            <ActionPanel>
              <Action title="Load" onAction={() => setItems(["a", "b"])} />
            </ActionPanel>
          }
        />
      );
    };
    const session = launch(Command);
    expect(told).toEqual(["b"]);
    session.press("Load");
    expect([session.dropdown, told]).toEqual(["b", ["b"]]);
    session.close();
  });
});

describe("what a list shows", () => {
  it("is read with sections, subtitles, accessories, detail and metadata of the selected row", () => {
    const session = launch(() => (
      <List isShowingDetail isLoading>
        <List.Section title="Find my invoices">
          <List.Item
            title={{ value: "3 invoices", tooltip: "Answer" }}
            subtitle="1,240.50 EUR"
            icon={Icon.Stars}
            accessories={[
              { text: "0.4 s" },
              { tag: { value: "new", color: Color.Green } },
              { date: new Date("2026-03-12T09:00:00Z") },
              { icon: Icon.Dot, text: null },
            ]}
            detail={
              <List.Item.Detail
                markdown="**3 invoices**"
                metadata={
                  <List.Item.Detail.Metadata>
                    <List.Item.Detail.Metadata.Label title="Model" text={{ value: "small" }} />
                    <List.Item.Detail.Metadata.Separator />
                    <List.Item.Detail.Metadata.Link title="Page" target="https://example.com" text="example.com" />
                    <List.Item.Detail.Metadata.TagList title="Tools">
                      <List.Item.Detail.Metadata.TagList.Item text="search" />
                      <List.Item.Detail.Metadata.TagList.Item text="read" />
                    </List.Item.Detail.Metadata.TagList>
                  </List.Item.Detail.Metadata>
                }
              />
            }
          />
        </List.Section>
        <List.Item title="Earlier" />
      </List>
    ));
    expect(session.text()).toBe(
      [
        "(loading)",
        "[Search…]",
        "Find my invoices",
        "› 3 invoices  1,240.50 EUR  (0.4 s)  (new)  (2026-03-12T09:00:00.000Z)",
        "",
        "  Earlier",
        "| **3 invoices**",
        "  Model: small",
        "  ---",
        "  Page: example.com",
        "  Tools: search, read",
      ].join("\n"),
    );
    expect(session.item("Earlier")).toMatchObject({ section: "", isSelected: false });
    session.select("Earlier");
    expect(session.markdown).toBe("");
    session.close();
  });

  it("are rows in the order of the elements, also after rows moved", () => {
    function Command() {
      const [order, setOrder] = useState(["A", "B", "C"]);
      const actions = (
        <ActionPanel>
          <Action title="Turn" onAction={() => setOrder([...order].reverse())} />
        </ActionPanel>
      );
      const rows = (prefix: string) => order.map((title) => <List.Item key={title} title={prefix + title} />);
      return (
        <List actions={actions}>
          {rows("")}
          <List.Section title="More">{rows("More ")}</List.Section>
        </List>
      );
    }
    const session = launch(Command);
    session.press("Turn");
    expect(titles(session)).toEqual(["C", "B", "A", "More C", "More B", "More A"]);
    session.close();
  });
});

describe("the actions", () => {
  const done: string[] = [];
  const act = (title: string, shortcut?: Keyboard.Shortcut) => (
    <Action key={title} title={title} onAction={() => done.push(title)} shortcut={shortcut} />
  );

  it("belong to the selected row, else to the empty view, else to the list", () => {
    const own = <ActionPanel>{act("Row")}</ActionPanel>;
    const session = launch(() => (
      <List actions={<ActionPanel>{act("List")}</ActionPanel>}>
        <List.Item title="With" actions={own} />
        <List.Item title="Without" />
        <List.EmptyView title="Nothing" actions={<ActionPanel>{act("Empty")}</ActionPanel>} />
      </List>
    ));
    expect(session.actions.map(({ title }) => title)).toEqual(["Row"]);
    session.select("Without");
    expect(session.actions.map(({ title }) => title)).toEqual(["List"]);
    session.type("zzz");
    expect(session.actions.map(({ title }) => title)).toEqual(["Empty"]);
    session.close();
  });

  it("have Return and ⌘Return by their place, and their own keys", () => {
    const opened: string[] = [];
    const session = launch(() => (
      <List
        actions={
          <ActionPanel>
            <ActionPanel.Section title="Answer">
              {act("Ask")}
              {act("Copy", Keyboard.Shortcut.Common.Copy)}
            </ActionPanel.Section>
            {act("Stop", { macOS: { modifiers: ["cmd"], key: "." }, Windows: { modifiers: ["ctrl"], key: "." } })}
            <ActionPanel.Submenu title="Attach…" onOpen={() => opened.push("Attach…")}>
              {act("File")}
            </ActionPanel.Submenu>
            <Action title="Delete" style={Action.Style.Destructive} />
          </ActionPanel>
        }
      />
    ));
    expect(session.actions).toEqual([
      { title: "Ask", kind: "Action", style: "regular", shortcut: "↵", section: "Answer", submenu: "" },
      { title: "Copy", kind: "Action", style: "regular", shortcut: "⌘↵ ⇧⌘C", section: "Answer", submenu: "" },
      { title: "Stop", kind: "Action", style: "regular", shortcut: "⌘.", section: "", submenu: "" },
      { title: "Attach…", kind: "ActionPanel.Submenu", style: "regular", shortcut: "", section: "", submenu: "" },
      { title: "File", kind: "Action", style: "regular", shortcut: "", section: "", submenu: "Attach…" },
      { title: "Delete", kind: "Action", style: "destructive", shortcut: "", section: "", submenu: "" },
    ]);
    session.press();
    session.shortcut(["cmd"], "return");
    session.shortcut(["shift", "cmd"], "c");
    session.shortcut(["cmd"], ".");
    session.press("Attach…");
    session.press("File");
    expect(done).toEqual(["Ask", "Copy", "Copy", "Stop", "File"]);
    expect(opened).toEqual(["Attach…"]);
    session.close();
  });

  it("are found by their keys as a person presses them: a plus is an equals sign with Shift", () => {
    done.length = 0;
    const larger = act("Larger", { modifiers: ["cmd"], key: "+" });
    const erase = act("Erase", { modifiers: ["opt"], key: "delete" });
    const session = launch(() => <List actions={<ActionPanel>{[larger, erase]}</ActionPanel>} />);
    expect(session.actions.map(({ shortcut }) => shortcut)).toEqual(["↵ ⌘+", "⌘↵ ⌥⌫"]);
    session.shortcut(["cmd"], "+");
    session.shortcut(["shift", "cmd"], "=");
    session.shortcut(["alt"], "backspace");
    expect(() => session.shortcut(["cmd"], "=")).toThrow("There is no action with ⌘= here");
    expect(done).toEqual(["Larger", "Larger", "Erase"]);
    session.close();
  });

  it("are counted without those inside of a submenu", () => {
    const session = launch(() => (
      <List
        actions={
          <ActionPanel>
            <ActionPanel.Submenu title="Attach…">{act("File")}</ActionPanel.Submenu>
            {act("Ask")}
          </ActionPanel>
        }
      />
    ));
    expect(session.actions.map(({ title, shortcut }) => [title, shortcut])).toEqual([
      ["Attach…", "↵"],
      ["File", ""],
      ["Ask", "⌘↵"],
    ]);
    session.close();
  });

  it("are missed loudly", () => {
    const session = launch(() => <List actions={<ActionPanel>{act("Ask")}</ActionPanel>} />);
    expect(() => session.press("Aks")).toThrow('There is no action "Aks" here, only: Ask.');
    expect(() => session.shortcut(["cmd"], "r")).toThrow("There is no action with ⌘R here, only: Ask.");
    expect(() => session.select("Row")).toThrow('There is no row "Row" here, only: nothing.');
    session.close();
  });
});
