import { Action, ActionPanel, Color, Icon, Image, List } from "@raycast/api";
import { useState } from "react";

const HOUR_MS = 3_600_000;
const SQUARE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='teal'/%3E%3C/svg%3E";

const ICONS: readonly (readonly [title: string, icon: Image.ImageLike])[] = [
  ["Symbol", Icon.Star],
  ["Tinted Symbol", { source: Icon.Star, tintColor: Color.Yellow }],
  ["Emoji", "🪐"],
  ["Asset in a Circle", { source: "gallery.png", mask: Image.Mask.Circle }],
  ["One for Each Appearance", { source: { light: Icon.Sun, dark: Icon.Moon } }],
  ["Data Address", { source: SQUARE, mask: Image.Mask.RoundedRectangle }],
  ["File of a Kind", { fileIcon: "/Users/ada/Documents/plan.pdf" }],
];

const ACCESSORIES: readonly (readonly [title: string, accessories: List.Item.Accessory[]])[] = [
  ["Text", [{ text: "Plain" }, { text: { value: "Coloured", color: Color.Orange } }]],
  ["Icon", [{ icon: Icon.Link, tooltip: "A link" }, { icon: { source: Icon.Dot, tintColor: Color.Green } }]],
  ["Icon and Text", [{ icon: Icon.Person, text: "Ada" }]],
  ["Tag", [{ tag: "Plain" }, { tag: { value: "Coloured", color: Color.Red } }, { tag: "Icon", icon: Icon.Tag }]],
  ["Date", [{ date: new Date(Date.now() - 3 * HOUR_MS) }, { tag: new Date(Date.now() - 50 * HOUR_MS) }]],
];

/** A list with all that a row can have. */
export default function ListOfEverything() {
  const [isShowingDetail, setIsShowingDetail] = useState(false);
  const [shown, setShown] = useState("all");
  const actions = (
    <ActionPanel>
      <Action
        title={isShowingDetail ? "Hide Detail" : "Show Detail"}
        icon={Icon.Sidebar}
        onAction={() => setIsShowingDetail(!isShowingDetail)}
      />
      <Action.CopyToClipboard title="Copy Name" content="list" />
    </ActionPanel>
  );
  const accessoriesOf = (accessories: List.Item.Accessory[]) => (isShowingDetail ? {} : { accessories });
  return (
    <List
      navigationTitle="List of Everything"
      searchBarPlaceholder="Search rows…"
      isShowingDetail={isShowingDetail}
      searchBarAccessory={<Sections onChange={setShown} />}
    >
      <List.EmptyView icon={Icon.MagnifyingGlass} title="No Such Row" description="Try another word." />
      {shown !== "accessories" && (
        <List.Section title="Icons" subtitle={`${ICONS.length} kinds`}>
          {ICONS.map(([title, icon]) => (
            <List.Item key={title} title={title} icon={icon} detail={<About title={title} />} actions={actions} />
          ))}
        </List.Section>
      )}
      {shown !== "icons" && (
        <List.Section title="Accessories">
          {ACCESSORIES.map(([title, accessories]) => (
            <List.Item
              key={title}
              title={{ value: title, tooltip: "What stands at the end" }}
              subtitle="at the end of the row"
              keywords={["end"]}
              {...accessoriesOf(accessories)}
              detail={<About title={title} />}
              actions={actions}
            />
          ))}
        </List.Section>
      )}
    </List>
  );
}

function Sections({ onChange }: { onChange: (section: string) => void }) {
  return (
    <List.Dropdown tooltip="Sections" onChange={onChange}>
      <List.Dropdown.Item title="All Sections" value="all" icon={Icon.List} />
      <List.Dropdown.Section title="One Section">
        <List.Dropdown.Item title="Icons" value="icons" icon={Icon.Image} />
        <List.Dropdown.Item title="Accessories" value="accessories" keywords={["end"]} />
      </List.Dropdown.Section>
    </List.Dropdown>
  );
}

function About({ title }: { title: string }) {
  return (
    <List.Item.Detail
      markdown={`## ${title}\n\nThis row is called **${title}**.`}
      metadata={
        <List.Item.Detail.Metadata>
          <List.Item.Detail.Metadata.Label title="Letters" text={`${title.length}`} icon={Icon.Text} />
          <List.Item.Detail.Metadata.Separator />
          <List.Item.Detail.Metadata.TagList title="Kind">
            <List.Item.Detail.Metadata.TagList.Item text="Row" color={Color.Blue} />
          </List.Item.Detail.Metadata.TagList>
        </List.Item.Detail.Metadata>
      }
    />
  );
}
