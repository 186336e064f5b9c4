import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { billFiles } from "./demo-files/bills";
import { daysBefore, type DemoFile } from "./demo-files/demo-file";
import { documentFiles } from "./demo-files/documents";
import { secretFiles, unlistedFiles } from "./demo-files/hidden-files";
import { oddlyNamedFiles } from "./demo-files/odd-names";
import { pictureFiles } from "./demo-files/pictures";

/**
 * Fills a folder with the files of a made-up person: bills, contracts, notes, pictures, and things that must never be
 * shown. The same `now` gives the same bytes and times.
 */
export async function makeDemoHome(folder: string, now: Date): Promise<void> {
  const files = [
    ...(await billFiles(now)),
    ...documentFiles(now),
    ...pictureFiles(),
    ...oddlyNamedFiles(),
    ...secretFiles(),
    ...unlistedFiles(),
  ];
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  // Last, and files before their folders: writing into a folder changes the folder's time.
  for (const { path, daysOld } of files) await setTime(join(folder, path), daysBefore(now, daysOld));
  for (const path of foldersOf(files)) {
    const ages = files.filter((file) => file.path.startsWith(`${path}/`)).map(({ daysOld }) => daysOld);
    await setTime(join(folder, path), daysBefore(now, Math.min(...ages)));
  }
}

async function setTime(path: string, time: Date): Promise<void> {
  await utimes(path, time, time);
}

function foldersOf(files: readonly DemoFile[]): string[] {
  const folders = files.flatMap(({ path }) => {
    const parts = path.split("/");
    return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
  });
  return [...new Set(folders)];
}
