/**
 * A stand-in for @raycast/api that draws in memory: what tests get when a command imports "@raycast/api". It takes what
 * Raycast takes and throws where Raycast would not. A name that is missing here is not used by Orbit; test/host/api's
 * api-types.test.ts says how to add one.
 */
export { Action } from "./action";
export { ActionPanel } from "./action-panel";
export { getApplications, getDefaultApplication } from "./applications";
export { BrowserExtension } from "./browser-extension";
export { Cache } from "./cache";
export { Clipboard } from "./clipboard";
export { Detail } from "./detail";
export { Alert, Color, Image, Keyboard, LaunchType, PopToRootType } from "./enums";
export { environment } from "./environment";
export { Form } from "./form";
export {
  captureException,
  clearSearchBar,
  confirmAlert,
  getFrontmostApplication,
  getPreferenceValues,
  getSelectedFinderItems,
  getSelectedText,
  launchCommand,
  open,
  openCommandPreferences,
  openExtensionPreferences,
  showInFinder,
  trash,
  updateCommandMetadata,
} from "./functions";
export { Grid } from "./grid";
export { Icon } from "./icons";
export { List } from "./list";
export { LocalStorage } from "./local-storage";
export { MenuBarExtra } from "./menu-bar-extra";
export { useNavigation } from "./navigation";
export { Toast, showToast } from "./toast";
export { closeMainWindow, popToRoot, showHUD } from "./window";
