import { Action, ActionPanel, Color, Grid, Icon, showToast } from "@raycast/api";

const COLOURS = ["Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Magenta"] as const;
const SYMBOLS = ["Airplane", "Anchor", "Bike", "Boat", "Car", "Train"] as const;

/** A grid whose sections have cells of different shapes. */
export default function GridOfEverything() {
  return (
    <Grid
      navigationTitle="Grid of Everything"
      columns={5}
      inset={Grid.Inset.Medium}
      searchBarPlaceholder="Search cells…"
    >
      <Grid.Section title="Symbols" subtitle="five in a row">
        {SYMBOLS.map((name) => (
          <Grid.Item
            key={name}
            title={name}
            subtitle="A way to travel"
            content={{ value: Icon[name], tooltip: `This is: ${name}` }}
            actions={<Say title={name} />}
          />
        ))}
      </Grid.Section>
      <Grid.Section title="Colours" columns={3} aspectRatio="16/9" inset={Grid.Inset.Zero}>
        {COLOURS.map((name) => (
          <Grid.Item key={name} title={name} content={{ color: Color[name] }} actions={<Say title={name} />} />
        ))}
      </Grid.Section>
      <Grid.Section title="Pictures" columns={4} fit={Grid.Fit.Fill}>
        <Grid.Item
          title="Asset"
          content="gallery.png"
          accessory={{ icon: Icon.Star, tooltip: "A favourite" }}
          actions={<Say title="Asset" />}
        />
      </Grid.Section>
    </Grid>
  );
}

function Say({ title }: { title: string }) {
  return (
    <ActionPanel>
      <Action title="Choose" icon={Icon.Check} onAction={() => void showToast({ title: `Chose ${title}` })} />
    </ActionPanel>
  );
}
