import { readFileSync } from "node:fs";
import * as z from "zod";
import { HostError } from "./host-error";

const named = z.object({ name: z.string() });
const preference = named.extend({ default: z.unknown().optional() });

const manifest = z
  .object({
    preferences: z.array(preference).default([]),
    commands: z.array(
      named.extend({ arguments: z.array(named).default([]), preferences: z.array(preference).default([]) }),
    ),
  })
  .parse(JSON.parse(readFileSync(`${import.meta.dirname}/../../../package.json`, "utf8")));

function command(name: string) {
  const found = manifest.commands.find((candidate) => candidate.name === name);
  if (!found) throw new HostError(`package.json has no command "${name}".`);
  return found;
}

/**
 * The preferences of a command as Raycast hands them over: the manifest's defaults under what the person set.
 * @throws HostError for a preference that the manifest does not have
 */
export function preferenceValues(commandName: string, set: Record<string, unknown>): Record<string, unknown> {
  const declared = [...manifest.preferences, ...command(commandName).preferences];
  const unknown = Object.keys(set).find((name) => !declared.some((preference) => preference.name === name));
  if (unknown !== undefined) throw new HostError(`package.json has no preference "${unknown}".`);
  const defaults = declared.filter((preference) => preference.default !== undefined);
  return { ...Object.fromEntries(defaults.map((preference) => [preference.name, preference.default])), ...set };
}

/**
 * The arguments of a command as Raycast hands them over: text for each, empty where the person gave none.
 * @throws HostError for an argument that the manifest does not have
 */
export function argumentValues(commandName: string, given: Record<string, string>): Record<string, string> {
  const declared = command(commandName).arguments.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !declared.includes(name));
  if (unknown !== undefined) throw new HostError(`The command "${commandName}" has no argument "${unknown}".`);
  return { ...Object.fromEntries(declared.map((name) => [name, ""] as const)), ...given };
}
