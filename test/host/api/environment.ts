import type * as Raycast from "@raycast/api";
import { BrowserExtension } from "./browser-extension";
import { currentHost } from "../command/host";
import { HostError } from "../command/host-error";

/** Where and how the command runs. */
export const environment: Omit<Raycast.Environment, "theme"> = {
  raycastVersion: "1.104.25",
  isDevelopment: true,
  textSize: "medium",
  get ownerOrAuthorName() {
    return currentHost().world.ownerOrAuthorName;
  },
  get extensionName() {
    return currentHost().world.extensionName;
  },
  get commandMode() {
    return currentHost().world.commandMode;
  },
  get commandName() {
    return currentHost().world.commandName;
  },
  get assetsPath() {
    return currentHost().world.assetsPath;
  },
  get supportPath() {
    const { supportPath } = currentHost().world;
    if (supportPath === undefined)
      throw new HostError("The command wants a support folder: launch it with supportPath.");
    return supportPath;
  },
  get appearance() {
    return currentHost().world.appearance;
  },
  get launchType() {
    return currentHost().world.launchType;
  },
  // Nobody without Raycast Pro has access to its AI, and Orbit must do without.
  canAccess: (api) => api === BrowserExtension && !(currentHost().world.browserTab instanceof Error),
};
