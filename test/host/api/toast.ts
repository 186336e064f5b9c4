import type * as Raycast from "@raycast/api";
import { checkKeys } from "./check-keys";
import { checkShortcut } from "./check-shortcut";
import { ToastStyle } from "./enums";
import { currentHost, emit, type Host, type ShownToast } from "../command/host";
import { HostError } from "../command/host-error";

const OPTIONS = {
  title: true,
  message: true,
  style: true,
  primaryAction: true,
  secondaryAction: true,
} satisfies Record<keyof Raycast.Toast.Options, true>;

function checked(options: Raycast.Toast.Options): Raycast.Toast.Options {
  checkKeys("A toast", options, Object.keys(OPTIONS));
  checkedAction(options.primaryAction);
  checkedAction(options.secondaryAction);
  if (typeof options.title !== "string") throw new HostError("A toast needs a title.");
  return options;
}

function checkedAction(action: Raycast.Toast.ActionOptions | undefined): Raycast.Toast.ActionOptions | undefined {
  if (!action) return undefined;
  checkKeys("An action of a toast", action, ["title", "shortcut", "onAction"]);
  checkShortcut("an action of a toast", action.shortcut);
  return action;
}

function checkedStyle(style: Raycast.Toast.Style): Raycast.Toast.Style {
  if (!Object.values(ToastStyle).includes(style)) throw new HostError(`A toast has no style "${style}".`);
  return style;
}

interface Shown {
  style: Raycast.Toast.Style;
  title: string;
  message: string | undefined;
  primaryAction: Raycast.Toast.ActionOptions | undefined;
  secondaryAction: Raycast.Toast.ActionOptions | undefined;
}

/** A toast of Raycast: changing one that is shown changes what the person sees. */
export class Toast implements Pick<Raycast.Toast, keyof Raycast.Toast>, ShownToast {
  static readonly Style = ToastStyle;
  readonly #host: Host = currentHost();
  readonly #shown: Shown;

  constructor(options: Raycast.Toast.Options) {
    const { title, message, style = ToastStyle.Success, primaryAction, secondaryAction } = checked(options);
    this.#shown = { style: checkedStyle(style), title, message, primaryAction, secondaryAction };
  }

  get style(): Raycast.Toast.Style {
    return this.#shown.style;
  }
  set style(style: Raycast.Toast.Style) {
    this.#set("style", checkedStyle(style));
  }

  get title(): string {
    return this.#shown.title;
  }
  set title(title: string) {
    this.#set("title", title);
  }

  get message(): string | undefined {
    return this.#shown.message;
  }
  set message(message: string | undefined) {
    this.#set("message", message);
  }

  get primaryAction(): Raycast.Toast.ActionOptions | undefined {
    return this.#shown.primaryAction;
  }
  set primaryAction(action: Raycast.Toast.ActionOptions | undefined) {
    this.#set("primaryAction", checkedAction(action));
  }

  get secondaryAction(): Raycast.Toast.ActionOptions | undefined {
    return this.#shown.secondaryAction;
  }
  set secondaryAction(action: Raycast.Toast.ActionOptions | undefined) {
    this.#set("secondaryAction", checkedAction(action));
  }

  show(): Promise<void> {
    if (!this.#host.toasts.includes(this)) this.#host.toasts.push(this);
    this.#host.currentToast = this;
    emit({ kind: "toast", style: this.style, title: this.title, message: this.message }, this.#host);
    return Promise.resolve();
  }

  hide(): Promise<void> {
    if (this.#host.currentToast === this) this.#host.currentToast = undefined;
    this.#host.onChange();
    return Promise.resolve();
  }

  run(action: Raycast.Toast.ActionOptions): unknown {
    // The real class is nominal by its private fields; a handler can only use its public face, which this is.
    const { onAction }: { onAction: (toast: never) => unknown } = action;
    return onAction(this as never);
  }

  #set<K extends keyof Shown>(name: K, value: Shown[K]): void {
    this.#shown[name] = value;
    this.#host.onChange();
  }
}

/** Shows a toast, given as options or, in the old form, as style, title and message. */
export async function showToast(
  first: Raycast.Toast.Options | Raycast.Toast.Style,
  title = "",
  message?: string,
): Promise<Toast> {
  const options =
    typeof first === "string" ? { style: first, title, ...(message !== undefined && { message }) } : first;
  const toast = new Toast(options);
  await toast.show();
  return toast;
}
