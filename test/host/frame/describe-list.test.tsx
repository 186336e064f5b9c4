import { Color, Icon, List } from "@raycast/api";
import { describe, expect, it } from "vitest";
import { screenOf } from "./test-command";

describe("H2 a list", () => {
  it("has its rows in sections, of which those without rows are left out", () => {
    const { sections, ...screen } = screenOf(
      () => (
        <List isLoading navigationTitle="Files" searchBarPlaceholder="Find…">
          <List.Item id="a" title="A" />
          <List.Item id="b" title={{ value: "B", tooltip: "Bee" }} subtitle={{ value: "b", tooltip: "bee" }} />
          <List.Section title="Empty" />
          <List.Section title="More" subtitle="1">
            <List.Item id="c" title="C" icon={{ value: Icon.Star, tooltip: "Star" }} />
          </List.Section>
        </List>
      ),
      "list",
    );
    expect(sections.map(({ title, subtitle, items }) => [title, subtitle, items.map(({ id }) => id)])).toEqual([
      ["", "", ["a", "b"]],
      ["More", "1", ["c"]],
    ]);
    expect(new Set(sections.map(({ key }) => key)).size).toBe(2);
    expect(sections[0]?.items[1]).toEqual({
      id: "b",
      title: "B",
      titleTooltip: "Bee",
      subtitle: "b",
      subtitleTooltip: "bee",
      accessories: [],
    });
    expect(sections[1]?.items[0]).toMatchObject({ icon: { kind: "symbol", name: "star-16" }, iconTooltip: "Star" });
    expect(screen).toEqual({
      kind: "list",
      key: expect.any(String) as string,
      navigationTitle: "Files",
      isLoading: true,
      searchBar: { text: "", placeholder: "Find…" },
      isShowingDetail: false,
      selectedId: "a",
      hasMore: false,
    });
  });

  it("has accessories: texts, dates, tags and icons, with tooltips", () => {
    const date = new Date("2026-03-10T09:00:00Z");
    const { sections } = screenOf(
      () => (
        <List>
          <List.Item
            title="A"
            accessories={[
              { text: "plain" },
              { text: { value: "red", color: Color.Red }, icon: Icon.Dot, tooltip: "why" },
              { date },
              { tag: { value: "tag", color: "#f00" } },
              { tag: date, tooltip: "when" },
              { icon: Icon.Star },
              { text: null },
              {},
            ]}
          />
        </List>
      ),
      "list",
    );
    const tooltip = expect.stringContaining("Tuesday, March 10, 2026") as string;
    expect(sections[0]?.items[0]?.accessories).toEqual([
      { text: "plain", isTag: false },
      { text: "red", colour: "var(--red)", icon: { kind: "symbol", name: "dot-16" }, tooltip: "why", isTag: false },
      { text: "3h", tooltip, isTag: false },
      { text: "tag", colour: "#f00", isTag: true },
      { text: "3h", tooltip: "when", isTag: true },
      { icon: { kind: "symbol", name: "star-16" }, isTag: false },
    ]);
  });

  it("shows what is beside the selected row", () => {
    const metadata = (
      <List.Item.Detail.Metadata>
        <List.Item.Detail.Metadata.Label title="Size" text={{ value: "3 kB", color: Color.Green }} icon={Icon.Ruler} />
        <List.Item.Detail.Metadata.Separator />
        <List.Item.Detail.Metadata.Link title="Site" text="Example" target="https://example.com" />
        <List.Item.Detail.Metadata.TagList title="Tags">
          <List.Item.Detail.Metadata.TagList.Item text="one" color="#0f0" onAction={() => undefined} />
          <List.Item.Detail.Metadata.TagList.Item icon={Icon.Star} />
        </List.Item.Detail.Metadata.TagList>
      </List.Item.Detail.Metadata>
    );
    const { detail, isShowingDetail } = screenOf(
      () => (
        <List isShowingDetail>
          <List.Item title="A" detail={<List.Item.Detail isLoading markdown={"one\n\ntwo"} metadata={metadata} />} />
        </List>
      ),
      "list",
    );
    const id = expect.any(String) as string;
    expect(isShowingDetail).toBe(true);
    expect(detail).toEqual({
      isLoading: true,
      blocks: ["<p>one</p>", "<p>two</p>"],
      metadata: [
        {
          kind: "label",
          title: "Size",
          text: "3 kB",
          colour: "var(--green)",
          icon: { kind: "symbol", name: "ruler-16" },
        },
        { kind: "separator" },
        { kind: "link", title: "Site", text: "Example", target: "https://example.com" },
        {
          kind: "tags",
          title: "Tags",
          tags: [
            { id, text: "one", colour: "#0f0", hasAction: true },
            { id, text: "", icon: { kind: "symbol", name: "star-16" }, hasAction: false },
          ],
        },
      ],
    });
  });

  it("says that it is empty in the command's words, else in Raycast's, but not while it loads", () => {
    const empty = <List.EmptyView icon="🚀" title="Nothing" description="Type" />;
    expect(screenOf(() => <List>{empty}</List>, "list").emptyView).toEqual({
      icon: { kind: "emoji", text: "🚀" },
      title: "Nothing",
      description: "Type",
    });
    expect(screenOf(() => <List />, "list").emptyView).toMatchObject({ title: "No Results" });
    expect(screenOf(() => <List isLoading>{empty}</List>, "list").emptyView).toBeUndefined();
  });

  it("has a drop-down in its search bar", () => {
    const { searchBar } = screenOf(
      () => (
        <List
          searchBarAccessory={
            <List.Dropdown tooltip="Kind" defaultValue="b" isLoading filtering onSearchTextChange={() => undefined}>
              <List.Dropdown.Item value="a" title="A" icon={Icon.Star} keywords={["first"]} />
              <List.Dropdown.Section title="More">
                <List.Dropdown.Item value="b" title="B" />
              </List.Dropdown.Section>
            </List.Dropdown>
          }
        />
      ),
      "list",
    );
    expect(searchBar.placeholder).toBe("Search…");
    expect(searchBar.dropdown).toEqual({
      tooltip: "Kind",
      placeholder: "",
      value: "b",
      isLoading: true,
      listensToSearch: true,
      filters: true,
      sections: [
        {
          title: "",
          choices: [{ value: "a", title: "A", icon: { kind: "symbol", name: "star-16" }, keywords: ["first"] }],
        },
        { title: "More", choices: [{ value: "b", title: "B", keywords: [] }] },
      ],
    });
  });
});
