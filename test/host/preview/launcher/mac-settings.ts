import * as z from "zod";
import type { World } from "../../command/host";
import { findApplication, FINDER } from "../applications";

/** What the stand-in Mac shows to commands, as the person sets it. */
export const macSettingsSchema = z.object({
  /** The bundle identifier of the app in front. */
  frontmost: z.string().default(FINDER.bundleId ?? ""),
  /** Empty when nothing is selected. */
  selectedText: z.string().default(""),
  isAccessibilityAllowed: z.boolean().default(true),
  /** The paths of what is selected in the Finder. Commands see them only while the Finder is in front. */
  finderSelection: z.array(z.string()).default([]),
  clipboard: z.string().default(""),
  hasBrowserExtension: z.boolean().default(true),
  /** Empty when no tab is open. */
  tabUrl: z.string().default(""),
  tabTitle: z.string().default(""),
  tabText: z.string().default(""),
});

/** What the stand-in Mac shows to commands. */
export type MacSettings = z.infer<typeof macSettingsSchema>;

/** A quiet Mac: the Finder in front, nothing selected, nothing copied. */
export const QUIET_MAC: MacSettings = macSettingsSchema.parse({});

/** The part of a command's world that the settings make. */
type MacWorld = Pick<
  World,
  "browserTab" | "clipboard" | "frontmostApplication" | "selectedFinderItems" | "selectedText"
>;

/** The world that a command finds, with an error in the place of what Raycast could not tell it. */
export function worldOf(settings: MacSettings): MacWorld {
  const frontmostApplication = findApplication(settings.frontmost) ?? FINDER;
  return {
    frontmostApplication,
    clipboard: settings.clipboard,
    selectedText: selectedText(settings),
    selectedFinderItems:
      frontmostApplication === FINDER
        ? settings.finderSelection.map((path) => ({ path }))
        : new Error("Finder isn't the frontmost application"),
    browserTab: browserTab(settings),
  };
}

function selectedText(settings: MacSettings): World["selectedText"] {
  if (!settings.isAccessibilityAllowed)
    return new Error("Raycast may not read the selected text: it has no Accessibility permission");
  return settings.selectedText || new Error("No text is selected in the frontmost application");
}

function browserTab({ hasBrowserExtension, tabUrl, tabTitle, tabText }: MacSettings): World["browserTab"] {
  if (!hasBrowserExtension) return new Error("The Raycast browser extension is not installed");
  return tabUrl === "" ? new Error("No browser tab is open") : { url: tabUrl, title: tabTitle, content: tabText };
}
