import type { Extension } from "../extension";
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
  /** Starts a command that has all that it needs. The launcher is done then. */
  launch(request: LaunchRequest): void;
}
