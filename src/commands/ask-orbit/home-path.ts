import { posix } from "node:path";

/** The whole path: result cards hold paths of the home folder as `~/…`. */
export function absolutePath(path: string, homeFolder: string): string {
  return path === "~" || path.startsWith("~/") ? posix.join(homeFolder, path.slice(1)) : path;
}
