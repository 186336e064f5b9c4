import { Action, Icon, Keyboard } from "@raycast/api";
import type { PermissionKind } from "../../../agent/tool/permission";
import { openPermissionSettings, retry, startNewChat, stop, type Chat } from "../chat";

/** Runs the newest request again. */
export function RetryAction({ chat }: { chat: Chat }) {
  return (
    <Action
      title="Try Again"
      icon={Icon.ArrowClockwise}
      shortcut={Keyboard.Shortcut.Common.Refresh}
      onAction={() => retry(chat.loop)}
    />
  );
}

/** ⌘. is what a Mac uses to stop and to cancel; in Raycast Esc leaves the view. */
export const STOP_SHORTCUT: Keyboard.Shortcut = { modifiers: ["cmd"], key: "." };

/** Ends the run, or the waiting for a word. */
export function StopAction({ chat }: { chat: Chat }) {
  return <Action title="Stop" icon={Icon.Stop} shortcut={STOP_SHORTCUT} onAction={() => stop(chat.loop)} />;
}

/** Leaves the chat for an empty one. */
export function NewChatAction({ chat }: { chat: Chat }) {
  return (
    <Action
      title="New Chat"
      icon={Icon.PlusCircle}
      shortcut={Keyboard.Shortcut.Common.New}
      onAction={() => startNewChat(chat)}
    />
  );
}

/** Opens the page of System Settings on which macOS allows something. */
export function OpenPermissionSettingsAction({ chat, permission }: { chat: Chat; permission: PermissionKind }) {
  return (
    <Action
      title="Open System Settings"
      icon={Icon.Lock}
      onAction={() => openPermissionSettings(chat.loop, permission)}
    />
  );
}

/** Goes on with the model that the preferences name now: a chat never moves to another by itself. */
export function SwitchModelAction({ chat }: { chat: Chat }) {
  return <Action title="Switch to Model in Preferences" icon={Icon.Switch} onAction={chat.switchModel} />;
}
