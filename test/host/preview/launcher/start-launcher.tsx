import type { ReactElement } from "react";
import { LaunchType } from "../../api";
import { quietWorld } from "../../command/quiet-world";
import { RunningCommand } from "../../command/running-command";
import type { Command } from "../extension";
import type { LaunchRequest } from "../launch-request";
import { beforeLaunch } from "./before-launch";
import { ConfigureForm } from "./configure-form";
import { RootSearch } from "./root-search";
import type { LauncherServices } from "./services";

/** Starts Raycast's own search, which lists the commands. */
export const startLauncher = (services: LauncherServices): RunningCommand =>
  start(<RootSearch services={services} />, services);

/**
 * Starts the preferences of the extension and, where one is given, of a command. It ends when they are saved or left:
 * what was in the window before comes back then.
 */
export const startPreferences = (services: LauncherServices, command?: Command): RunningCommand =>
  start(<ConfigureForm services={services} {...(command && { command })} />, services);

/**
 * Starts the form for what a command lacks, which launches it at the end. Undefined for a command that lacks nothing
 * and can be launched at once.
 */
export function startBeforeLaunch(services: LauncherServices, request: LaunchRequest): RunningCommand | undefined {
  const form = beforeLaunch(services, request);
  return form && start(form, services);
}

function start(view: ReactElement, { extension }: LauncherServices): RunningCommand {
  const launchType = LaunchType.UserInitiated;
  // The launcher asks the Mac for nothing.
  const world = quietWorld({ commandName: "launcher", assetsPath: extension.assetsFolder });
  return new RunningCommand(() => view, { launchType, arguments: {} }, world);
}
