import type * as Raycast from "@raycast/api";
import { open } from "../api/functions";
import { showToast } from "../api/toast";
import { ToastStyle } from "../api/enums";
import { isOfType } from "../command/elements";
import { formValues } from "../command/form-state";
import type { HostedCommand } from "../command/hosted-command";
import type { RunningCommand } from "../command/running-command";
import type { PanelEntry } from "../command/screen";

/** Does an action, or opens a submenu. One that rejects is the end of the command, as in Raycast. */
export function press(command: RunningCommand, node: PanelEntry["node"]): void {
  const { view } = command;
  const values = isOfType(view, "Form") ? formValues(view) : {};
  watch(command, isOfType(node, "Action") ? node.props.run(values) : node.props.onOpen?.());
}

/** Ends the command when what a handler of it still does comes to grief. */
export function watch(command: RunningCommand, outcome: unknown): void {
  Promise.resolve(outcome).catch((error: unknown) => command.fail(error));
}

/** Does an action of the toast that shows. */
export function pressToast({ host }: Pick<HostedCommand, "host">, which: "primary" | "secondary"): void {
  const toast = host.currentToast;
  const action = toast && toastAction(toast, which);
  if (action) toast.run(action);
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
