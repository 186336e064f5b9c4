import type { LaunchType } from "@raycast/api";
import type { Command } from "./extension";

/** Which command is to start, and with what. */
export interface LaunchRequest {
  /** Its name in the manifest. */
  readonly command: string;
  /** Under the arguments' names; an argument that is not given is absent. */
  readonly arguments: Readonly<Record<string, string>>;
  /** What stood in the root search when the command was chosen as a fallback. */
  readonly fallbackText?: string;
  /** What another command hands over. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly launchType: LaunchType;
}

/** The arguments as Raycast hands them to a command: a text for each, empty where none was given. */
export const argumentValues = (command: Command, given: LaunchRequest["arguments"]): Record<string, string> => ({
  ...Object.fromEntries(command.arguments.map(({ name }) => [name, ""])),
  ...given,
});
