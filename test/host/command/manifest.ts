import { commandNamed, readExtension, type Command } from "../preview/extension";
import { argumentValues as valuesOfArguments } from "../preview/launch-request";
import { NO_PREFERENCES, preferenceStates, preferenceValues as valuesOfPreferences } from "../preview/preferences";
import { HostError } from "./host-error";

const orbit = readExtension(`${import.meta.dirname}/../../..`);

function command(name: string): Command {
  const found = commandNamed(orbit, name);
  if (!found) throw new HostError(`package.json has no command "${name}".`);
  return found;
}

/**
 * The preferences of a command as Raycast hands them over: the manifest's defaults under what the person set.
 * @throws HostError for a preference that the manifest does not have
 */
export function preferenceValues(commandName: string, set: Record<string, unknown>): Record<string, unknown> {
  const declared = preferenceStates(orbit, command(commandName), NO_PREFERENCES).map(
    ({ preference }) => preference.name,
  );
  const unknown = Object.keys(set).find((name) => !declared.includes(name));
  if (unknown !== undefined) throw new HostError(`package.json has no preference "${unknown}".`);
  return { ...valuesOfPreferences(orbit, command(commandName), NO_PREFERENCES), ...set };
}

/**
 * The arguments of a command as Raycast hands them over: text for each, empty where the person gave none.
 * @throws HostError for an argument that the manifest does not have
 */
export function argumentValues(commandName: string, given: Record<string, string>): Record<string, string> {
  const declared = command(commandName).arguments.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !declared.includes(name));
  if (unknown !== undefined) throw new HostError(`The command "${commandName}" has no argument "${unknown}".`);
  return valuesOfArguments(command(commandName), given);
}
