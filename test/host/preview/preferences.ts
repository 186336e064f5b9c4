import * as z from "zod";
import { findApplication } from "./applications";
import type { Command, Extension, Preference } from "./extension";

const values = z.record(z.string(), z.union([z.string(), z.boolean()]));

/**
 * What a person set, and nothing that is a default: the extension's preferences, and each command's under its name. An
 * app stands under its bundle identifier.
 */
export const storedPreferencesSchema = z.object({
  extension: values.default({}),
  commands: z.record(z.string(), values).default({}),
});

/** The preferences that a person set. */
export type StoredPreferences = z.infer<typeof storedPreferencesSchema>;

/** Nobody has set anything. */
export const NO_PREFERENCES: StoredPreferences = { extension: {}, commands: {} };

/** A preference, whose it is, and what a person set. */
export interface PreferenceState {
  readonly preference: Preference;
  /** The command that it is for; absent for one of the whole extension. */
  readonly command?: Command;
  /** What was set, else the default. */
  readonly value: string | boolean | undefined;
}

/** The preferences that a command finds, its own last: where both have a name, the command's counts. */
export function preferenceStates(
  extension: Extension,
  command: Command | undefined,
  stored: StoredPreferences,
): PreferenceState[] {
  const state = (preference: Preference, set: StoredPreferences["extension"] = {}, command?: Command) => ({
    preference,
    value: set[preference.name] ?? defaultOf(preference),
    ...(command && { command }),
  });
  return [
    ...extension.preferences.map((preference) => state(preference, stored.extension)),
    ...(command?.preferences ?? []).map((own) => state(own, command && stored.commands[command.name], command)),
  ];
}

// An app may be named in three ways, of which one is stored.
const defaultOf = (preference: Preference) =>
  preference.type === "appPicker" && preference.default !== undefined
    ? findApplication(preference.default)?.bundleId
    : preference.default;

/** The values that a command gets from getPreferenceValues. */
export function preferenceValues(
  extension: Extension,
  command: Command,
  stored: StoredPreferences,
): Record<string, unknown> {
  const set = preferenceStates(extension, command, stored).filter(({ value }) => value !== undefined);
  return Object.fromEntries(set.map(({ preference, value }) => [preference.name, handedOver(preference, value)]));
}

function handedOver({ type }: Preference, value: PreferenceState["value"]): unknown {
  return type === "appPicker" && typeof value === "string" ? findApplication(value) : value;
}

/** The required preferences without which a command cannot start. */
export const missingPreferences = (
  extension: Extension,
  command: Command,
  stored: StoredPreferences,
): PreferenceState[] =>
  preferenceStates(extension, command, stored).filter(
    ({ preference, value }) => preference.required && (value === undefined || value === ""),
  );

/** The same preferences with some of them set anew. What is set to its default, or to nothing, is not kept. */
export function withPreferences(stored: StoredPreferences, changes: readonly PreferenceState[]): StoredPreferences {
  const next = structuredClone(stored);
  for (const { preference, command, value } of changes) {
    const place = command ? (next.commands[command.name] ??= {}) : next.extension;
    // Where there is a default, an emptied text is a choice of the person.
    if (value === undefined || value === (defaultOf(preference) ?? "")) Reflect.deleteProperty(place, preference.name);
    else place[preference.name] = value;
  }
  return next;
}
