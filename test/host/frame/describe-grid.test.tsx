import { Color, Grid, Icon } from "@raycast/api";
import { describe, expect, it } from "vitest";
import { screenOf } from "./test-command";

describe("H2 a grid", () => {
  it("has cells with their content, in sections with a shape of their own", () => {
    const { sections, selectedId } = screenOf(
      () => (
        <Grid columns={3} aspectRatio="3/2" inset={Grid.Inset.Medium}>
          <Grid.Item id="a" content={Icon.Star} title="A" subtitle="a" accessory={{ icon: Icon.Dot, tooltip: "Dot" }} />
          <Grid.Section title="Wide" columns={2} aspectRatio="16/9" fit={Grid.Fit.Fill}>
            <Grid.Item id="b" content={{ value: { color: Color.Red }, tooltip: "Red" }} />
          </Grid.Section>
        </Grid>
      ),
      "grid",
    );
    const key = expect.any(String) as string;
    expect(selectedId).toBe("a");
    expect(sections).toEqual([
      {
        key,
        title: "",
        subtitle: "",
        columns: 3,
        aspectRatio: 1.5,
        fit: "contain",
        inset: "medium",
        items: [
          {
            id: "a",
            title: "A",
            subtitle: "a",
            content: { kind: "symbol", name: "star-16" },
            accessory: { icon: { kind: "symbol", name: "dot-16" }, isTag: false, tooltip: "Dot" },
          },
        ],
      },
      {
        key,
        title: "Wide",
        subtitle: "",
        columns: 2,
        aspectRatio: 16 / 9,
        fit: "fill",
        inset: "medium",
        items: [
          { id: "b", title: "", subtitle: "", content: { kind: "colour", colour: "var(--red)" }, tooltip: "Red" },
        ],
      },
    ]);
  });

  it("has five square cells in a row where nothing is said", () => {
    const { sections } = screenOf(
      () => (
        <Grid>
          <Grid.Item content="🚀" />
        </Grid>
      ),
      "grid",
    );
    expect(sections[0]).toMatchObject({ columns: 5, aspectRatio: 1, fit: "contain", inset: "none" });
  });
});
