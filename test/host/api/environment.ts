import { resolve } from "node:path";
import type * as Raycast from "@raycast/api";
import { currentHost } from "../command/host";
import { HostError } from "../command/host-error";

/** Where and how the command runs. */
export const environment: Omit<Raycast.Environment, "theme"> = {
  raycastVersion: "1.104.25",
  ownerOrAuthorName: "orbit",
  extensionName: "orbit",
  commandMode: "view",
  isDevelopment: true,
  textSize: "medium",
  get commandName() {
    return currentHost().world.commandName;
  },
  get assetsPath() {
    return resolve("assets");
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
  canAccess: () => false,
};
