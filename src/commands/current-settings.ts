import { getPreferenceValues } from "@raycast/api";
import { parseSettings, type Settings } from "../settings";

/** What the preferences say at this moment. */
export function currentSettings(): Settings {
  return parseSettings(getPreferenceValues());
}
