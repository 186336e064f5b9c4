import type { Application } from "@raycast/api";

const application = (name: string, bundleId: string, folder = "/Applications"): Application => ({
  name,
  bundleId,
  path: `${folder}/${name}.app`,
});

/** The Finder, which is always there. */
export const FINDER = application("Finder", "com.apple.finder", "/System/Library/CoreServices");

/** The apps that the stand-in Mac has. */
export const APPLICATIONS: readonly Application[] = [
  FINDER,
  application("Mail", "com.apple.mail", "/System/Applications"),
  application("Notes", "com.apple.Notes", "/System/Applications"),
  application("Preview", "com.apple.Preview", "/System/Applications"),
  application("Safari", "com.apple.Safari"),
  application("Terminal", "com.apple.Terminal", "/System/Applications/Utilities"),
  application("TextEdit", "com.apple.TextEdit", "/System/Applications"),
  application("Visual Studio Code", "com.microsoft.VSCode"),
];

/** The app with this name, bundle identifier or path. */
export const findApplication = (wanted: string): Application | undefined =>
  APPLICATIONS.find(({ name, bundleId, path }) => [name, bundleId, path].includes(wanted));
