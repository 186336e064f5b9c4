import { existsSync, readFileSync } from "node:fs";
import { join, parse, resolve } from "node:path";
import * as z from "zod";

const choices = z.array(z.object({ title: z.string(), value: z.string() })).min(1);

/** What every preference has. */
const anyPreference = z.object({
  name: z.string(),
  title: z.string().default(""),
  description: z.string().default(""),
  placeholder: z.string().default(""),
  required: z.boolean().default(false),
});

const preferenceSchema = z.discriminatedUnion("type", [
  anyPreference.extend({
    type: z.enum(["textfield", "password", "file", "directory"]),
    default: z.string().optional(),
  }),
  anyPreference.extend({ type: z.literal("checkbox"), label: z.string(), default: z.boolean().default(false) }),
  anyPreference.extend({ type: z.literal("dropdown"), data: choices, default: z.string().optional() }),
  /** Its default names an app by its name, its bundle identifier or its path. */
  anyPreference.extend({ type: z.literal("appPicker"), default: z.string().optional() }),
]);

const anyArgument = z.object({ name: z.string(), placeholder: z.string(), required: z.boolean().default(false) });

const argumentSchema = z.discriminatedUnion("type", [
  anyArgument.extend({ type: z.enum(["text", "password"]) }),
  anyArgument.extend({ type: z.literal("dropdown"), data: choices }),
]);

const UNITS_MS = new Map(Object.entries({ s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }));

// Raycast takes no less than ten seconds, and a timer no more than some weeks.
const interval = z
  .string()
  .regex(/^\d+[smhd]$/u, 'a number and s, m, h or d, such as "10m"')
  .transform((text) => Number.parseInt(text, 10) * (UNITS_MS.get(text.slice(-1)) ?? 0))
  .refine((ms) => ms >= 10_000 && ms < 2 ** 31, "from 10s to 24d");

const commandSchema = z.object({
  name: z.string(),
  title: z.string(),
  subtitle: z.string().optional(),
  icon: z.string().optional(),
  mode: z.enum(["view", "no-view", "menu-bar"]),
  /** After how many milliseconds it runs again in the background; written as "10m". */
  interval: interval.optional(),
  keywords: z.array(z.string()).default([]),
  arguments: z.array(argumentSchema).default([]),
  preferences: z.array(preferenceSchema).default([]),
});

const manifestSchema = z.object({
  name: z.string(),
  title: z.string(),
  icon: z.string(),
  author: z.string(),
  owner: z.string().optional(),
  commands: z.array(commandSchema).min(1),
  preferences: z.array(preferenceSchema).default([]),
});

/** A setting of an extension or of one of its commands. */
export type Preference = z.infer<typeof preferenceSchema>;

/** Something that a person may hand to a command when it starts. */
export type Argument = z.infer<typeof argumentSchema>;

/** A command as the manifest describes it. */
export type Command = z.infer<typeof commandSchema>;

/** An extension: its manifest, and where it lies. */
export interface Extension extends z.infer<typeof manifestSchema> {
  readonly folder: string;
  readonly assetsFolder: string;
}

/** A folder that is no extension, and why, in one sentence. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
}

/**
 * Reads the manifest of the extension in a folder.
 * @throws ManifestError when there is none, or when it is not one that Raycast would take
 */
export function readExtension(folder: string): Extension {
  const path = join(resolve(folder), "package.json");
  const manifest = manifestSchema.safeParse(readJson(path));
  if (!manifest.success) {
    const [problem] = manifest.error.issues;
    throw new ManifestError(
      `${path} is no manifest of an extension: ${problem ? problemText(problem) : "it is empty"}.`,
    );
  }
  const extension = { ...manifest.data, folder: resolve(folder), assetsFolder: join(resolve(folder), "assets") };
  for (const { icon } of [extension, ...extension.commands]) {
    if (icon !== undefined && !isAsset(extension.assetsFolder, icon))
      throw new ManifestError(`${path} names the icon ${icon}, which is not in ${extension.assetsFolder}.`);
  }
  return extension;
}

/** Whether an icon lies there, as it is or in a variant for one appearance. */
function isAsset(folder: string, icon: string): boolean {
  const { name, ext } = parse(icon);
  return [icon, `${name}@dark${ext}`, `${name}@light${ext}`].some((file) => existsSync(join(folder, file)));
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new ManifestError(`${path} ${reason}.`, { cause: error });
  }
}

const problemText = ({ path, message }: z.core.$ZodIssue) => `${path.join(".")}: ${message}`;

/** The command with a name; undefined where the extension has none of that name. */
export const commandNamed = (extension: Extension, name: string): Command | undefined =>
  extension.commands.find((command) => command.name === name);

/** The file that `ray build` makes of a command. */
export const bundleOf = (extension: Extension, command: Command): string =>
  join(extension.folder, "dist", `${command.name}.js`);

/** The name under which links and Raycast's API know whose extension it is. */
export const ownerOf = (extension: Extension): string => extension.owner ?? extension.author;
