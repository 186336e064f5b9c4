import type { ComponentType } from "react";
import type { World } from "./host";
import { launchProps } from "./launch-props";
import { argumentValues, preferenceValues } from "./manifest";
import { quietWorld } from "./quiet-world";
import { RunningCommand } from "./running-command";
import { Session } from "./session";

/** How a command is launched. Whatever is left out is as on a quiet Mac: nothing selected, nothing copied. */
export interface LaunchOptions extends Partial<World> {
  readonly arguments?: Record<string, string>;
  readonly fallbackText?: string;
}

/**
 * Launches a command and draws its first view.
 * @throws whatever its first drawing throws; HostError for what Raycast would refuse
 */
export function launch(Command: ComponentType<never>, options: LaunchOptions = {}): Session {
  const { arguments: given = {}, fallbackText, commandName = "ask-orbit", ...rest } = options;
  const preferences = preferenceValues(commandName, rest.preferences ?? {});
  const world = quietWorld({ ...rest, commandName, preferences });
  const props = launchProps(world, argumentValues(commandName, given), fallbackText);
  return new Session(new RunningCommand(Command, props, world));
}
