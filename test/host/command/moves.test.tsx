import { describe, expect, it } from "vitest";
import { Grid, List } from "@raycast/api";
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

it("H2 a page down in a grid stays in its column", () => {
  const cells = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => <Grid.Item key={index} id={`${from + index}`} content="🚀" />);
  const session = launch(() => (
    <Grid columns={5}>
      <Grid.Section columns={8}>{cells(0, 16)}</Grid.Section>
      <Grid.Section>{cells(16, 31)}</Grid.Section>
    </Grid>
  ));
  session.move("right");
  session.move("pageDown");
  expect(session.selectedCell?.id).toBe("22");
  session.move("pageUp");
  expect(session.selectedCell?.id).toBe("1");
  session.close();
});

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
