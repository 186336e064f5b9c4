import { resolve } from "node:path";
import { LaunchType } from "../api/enums";
import { FINDER } from "../preview/applications";
import type { World } from "./host";

/** A quiet Mac: nothing selected, nothing copied, nothing kept. What is given takes the place of that. */
export const quietWorld = (given: Partial<World> & Pick<World, "commandName">): World => ({
  commandMode: "view",
  extensionName: "orbit",
  ownerOrAuthorName: "orbit",
  preferences: {},
  launchType: LaunchType.UserInitiated,
  assetsPath: resolve("assets"),
  appearance: "dark",
  clipboard: "",
  localStorage: new Map(),
  storedValues: new Map(),
  drafts: new Map(),
  selectedText: new Error("No text is selected."),
  selectedFinderItems: new Error("Finder isn't the frontmost application."),
  frontmostApplication: FINDER,
  applications: [FINDER],
  browserTab: new Error("The browser extension of Raycast is not installed."),
  system: {},
  ...given,
});
