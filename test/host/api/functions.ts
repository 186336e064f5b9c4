import type { PathLike } from "node:fs";
import type * as Raycast from "@raycast/api";
import { checkImage } from "./check-image";
import { checkKeys } from "./check-keys";
import { pathOf } from "./clipboard";
import { Alert } from "./enums";
import { currentHost, emit } from "../command/host";
import { HostError } from "../command/host-error";

const ALERT_OPTIONS = {
  icon: true,
  title: true,
  message: true,
  primaryAction: true,
  dismissAction: true,
  rememberUserChoice: true,
} satisfies Record<keyof Raycast.Alert.Options, true>;

function checkAlert(options: Raycast.Alert.Options): void {
  checkKeys("An alert", options, Object.keys(ALERT_OPTIONS));
  checkImage("An alert", options.icon);
  for (const action of [options.primaryAction, options.dismissAction]) {
    if (!action) continue;
    checkKeys("An action of an alert", action, ["title", "style", "onAction"]);
    if (action.style !== undefined && !Object.values(Alert.ActionStyle).includes(action.style))
      throw new HostError(`An action of an alert has no style "${action.style}".`);
  }
}

/** Asks the person; true when the primary action was chosen. */
export async function confirmAlert(options: Raycast.Alert.Options): Promise<boolean> {
  checkAlert(options);
  const host = currentHost();
  const yes = await new Promise<boolean>((answer) => {
    host.alert?.answer(false);
    host.alert = {
      options,
      answer: (given) => {
        // At once: what the person does next is not for this alert.
        host.alert = undefined;
        answer(given);
      },
    };
    emit({ kind: "alert", title: options.title, message: options.message });
    const given = host.world.answerAlert?.(options);
    if (given !== undefined) host.alert.answer(given);
  });
  (yes ? options.primaryAction : options.dismissAction)?.onAction?.();
  host.onChange();
  return yes;
}

/** The preferences of the running command, with the manifest's defaults. */
export function getPreferenceValues(): never {
  // The caller names the type (that of raycast-env.d.ts), and Raycast believes it; never fits whatever it names.
  return { ...currentHost().world.preferences } as never;
}

/** Opens a file, folder or address. */
export async function open(target: string, application?: Raycast.Application | string): Promise<void> {
  const name = typeof application === "object" ? application.path : application;
  await currentHost().world.system.open?.(target, name);
  emit({ kind: "opened", target, application: name });
}

/** Moves files to the Trash. */
export async function trash(path: PathLike | PathLike[]): Promise<void> {
  for (const one of [path].flat().map(pathOf)) {
    await currentHost().world.system.trash?.(one);
    emit({ kind: "trashed", path: one });
  }
}

/** Shows a file in the Finder. */
export async function showInFinder(path: PathLike): Promise<void> {
  await currentHost().world.system.showInFinder?.(pathOf(path));
  emit({ kind: "shown in Finder", path: pathOf(path) });
}

/** Opens the extension's page in Raycast's preferences. */
export function openExtensionPreferences(): Promise<void> {
  emit({ kind: "preferences opened", of: "extension" });
  return Promise.resolve();
}

/** Opens the command's page in Raycast's preferences. */
export function openCommandPreferences(): Promise<void> {
  emit({ kind: "preferences opened", of: "command" });
  return Promise.resolve();
}

/** Starts another command. */
export async function launchCommand(options: Parameters<typeof Raycast.launchCommand>[0]): Promise<void> {
  await currentHost().world.system.launchCommand?.(options);
  emit({ kind: "launched", name: options.name, context: options.context });
}

/** Empties the search bar. */
export function clearSearchBar(): Promise<void> {
  currentHost().clearSearchBar();
  return Promise.resolve();
}

const valueOrThrow = <T>(value: T | Error): Promise<T> =>
  value instanceof Error ? Promise.reject(value) : Promise.resolve(value);

/** The text selected in the app in front. */
export const getSelectedText = (): Promise<string> => valueOrThrow(currentHost().world.selectedText);

/** The files selected in the Finder. */
export const getSelectedFinderItems = async (): Promise<Raycast.FileSystemItem[]> => [
  ...(await valueOrThrow(currentHost().world.selectedFinderItems)),
];

/** The app in front. */
export const getFrontmostApplication = (): Promise<Raycast.Application> =>
  Promise.resolve(currentHost().world.frontmostApplication);

/** Changes the subtitle of the command in the root search; without one, the manifest's comes back. */
export function updateCommandMetadata(metadata: { subtitle?: string | null }): Promise<void> {
  emit({ kind: "subtitle changed", subtitle: metadata.subtitle ?? undefined });
  return Promise.resolve();
}

/** Reports an error to the developer without ending the command. */
export function captureException(exception: unknown): void {
  emit({ kind: "exception captured", message: exception instanceof Error ? exception.message : String(exception) });
}
