import { lstatSync, mkdirSync, renameSync } from "node:fs";
import { basename, extname, join } from "node:path";

/**
 * Moves a file into the home's own Trash, where nothing that lies there already is replaced. All in one go: two that are
 * moved at the same time must not find the same name free.
 */
export function moveToTrash(path: string, homeFolder: string): void {
  const trash = join(homeFolder, ".Trash");
  mkdirSync(trash, { recursive: true });
  renameSync(path, freeName(trash, basename(path)));
}

function freeName(folder: string, name: string): string {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let copy = 1; ; copy++) {
    const path = join(folder, copy === 1 ? name : `${stem} ${copy}${extension}`);
    if (!lstatSync(path, { throwIfNoEntry: false })) return path;
  }
}
