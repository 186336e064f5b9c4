import { Action, ActionPanel, Form, Icon, Keyboard, List, showToast, useNavigation } from "@raycast/api";
import { useState } from "react";

const DEPTHS = ["First", "Second"];

/** A list whose actions are of every kind. What was done last is its subtitle. */
export default function ActionsOfEverything() {
  const [done, setDone] = useState("nothing yet");
  return (
    <List navigationTitle="Actions of Everything">
      {DEPTHS.map((title) => (
        <List.Item
          key={title}
          title={`${title} Row`}
          subtitle={done}
          actions={<Panel row={title} onDone={setDone} />}
        />
      ))}
    </List>
  );
}

function Panel({ row, onDone }: { row: string; onDone: (what: string) => void }) {
  return (
    <ActionPanel title={`${row} Row`}>
      <ActionPanel.Section title="Views">
        <Action.Push
          title="Push a List"
          icon={Icon.ArrowRight}
          target={<Pushed depth={1} />}
          onPop={() => onDone("came back")}
        />
        <Action.Push title="Push a Form" icon={Icon.Document} target={<SmallForm onSubmit={onDone} />} />
      </ActionPanel.Section>
      <ActionPanel.Section title="Things">
        <Action
          title="Refresh"
          icon={Icon.ArrowClockwise}
          shortcut={Keyboard.Shortcut.Common.Refresh}
          onAction={() => onDone("refreshed")}
        />
        <Action.PickDate
          title="Set Date…"
          icon={Icon.Calendar}
          onChange={(date) => onDone(date?.toDateString() ?? "no date")}
        />
        <ActionPanel.Submenu title="Set Colour…" icon={Icon.Brush} shortcut={{ modifiers: ["cmd", "shift"], key: "l" }}>
          <ActionPanel.Section title="Warm">
            <Action title="Red" onAction={() => onDone("red")} />
            <Action title="Orange" onAction={() => onDone("orange")} />
          </ActionPanel.Section>
          <Action title="Blue" shortcut={{ modifiers: ["cmd", "shift"], key: "b" }} onAction={() => onDone("blue")} />
        </ActionPanel.Submenu>
        <Action.OpenInBrowser url="https://example.com" />
      </ActionPanel.Section>
      <ActionPanel.Section>
        <Action
          title="Delete"
          icon={Icon.Trash}
          style={Action.Style.Destructive}
          shortcut={Keyboard.Shortcut.Common.Remove}
          onAction={() => void showToast({ title: `${row} row deleted` })}
        />
      </ActionPanel.Section>
    </ActionPanel>
  );
}

/** A view over views, which keeps what was typed into it while others lie over it. */
function Pushed({ depth }: { depth: number }) {
  const { pop } = useNavigation();
  return (
    <List navigationTitle={`Depth ${depth}`} searchBarPlaceholder={`Search at depth ${depth}…`}>
      {["Alpha", "Beta", "Gamma"].map((title) => (
        <List.Item
          key={title}
          title={title}
          actions={
            <ActionPanel>
              <Action.Push title="Deeper" icon={Icon.ArrowRight} target={<Pushed depth={depth + 1} />} />
              <Action title="Back" icon={Icon.ArrowLeft} onAction={pop} />
            </ActionPanel>
          }
        />
      ))}
    </List>
  );
}

function SmallForm({ onSubmit }: { onSubmit: (word: string) => void }) {
  const { pop } = useNavigation();
  return (
    <Form
      navigationTitle="Small Form"
      actions={
        <ActionPanel>
          <Action.SubmitForm
            title="Save"
            onSubmit={({ word }: { word: string }) => {
              onSubmit(word);
              pop();
            }}
          />
        </ActionPanel>
      }
    >
      <Form.TextField id="word" title="Word" />
    </Form>
  );
}
