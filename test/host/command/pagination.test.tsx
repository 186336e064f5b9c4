import { useState } from "react";
import { describe, expect, it } from "vitest";
import { Action, ActionPanel, Grid, List } from "@raycast/api";
import { launch } from "./launch";

/** Pages of ten rows; whether they come is up to the actions. */
function Pages({ asked }: { asked: number[] }) {
  const [count, setCount] = useState(10);
  const [isLoading, setIsLoading] = useState(false);
  const actions = (
    <ActionPanel>
      <Action title="Grow" onAction={() => setCount(count + 10)} />
      <Action title="Load" onAction={() => setIsLoading(true)} />
      <Action title="Stop Loading" onAction={() => setIsLoading(false)} />
    </ActionPanel>
  );
  const pagination = { pageSize: 10, hasMore: count < 30, onLoadMore: () => void asked.push(count) };
  return (
    <List actions={actions} isLoading={isLoading} pagination={pagination}>
      {Array.from({ length: count }, (_, index) => (
        <List.Item key={index} title={`Row ${index}`} />
      ))}
    </List>
  );
}

function launchPages() {
  const asked: number[] = [];
  return { asked, session: launch(() => <Pages asked={asked} />) };
}

describe("H2 a list with pages", () => {
  it("is asked for the next one when the selection comes near the end, and not before", () => {
    const { asked, session } = launchPages();
    session.select("Row 4");
    expect(asked).toEqual([]);
    session.select("Row 5");
    expect(asked).toEqual([10]);
    session.close();
  });

  it("is asked once a page, until there is no more", () => {
    const { asked, session } = launchPages();
    session.loadMore();
    session.loadMore();
    session.move("last");
    expect(asked).toEqual([10]);
    session.press("Grow");
    session.loadMore();
    expect(asked).toEqual([10, 20]);
    session.press("Grow");
    session.loadMore();
    expect(asked).toEqual([10, 20]);
    session.close();
  });

  it("is not asked while it loads, and again when that came to nothing", () => {
    const { asked, session } = launchPages();
    session.loadMore();
    session.press("Load");
    session.loadMore();
    expect(asked).toEqual([10]);
    session.press("Stop Loading");
    session.loadMore();
    expect(asked).toEqual([10, 10]);
    session.close();
  });

  it("may be a grid", () => {
    const asked: string[] = [];
    const session = launch(() => (
      <Grid pagination={{ pageSize: 1, hasMore: true, onLoadMore: () => void asked.push("more") }}>
        <Grid.Item title="Cell" content="🌍" />
      </Grid>
    ));
    session.loadMore();
    expect(asked).toEqual(["more"]);
    session.close();
  });
});
