import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { errorObject } from "./error-object";
import { macSettingsSchema, QUIET_MAC, type MacSettings } from "./launcher/mac-settings";
import { NO_PREFERENCES, storedPreferencesSchema, type StoredPreferences } from "./preferences";

const date = z.codec(z.object({ date: z.iso.datetime() }), z.date(), {
  decode: ({ date: text }) => new Date(text),
  encode: (value) => ({ date: value.toISOString() }),
});
const fieldValue = z.union([z.string(), z.boolean(), z.array(z.string()), z.null(), date]);

/** What Raycast keeps for a command: each a map that outlives the command. */
const memorySchema = z.object({
  localStorage: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  /** The values of fields and drop-downs with storeValue. */
  storedValues: z.record(z.string(), fieldValue).default({}),
  /** Forms that were left before they were submitted, under the command's name. */
  drafts: z.record(z.string(), z.record(z.string(), fieldValue)).default({}),
});

/** What Raycast keeps for a command. */
export type Memory = z.infer<typeof memorySchema>;

/** All that the preview host remembers from one start to the next, in one folder that only its owner can read. */
export interface State {
  /** The file that holds the preferences, passwords included. */
  readonly preferencesFile: string;
  readonly preferences: Kept<StoredPreferences>;
  readonly mac: Kept<MacSettings>;
  readonly memory: Kept<Memory>;
  /** What commands put in the place of their subtitles in the root search, under their names. */
  readonly subtitles: Kept<Readonly<Record<string, string | undefined>>>;
  /** The folder for the extension's own data. */
  readonly supportFolder: string;
}

/** A value that is kept in a file. */
export interface Kept<T> {
  get(): T;
  /** Writes it at once, whole or not at all. Where that fails, the value holds until the end and the terminal says so. */
  set(value: T): void;
}

/** Opens the state of one extension; `say` gets a sentence for each file that cannot be read or written. */
export function openState(folder: string, extensionName: string, say: (line: string) => void): State {
  const own = join(folder, extensionName);
  const supportFolder = join(own, "support");
  mkdirSync(supportFolder, { recursive: true, mode: 0o700 });
  // The folder above may be one that the person named and uses for other things, too.
  chmodSync(own, 0o700);
  const preferencesFile = join(own, "preferences.json");
  return {
    preferencesFile,
    preferences: kept(preferencesFile, storedPreferencesSchema, NO_PREFERENCES, say),
    mac: kept(join(folder, "mac.json"), macSettingsSchema, QUIET_MAC, say),
    memory: kept(join(own, "memory.json"), memorySchema, { localStorage: {}, storedValues: {}, drafts: {} }, say),
    subtitles: kept(join(own, "subtitles.json"), z.record(z.string(), z.string().optional()), {}, say),
    supportFolder,
  };
}

function kept<T>(file: string, schema: z.ZodType<T>, empty: T, say: (line: string) => void): Kept<T> {
  let value = read(file, schema, empty, say);
  return {
    get: () => value,
    set: (next) => {
      value = next;
      try {
        write(file, JSON.stringify(schema.encode(next), null, 2));
      } catch (error) {
        say(`${file} could not be written: ${errorObject(error).message}`);
      }
    },
  };
}

function write(file: string, text: string): void {
  const half = `${file}.${process.pid}.new`;
  writeFileSync(half, text, { mode: 0o600 });
  renameSync(half, file);
}

function read<T>(file: string, schema: z.ZodType<T>, empty: T, say: (line: string) => void): T {
  if (!existsSync(file)) return empty;
  // A file that cannot be opened is not damaged: starting ends with that error, and nothing is lost.
  const text = readFileSync(file, "utf8");
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    const aside = `${file}.damaged`;
    renameSync(file, aside);
    say(`${file} could not be read. It was set aside as ${aside}, and everything in it is as on the first start.`);
    return empty;
  }
}
