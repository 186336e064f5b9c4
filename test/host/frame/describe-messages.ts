import type * as Raycast from "@raycast/api";
import { Alert as AlertStyles } from "../api/enums";
import type { Host, PendingAlert, ShownToast } from "../command/host";
import { shortcutSigns } from "../command/key-signs";
import { describeIcon } from "./describe-icon";
import type { Alert, Crash, Stage, Toast, ToastAction } from "./frame";
import type { Look } from "./look";
import { optional } from "./optional";

/** The keys that a toast's actions have where the command gives none. */
export const TOAST_SHORTCUTS = {
  primary: { modifiers: ["cmd"], key: "t" },
  secondary: { modifiers: ["cmd", "shift"], key: "t" },
} as const satisfies Record<string, { modifiers: Raycast.Keyboard.KeyModifier[]; key: Raycast.Keyboard.KeyEquivalent }>;

/** The toast that shows and the alert that waits. */
export const describeMessages = ({ currentToast, alert }: Host, look: Look): Pick<Stage, "toast" | "alert"> => ({
  ...optional("toast", currentToast && describeToast(currentToast)),
  ...optional("alert", alert && describeAlert(alert, look)),
});

/** A toast as it shows now. */
const describeToast = ({ style, title, message, primaryAction, secondaryAction }: ShownToast): Toast => ({
  style: STYLES[style],
  title,
  message: message ?? "",
  ...optional("primaryAction", primaryAction && describeAction(primaryAction, TOAST_SHORTCUTS.primary)),
  ...optional("secondaryAction", secondaryAction && describeAction(secondaryAction, TOAST_SHORTCUTS.secondary)),
});

const STYLES: Readonly<Record<`${Raycast.Toast.Style}`, Toast["style"]>> = {
  SUCCESS: "success",
  FAILURE: "failure",
  ANIMATED: "animated",
};

const describeAction = (
  { title, shortcut }: Raycast.Toast.ActionOptions,
  usual: Raycast.Keyboard.Shortcut,
): ToastAction => ({ title, shortcut: shortcutSigns(shortcut ?? usual) });

/** An alert with the titles that Raycast gives to what the command leaves unnamed. */
function describeAlert({ options }: PendingAlert, look: Look): Alert {
  const { title, message, icon, primaryAction, dismissAction } = options;
  return {
    ...optional("icon", describeIcon(icon, look)),
    title,
    message: message ?? "",
    primary: {
      title: primaryAction?.title ?? "OK",
      isDestructive: primaryAction?.style === AlertStyles.ActionStyle.Destructive,
    },
    dismiss: { title: dismissAction?.title ?? "Cancel" },
  };
}

/** Why a command ended, for the developer. */
export const describeCrash = ({ name, message, stack }: Error): Crash => ({ title: name, message, stack: stack ?? "" });
