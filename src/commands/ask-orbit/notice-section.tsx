import { Action, ActionPanel, Color, Icon, List } from "@raycast/api";
import type { Notice } from "../../agent/notices";
import { OpenPreferencesAction } from "../setup-actions";
import { AskAction } from "./actions/row-actions";
import type { Chat } from "./chat";
import { answerMarkdown } from "./markdown";

const idOf = (index: number) => `start-notice-${index}`;

/** The ids of the rows, in their order. */
export function noticeRowIds(notices: readonly Notice[]): string[] {
  return notices.map((_, index) => idOf(index));
}

type NoticeSectionProps = { chat: Chat; notices: readonly Notice[]; selectedId: string | undefined };

/** What Orbit found when it opened that the person should know: preferences without sense, a database set aside. */
export function NoticeSection({ chat, notices, selectedId }: NoticeSectionProps) {
  return (
    <List.Section title="Please Note">
      {notices.map(({ text, actions }, index) => (
        <List.Item
          key={idOf(index)}
          id={idOf(index)}
          icon={{ source: Icon.ExclamationMark, tintColor: Color.Orange }}
          // In an empty chat no detail shows, and the row is too short for a path.
          title={{ value: text, tooltip: text }}
          detail={idOf(index) === selectedId && <List.Item.Detail markdown={answerMarkdown(text)} />}
          actions={
            <ActionPanel>
              <AskAction chat={chat} />
              {actions.includes("open_settings") && <OpenPreferencesAction />}
              <Action.CopyToClipboard title="Copy Notice" content={text} />
            </ActionPanel>
          }
        />
      ))}
    </List.Section>
  );
}
