import { mkdir, rename, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";

/** Moves a file into the home's own Trash, where nothing that lies there already is replaced. */
export async function moveToTrash(path: string, homeFolder: string): Promise<void> {
  const trash = join(homeFolder, ".Trash");
  await mkdir(trash, { recursive: true });
  await rename(path, await freeName(trash, basename(path)));
}

async function freeName(folder: string, name: string): Promise<string> {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let copy = 1; ; copy++) {
    const path = join(folder, copy === 1 ? name : `${stem} ${copy}${extension}`);
    if (!(await stat(path).catch(() => undefined))) return path;
  }
}
