import { describeIcon } from "../frame/describe-icon";
import type { Icon } from "../frame/frame";
import type { Look } from "../frame/look";
import { bundleOf, ownerOf, type Command, type Extension } from "./extension";
import { argumentValues, type LaunchRequest } from "./launch-request";
import { modelText, withModel } from "./model";
import { preferenceValues } from "./preferences";
import type { State } from "./state";
import type { ChangingWorld, WorkerLaunch } from "./worker-protocol";

/** Where the world of a command comes from. */
export interface WorldSource {
  readonly extension: Extension;
  readonly state: State;
  /** Signs the addresses of files that the page may load. */
  readonly secret: string;
  /** Where the scripted model listens. */
  readonly scriptAddress: string;
}

const preferencesOf = ({ extension, state }: WorldSource, command: Command): Record<string, unknown> =>
  preferenceValues(extension, command, state.preferences.get());

/** Who answers, in words. */
export function modelOf(source: WorldSource): string {
  const [command] = source.extension.commands;
  return command ? modelText(preferencesOf(source, command)) : "";
}

/** The preferences that a command finds now. */
export const preferencesNow = (source: WorldSource, command: Command): ChangingWorld["preferences"] =>
  withModel(preferencesOf(source, command), source.scriptAddress);

/** The command's own icon, else the extension's. */
export const commandIcon = (extension: Extension, command: Command, look: Omit<Look, "title">): Icon | undefined =>
  describeIcon(command.icon ?? extension.icon, { ...look, title: command.title });

/** All that a worker needs to run a command. */
export function launchData(
  source: WorldSource,
  command: Command,
  request: LaunchRequest,
  look: Omit<Look, "title">,
): WorkerLaunch {
  const { extension, state, secret } = source;
  const icon = commandIcon(extension, command, look);
  return {
    preferences: preferencesNow(source, command),
    mac: state.mac.get(),
    appearance: look.appearance,
    bundle: bundleOf(extension, command),
    mode: command.mode,
    request,
    title: command.title,
    ...(icon && { icon }),
    arguments: argumentValues(command, request.arguments),
    memory: state.memory.get(),
    extensionName: extension.name,
    ownerOrAuthorName: ownerOf(extension),
    supportFolder: state.supportFolder,
    assetsFolder: extension.assetsFolder,
    addressSecret: secret,
  };
}
