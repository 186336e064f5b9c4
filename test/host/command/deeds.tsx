import { Action, ActionPanel, Detail } from "@raycast/api";

/** A command whose actions do one thing each. */
export const deeds = (table: Record<string, () => unknown>) => () => (
  <Detail
    actions={
      <ActionPanel>
        {Object.entries(table).map(([title, deed]) => (
          <Action key={title} title={title} onAction={() => void deed()} />
        ))}
      </ActionPanel>
    }
  />
);
