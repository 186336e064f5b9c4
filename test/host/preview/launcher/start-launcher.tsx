import type { ReactElement } from "react";
import { LaunchType } from "../../api";
import type { World } from "../../command/host";
import { RunningCommand } from "../../command/running-command";
import type { Command } from "../extension";
import type { LaunchRequest } from "../launch-request";
import { beforeLaunch } from "./before-launch";
import { ConfigureForm } from "./configure-form";
import { QUIET_MAC, worldOf } from "./mac-settings";
import { RootSearch } from "./root-search";
import type { LauncherServices } from "./services";

/** Starts Raycast's own search, which lists the commands. */
export const startLauncher = (services: LauncherServices): RunningCommand => start(<RootSearch services={services} />);

/**
 * Starts the preferences of the extension and, where one is given, of a command. It ends when they are saved or left:
 * what was in the window before comes back then.
 */
export const startPreferences = (services: LauncherServices, command?: Command): RunningCommand =>
  start(<ConfigureForm services={services} {...(command && { command })} />);

/**
 * Starts the form for what a command lacks, which launches it at the end. Undefined for a command that lacks nothing
 * and can be launched at once.
 */
export function startBeforeLaunch(services: LauncherServices, request: LaunchRequest): RunningCommand | undefined {
  const form = beforeLaunch(services, request);
  return form && start(form);
}

function start(view: ReactElement): RunningCommand {
  const launchType = LaunchType.UserInitiated;
  return new RunningCommand(
    () => view,
    { launchType, arguments: {} },
    { ...WORLD, launchType, localStorage: new Map() },
  );
}

// The launcher asks the Mac for nothing.
const WORLD = {
  ...worldOf(QUIET_MAC),
  commandName: "launcher",
  preferences: {},
  appearance: "dark",
  system: {},
} satisfies Partial<World>;
