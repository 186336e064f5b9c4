import type { Command, Extension } from "../extension";
import type { LaunchRequest } from "../launch-request";
import type { StoredPreferences } from "../preferences";
import type { MacSettings } from "./mac-settings";

/** What the launcher asks of the preview host around it. */
export interface LauncherServices {
  readonly extension: Extension;
  /** The file that holds the preferences, to tell the person where their keys are. */
  readonly preferencesFile: string;
  /** What is stored now. */
  preferences(): StoredPreferences;
  savePreferences(preferences: StoredPreferences): void;
  /** What the stand-in Mac shows to commands now. */
  macSettings(): MacSettings;
  saveMac(settings: MacSettings): void;
  /** What a command put in the place of its subtitle. */
  subtitleOf(command: Command): string | undefined;
  /** Whether a command is in the menu bar, or runs in the background again and again. */
  isActive(command: Command): boolean;
  deactivate(command: Command): void;
  /** Calls the listener whenever something of this may have changed, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts a command that has all that it needs. The launcher is done then. */
  launch(request: LaunchRequest): void;
}
