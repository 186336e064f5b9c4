import {
  Action,
  ActionPanel,
  Alert,
  Icon,
  List,
  Toast,
  clearSearchBar,
  closeMainWindow,
  confirmAlert,
  popToRoot,
  showHUD,
  showToast,
} from "@raycast/api";
import { useState } from "react";

/** A row for each way to tell the person something, and for each way out of the window. */
export default function FeedbackOfEverything() {
  const [said, setSaid] = useState("");
  const rows: readonly (readonly [title: string, icon: Icon, run: () => Promise<unknown>])[] = [
    ["Success Toast", Icon.CheckCircle, () => showToast({ title: "Saved", message: "to the last byte" })],
    ["Failure Toast", Icon.XMarkCircle, () => showFailure(setSaid)],
    ["Animated Toast", Icon.Clock, showProgress],
    ["HUD", Icon.Message, () => showHUD("Done and closed")],
    ["Alert", Icon.ExclamationMark, async () => setSaid((await confirmDeletion()) ? "deleted" : "kept")],
    ["Clear Search Bar", Icon.Eraser, clearSearchBar],
    ["Close Window", Icon.XMarkTopRightSquare, closeMainWindow],
    ["Pop to Root", Icon.House, popToRoot],
  ];
  return (
    <List navigationTitle="Feedback of Everything">
      {rows.map(([title, icon, run]) => (
        <List.Item
          key={title}
          title={title}
          icon={icon}
          subtitle={said}
          actions={
            <ActionPanel>
              <Action title="Show" icon={Icon.Play} onAction={run} />
            </ActionPanel>
          }
        />
      ))}
    </List>
  );
}

const showFailure = (onRetry: (word: string) => void) =>
  showToast({
    style: Toast.Style.Failure,
    title: "Could not save",
    message: "The disk is full",
    primaryAction: {
      title: "Try Again",
      shortcut: { modifiers: ["cmd"], key: "t" },
      onAction: (toast) => {
        onRetry("tried again");
        void toast.hide();
      },
    },
    secondaryAction: {
      title: "Copy Logs",
      shortcut: { modifiers: ["cmd", "shift"], key: "t" },
      onAction: () => onRetry("logs"),
    },
  });

/** Goes on until it is told to stop, so that nobody has to be quick to see it. */
const showProgress = () =>
  showToast({
    style: Toast.Style.Animated,
    title: "Working…",
    primaryAction: {
      title: "Finish",
      onAction: (toast) => {
        toast.style = Toast.Style.Success;
        toast.title = "Finished";
      },
    },
  });

const confirmDeletion = () =>
  confirmAlert({
    icon: Icon.Trash,
    title: "Delete it?",
    message: "It cannot be brought back.",
    primaryAction: { title: "Delete", style: Alert.ActionStyle.Destructive },
    dismissAction: { title: "Keep" },
  });
