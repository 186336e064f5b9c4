import type { Toast } from "@raycast/api";
import type { HostEvent, PendingAlert, ShownToast } from "./host";
import type { HostedCommand } from "./hosted-command";
import { found } from "./lookup";

/** A launched command of any mode in the hands of a test: what leaves it for the world, and what comes back. */
export class HostedSession<C extends HostedCommand> {
  protected readonly command: C;

  constructor(command: C) {
    this.command = command;
  }

  /** What a person sees, as text. */
  text(): string {
    return this.command.text();
  }
  /**
   * Waits until look gives something, and fails after ms with the screen's text. It looks again after every change of
   * the screen or of the world around it, never by the clock: what changes neither has to be waited for otherwise.
   */
  until<T>(look: () => T, ms = 4000): Promise<T> {
    return this.command.until(look, ms);
  }
  /** Calls the listener after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    return this.command.subscribe(listener);
  }
  /** The window closes and the command ends. Throws an error of the command that no one has seen yet. */
  close(): void {
    this.command.close();
  }

  /** All that left the command, in order. */
  get events(): readonly HostEvent[] {
    return this.command.host.events;
  }
  /** The toast that shows. */
  get toast(): ShownToast | undefined {
    return this.command.host.currentToast;
  }
  /** Every toast that was shown, oldest first. */
  get toasts(): readonly ShownToast[] {
    return this.command.host.toasts;
  }
  /** Chooses an action of the toast that shows. */
  pressToast(title: string): void {
    const actions = [this.toast?.primaryAction, this.toast?.secondaryAction].filter((action) => action !== undefined);
    const action: Toast.ActionOptions = found(
      actions.find((candidate) => candidate.title === title),
      `toast action "${title}"`,
      actions.map((candidate) => candidate.title),
    );
    this.command.act(() => this.command.watch(this.toast?.run(action)));
  }
  /** The alert that waits for an answer. */
  get alert(): PendingAlert["options"] | undefined {
    return this.command.host.alert?.options;
  }
  /** Answers it: true for the primary action. */
  answerAlert(yes: boolean): void {
    const alert = found(this.command.host.alert, "alert", []);
    this.command.act(() => alert.answer(yes));
  }
  /** The text on the clipboard. */
  get clipboard(): string {
    return this.command.host.clipboard;
  }
}
