import type * as Raycast from "@raycast/api";
import { open } from "../api/functions";
import { showToast } from "../api/toast";
import { ToastStyle } from "../api/enums";
import type { HostedCommand } from "../command/hosted-command";
import type { RunningCommand } from "../command/running-command";
import type { Deed } from "./deed";

/** Answers the alert that waits, hides the toast that shows, or does one of its actions. */
export function doMessageDeed(command: HostedCommand, deed: Extract<Deed, { type: "alert" | "toast" }>): void {
  if (deed.type === "alert") command.host.alert?.answer(deed.yes);
  else if (deed.action === "hide") command.host.currentToast = undefined;
  else pressToast(command, deed.action);
}

/** Does an action of the toast that shows. */
export function pressToast(command: HostedCommand, which: "primary" | "secondary"): void {
  const toast = command.host.currentToast;
  const action = toast && toastAction(toast, which);
  if (action) command.watch(toast.run(action));
}

type Toast = NonNullable<RunningCommand["host"]["currentToast"]>;

/** One of a toast's actions. */
export const toastAction = (toast: Toast, which: "primary" | "secondary"): Raycast.Toast.ActionOptions | undefined =>
  which === "primary" ? toast.primaryAction : toast.secondaryAction;

/** Opens a link. That it cannot be opened is no fault of the command. */
export function openLink(target: string): void {
  open(target).catch((error: unknown) =>
    showToast({
      style: ToastStyle.Failure,
      title: "Could not open the link",
      message: error instanceof Error ? error.message : String(error),
    }),
  );
}
