import { describe, expect, it } from "vitest";
import { List } from "@raycast/api";
import { launch } from "./launch";

const Rows = () => (
  <List>
    <List.Item title="A" />
    <List.Section title="Middle">
      <List.Item title="B" />
      <List.Item title="C" />
    </List.Section>
    <List.Item title="D" />
  </List>
);

describe("H2 the keys move the selection of a list", () => {
  it.each([
    ["down", "ABCDA"],
    ["up", "ADCBA"],
    ["last", "ADD"],
    ["nextSection", "ABDD"],
    ["left", "AA"],
    ["right", "AA"],
  ] as const)("%s: %s", (move, way) => {
    const session = launch(Rows);
    const titles = Array.from(way, (_, index) => {
      if (index > 0) session.move(move);
      return session.selected?.title;
    });
    expect(titles.join("")).toBe(way);
    session.close();
  });

  it("among the rows that show, and nowhere in an empty list", () => {
    const session = launch(() => (
      <List>
        <List.Item title="Apple" />
        <List.Item title="Bread" />
        <List.Item title="Apricot" />
      </List>
    ));
    session.type("ap");
    session.move("down");
    expect(session.selected?.title).toBe("Apricot");
    session.type("zzz");
    session.move("down");
    expect(session.selected).toBeUndefined();
    session.close();
  });
});
