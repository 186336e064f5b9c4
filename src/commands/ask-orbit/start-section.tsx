import { Action, ActionPanel, Icon, List } from "@raycast/api";
import { CheckSetupAction, OpenPreferencesAction } from "../setup-actions";
import { AskAction } from "./actions/row-actions";
import type { Chat } from "./chat";

const EXAMPLES = ["Find my invoices", "Which files did I change this week?", "Create a file with a list of my PDFs"];

const SET_UP_ID = "set-up";

/** The ids of the rows, in their order. */
export function startRowIds(needsSetUp: boolean): string[] {
  const examples = EXAMPLES.map((_, index) => `example-${index}`);
  return needsSetUp ? [SET_UP_ID, ...examples] : examples;
}

/** What an empty chat shows: examples that are asked when they are chosen, and before them what is still to be set up. */
export function StartSection({ chat, needsSetUp }: { chat: Chat; needsSetUp: boolean }) {
  return (
    <List.Section title="Ask your Mac anything" subtitle="Nothing changes before you have seen it and said yes">
      {needsSetUp && (
        <List.Item
          id={SET_UP_ID}
          icon={Icon.Gear}
          title="Set Up a Model"
          subtitle="Orbit needs one that answers: with an Anthropic key, or on a server such as Ollama"
          actions={
            <ActionPanel>
              <AskAction chat={chat} />
              <CheckSetupAction />
              <OpenPreferencesAction />
            </ActionPanel>
          }
        />
      )}
      {EXAMPLES.map((example, index) => (
        <List.Item
          key={example}
          id={`example-${index}`}
          icon={Icon.SpeechBubble}
          title={example}
          actions={
            <ActionPanel>
              <AskAction chat={chat} />
              <Action title="Ask This" icon={Icon.ArrowUpCircle} onAction={() => chat.ask(example)} />
            </ActionPanel>
          }
        />
      ))}
    </List.Section>
  );
}
