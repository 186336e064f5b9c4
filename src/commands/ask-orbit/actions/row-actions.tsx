import { Action, ActionPanel, Clipboard, Icon, Keyboard, showToast, Toast } from "@raycast/api";
import { useContext, type ReactNode } from "react";
import type { PermissionKind } from "../../../agent/tool/permission";
import { CheckSetupAction, OpenPreferencesAction } from "../../setup-actions";
import type { Chat } from "../chat";
import type { NoticeButton, SectionRow } from "../request-rows";
import { SearchText } from "../search-text";
import type { ChatSection } from "../sections";
import {
  NewChatAction,
  OpenPermissionSettingsAction,
  RetryAction,
  StopAction,
  SwitchModelAction,
} from "./chat-actions";

type RowActionsProps = {
  chat: Chat;
  section: Omit<ChatSection, "rows">;
  /** The actions of the row itself. */
  own?: ReactNode;
  /** What helps, where the row is a notice: its buttons come first and not a second time below. */
  helpful?: Extract<SectionRow, { type: "notice" }>;
};

/**
 * The actions of a row of the chat, in one order everywhere: Ask where text is typed, the row's own, the answer's, the
 * chat's. Return runs the first one, so it is never Stop, and repeats something only where a notice offers that.
 */
export function RowActions({ chat, section, own, helpful }: RowActionsProps) {
  const { details, answerText } = section;
  const canRetry = section.isNewest && chat.canRetry;
  const buttons = helpful?.buttons ?? [];
  const needsHarmless = answerText === undefined && buttons.length === 0;
  return (
    <ActionPanel>
      <ActionPanel.Section>
        <AskAction chat={chat} />
        {details === "hidden" && <DetailsAction chat={chat} section={section} title="Show Details" icon={Icon.Eye} />}
        {own}
        {buttons.map((action) => (
          <HelpfulAction key={action} chat={chat} action={action} permission={helpful?.notice.permission} />
        ))}
        {needsHarmless && <CopyQuestionAction question={section.question} />}
      </ActionPanel.Section>
      {answerText !== undefined && (
        <ActionPanel.Section>
          <Action.CopyToClipboard title="Copy Answer" content={answerText} shortcut={Keyboard.Shortcut.Common.Copy} />
          <Action.Paste title="Paste Answer" content={answerText} />
        </ActionPanel.Section>
      )}
      <ActionPanel.Section>
        {canRetry && !buttons.includes("retry") && <RetryAction chat={chat} />}
        {details === "shown" && (
          <DetailsAction chat={chat} section={section} title="Hide Details" icon={Icon.EyeDisabled} />
        )}
        {chat.status !== "idle" && <StopAction chat={chat} />}
        {!buttons.includes("new_chat") && <NewChatAction chat={chat} />}
      </ActionPanel.Section>
    </ActionPanel>
  );
}

/** Text in the search bar makes Ask the first action of every row. */
export function AskAction({ chat }: { chat: Chat }) {
  const text = useContext(SearchText);
  return text === "" ? null : <Action title="Ask" icon={Icon.ArrowUpCircle} onAction={() => chat.ask(text)} />;
}

type HelpfulActionProps = { chat: Chat; action: NoticeButton; permission: PermissionKind | undefined };

function HelpfulAction({ chat, action, permission }: HelpfulActionProps) {
  switch (action) {
    case "retry":
      return <RetryAction chat={chat} />;
    case "open_settings":
      return <OpenPreferencesAction />;
    case "open_permission_settings":
      return permission === undefined ? null : <OpenPermissionSettingsAction chat={chat} permission={permission} />;
    case "switch_provider":
      return <SwitchModelAction chat={chat} />;
    case "new_chat":
      return <NewChatAction chat={chat} />;
    case "check_setup":
      return <CheckSetupAction />;
  }
}

type DetailsActionProps = { chat: Chat; section: Pick<ChatSection, "requestId">; title: string; icon: Icon };

function DetailsAction({ chat, section, title, icon }: DetailsActionProps) {
  return <Action title={title} icon={icon} onAction={() => chat.toggleDetails(section.requestId)} />;
}

/** Harmless on Return while an answer is on its way: unlike Raycast's own copying it leaves the window open. */
function CopyQuestionAction({ question }: { question: string }) {
  const copy = async () => {
    await Clipboard.copy(question);
    await showToast({ style: Toast.Style.Success, title: "Copied the question" });
  };
  return <Action title="Copy Question" icon={Icon.Clipboard} onAction={copy} />;
}
