import { describe, expect, it } from "vitest";
import { Action, ActionPanel, Color, Grid, Icon } from "@raycast/api";
import { launch } from "./launch";

/** Five cells in rows of two, and four in rows of three. */
const Letters = () => (
  <Grid columns={2} searchBarPlaceholder="Search letters…">
    {["A", "B", "C", "D", "E"].map((letter) => (
      <Grid.Item key={letter} id={letter} title={letter} content={Icon.Star} />
    ))}
    <Grid.Section title="Late" columns={3}>
      {["W", "X", "Y", "Z"].map((letter) => (
        <Grid.Item key={letter} id={letter} title={letter} content={{ color: Color.Red }} keywords={["late"]} />
      ))}
    </Grid.Section>
    <Grid.EmptyView title="No letters" />
  </Grid>
);

describe("H2 a grid", () => {
  it("shows its cells with their sections, and selects the first", () => {
    const session = launch(Letters);
    expect(session.kind).toBe("Grid");
    expect(session.cells.map(({ title, section }) => title + section).join(" ")).toBe(
      "A B C D E WLate XLate YLate ZLate",
    );
    expect(session.selectedCell?.props.content).toBe(Icon.Star);
    expect(session.text()).toContain("[Search letters…]\n› A");
    session.close();
  });

  it("filters by title and keywords, and says when it is empty", () => {
    const session = launch(Letters);
    session.type("late");
    expect(session.cells.map(({ title }) => title)).toEqual(["W", "X", "Y", "Z"]);
    session.type("later");
    expect(session.emptyView).toEqual({ title: "No letters", description: "" });
    session.close();
  });

  it("has the actions of the selected cell, and tells which cell that is", () => {
    const told: (string | null)[] = [];
    const session = launch(() => (
      <Grid onSelectionChange={(id) => told.push(id)}>
        <Grid.Item id="one" title="One" content="🌍" />
        <Grid.Item
          id="two"
          title="Two"
          content={{ value: Icon.Moon, tooltip: "A moon" }}
          quickLook={{ path: "/moon.png" }}
          actions={
            <ActionPanel>
              <Action.ToggleQuickLook />
            </ActionPanel>
          }
        />
      </Grid>
    ));
    expect(session.actions).toEqual([]);
    session.select("Two");
    session.press();
    expect(session.events).toEqual([{ kind: "quick look", path: "/moon.png" }]);
    expect(told).toEqual(["one", "two"]);
    session.close();
  });

  it("has a drop-down beside its search bar, and the list's methods are not for it", () => {
    const session = launch(() => (
      <Grid
        searchBarAccessory={
          <Grid.Dropdown tooltip="Size">
            <Grid.Dropdown.Item title="Small" value="s" />
          </Grid.Dropdown>
        }
      />
    ));
    expect(session.dropdown).toBe("s");
    expect(() => session.items).toThrow("A Grid shows, not a List.");
    session.close();
  });

  it("cannot have two cells with one id", () => {
    const Twice = () => (
      <Grid>
        <Grid.Item id="a" content="🌍" />
        <Grid.Item id="a" content="🌍" />
      </Grid>
    );
    expect(() => launch(Twice)).toThrow('Two <Grid.Item> have the id "a".');
  });
});

describe("H2 the keys move the selection of a grid", () => {
  it.each([
    // Rows: A B / C D / E / W X Y / Z
    ["right", "ABCDEWXYZA"],
    ["left", "AZYXWEDCBA"],
    ["down", "ACEWZA"],
    ["up", "AZWECA"],
    ["last", "AZZ"],
    ["nextSection", "AWZ"],
  ] as const)("%s: %s", (move, way) => {
    const session = launch(Letters);
    const titles = Array.from(way, (_, index) => {
      if (index > 0) session.move(move);
      return session.selectedCell?.title;
    });
    expect(titles.join("")).toBe(way);
    session.close();
  });

  it("to the last cell of a shorter row, and to the start of a section before the one above", () => {
    const session = launch(Letters);
    const after = (...moves: Parameters<typeof session.move>[0][]) => {
      moves.forEach((move) => session.move(move));
      return session.selectedCell?.title;
    };
    session.select("D");
    expect(after("down")).toBe("E");
    session.select("Y");
    expect(after("up")).toBe("E");
    session.select("Y");
    expect(after("previousSection")).toBe("W");
    expect(after("previousSection")).toBe("A");
    expect(after("previousSection")).toBe("A");
    expect(after("last", "first")).toBe("A");
    session.close();
  });
});
