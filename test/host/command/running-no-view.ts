import { isValidElement } from "react";
import type { LaunchProps } from "@raycast/api";
import type { World } from "./host";
import { HostError } from "./host-error";
import { HostedCommand } from "./hosted-command";

/** A no-view command that runs: a function that runs once and draws nothing. When its promise is kept, it has ended. */
export class RunningNoView extends HostedCommand {
  /** Settles when the command has ended, with its error if it came to grief. */
  readonly done: Promise<void>;

  constructor(command: (props: LaunchProps) => unknown, launchProps: LaunchProps, world: World) {
    super(world, []);
    let outcome: unknown;
    this.start(() => {
      outcome = command(launchProps);
      if (isValidElement(outcome)) throw new HostError("A no-view command draws nothing, but gave an element to draw.");
    });
    this.done = this.#endAfter(outcome);
    // Whoever looks at failure has no need of the promise.
    this.done.catch(() => undefined);
  }

  override text(): string {
    return "(a no-view command)";
  }

  protected override settle(): void {
    // Nothing is drawn.
  }

  async #endAfter(outcome: unknown): Promise<void> {
    try {
      await outcome;
    } catch (error) {
      this.fail(error);
      this.guard();
    }
    this.end();
  }
}
