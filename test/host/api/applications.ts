import { extname } from "node:path";
import type { PathLike } from "node:fs";
import type { Application } from "@raycast/api";
import { currentHost } from "../command/host";
import { pathOf } from "./clipboard";

/** Who opens what on a fresh Mac: bundle identifiers with the endings of the files; a folder has none. */
const OPENERS: readonly (readonly [bundleId: string, endings: string])[] = [
  ["com.apple.Preview", ".pdf .png .jpg .jpeg .gif .heic .tiff .webp"],
  ["com.apple.Safari", ".html .htm .webloc .svg"],
  ["com.apple.TextEdit", ".txt .md .rtf .doc .docx .csv .log .json"],
  ["com.apple.mail", ".eml"],
  ["com.apple.finder", ""],
];

function openers(path: PathLike): Application[] {
  const extension = extname(pathOf(path)).toLowerCase();
  const bundleIds = OPENERS.flatMap(([id, endings]) => (endings.split(" ").includes(extension) ? [id] : []));
  return currentHost().world.applications.filter(({ bundleId }) => bundleIds.includes(bundleId ?? ""));
}

/** The apps that are installed or, with a path, those that open such a file. */
export const getApplications = (path?: PathLike): Promise<Application[]> =>
  Promise.resolve(path === undefined ? [...currentHost().world.applications] : openers(path));

/** The app that opens a file. */
export function getDefaultApplication(path: PathLike): Promise<Application> {
  const [first] = openers(path);
  if (first) return Promise.resolve(first);
  return Promise.reject(new Error(`No application found to open ${pathOf(path)}`));
}
