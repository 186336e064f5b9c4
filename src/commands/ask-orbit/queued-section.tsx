import { Action, ActionPanel, Icon, Keyboard, List } from "@raycast/api";
import type { QueuedRow } from "../../agent/chat/queue";
import { inlineValue } from "../../agent/text/untrusted-text";
import { AskAction } from "./actions/row-actions";
import { NewChatAction, StopAction } from "./actions/chat-actions";
import { editQueued, sendNow, withdraw, type Chat } from "./chat";
import { shortBlock } from "./markdown";
import { imageWords } from "./words";

const MOST_TEXT_CHARACTERS = 4_000;

type QueuedSectionProps = { chat: Chat; queue: readonly QueuedRow[]; selectedId: string | undefined };

/** The questions that wait for the request before them to end, in the order in which they are sent. */
export function QueuedSection({ chat, queue, selectedId }: QueuedSectionProps) {
  return (
    <List.Section title="Up Next">
      {queue.map((row) => (
        <List.Item
          key={row.id}
          id={row.id}
          icon={Icon.Clock}
          title={`Queued: ${inlineValue(row.text)}`}
          accessories={row.attachments.some(({ type }) => type === "image") ? [imageAccessory(row)] : []}
          detail={row.id === selectedId && <List.Item.Detail markdown={shortBlock(row.text, MOST_TEXT_CHARACTERS)} />}
          actions={<QueuedActions chat={chat} row={row} />}
        />
      ))}
    </List.Section>
  );
}

function imageAccessory({ attachments }: QueuedRow): List.Item.Accessory {
  return { icon: Icon.Image, tooltip: imageWords(attachments) };
}

/** Return never stops anything: while something goes on, Send Now is not the first action. */
function QueuedActions({ chat, row }: { chat: Chat; row: QueuedRow }) {
  const isIdle = chat.status === "idle";
  const send = (
    <Action
      title={isIdle ? "Send Now" : "Stop and Send Now"}
      icon={Icon.ArrowUpCircle}
      onAction={() => sendNow(chat, row.id)}
    />
  );
  return (
    <ActionPanel>
      <ActionPanel.Section>
        <AskAction chat={chat} />
        {isIdle && send}
        <Action
          title="Edit Question"
          icon={Icon.Pencil}
          shortcut={Keyboard.Shortcut.Common.Edit}
          onAction={() => editQueued(chat, row.id)}
        />
        <Action
          title="Withdraw"
          icon={Icon.Trash}
          shortcut={{ modifiers: ["cmd"], key: "backspace" }}
          onAction={() => withdraw(chat, row.id)}
        />
        {!isIdle && send}
      </ActionPanel.Section>
      <ActionPanel.Section>
        {!isIdle && <StopAction chat={chat} />}
        <NewChatAction chat={chat} />
      </ActionPanel.Section>
    </ActionPanel>
  );
}
