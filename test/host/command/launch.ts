import type { ComponentType } from "react";
import { LaunchType } from "../api/enums";
import type { World } from "./host";
import { argumentValues, preferenceValues } from "./manifest";
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
  const { arguments: given = {}, fallbackText, ...rest } = options;
  const world = worldOf(rest);
  const props = {
    launchType: world.launchType,
    arguments: argumentValues(world.commandName, given),
    ...(world.launchContext && { launchContext: world.launchContext }),
    ...(fallbackText !== undefined && { fallbackText }),
  };
  return new Session(new RunningCommand(Command, props, world));
}

function worldOf(options: Partial<World>): World {
  const commandName = options.commandName ?? "ask-orbit";
  return {
    launchType: LaunchType.UserInitiated,
    appearance: "dark",
    clipboard: "",
    localStorage: new Map(),
    selectedText: new Error("No text is selected."),
    selectedFinderItems: new Error("Finder isn't the frontmost application."),
    frontmostApplication: {
      name: "Finder",
      path: "/System/Library/CoreServices/Finder.app",
      bundleId: "com.apple.finder",
    },
    system: {},
    ...options,
    commandName,
    preferences: preferenceValues(commandName, options.preferences ?? {}),
  };
}
