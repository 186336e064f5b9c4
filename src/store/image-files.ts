import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { checkImage } from "../agent/images/check-image";
import { imageFileName } from "../agent/images/image-file";
import { IMAGE_LIMITS } from "../agent/images/image-limits";
import { imageTypeSchema, type ImageType } from "../agent/history/messages";
import type { ImageStore } from "../agent/ports/images";
import { toStoreError } from "./store-error";

/** The images as files of one folder, which is only made for the first of them. */
export type ImageFiles = ImageStore & {
  /**
   * Removes files that no chat names since then (milliseconds since 1970). One that was kept again after that stays, for
   * its question is on the way. That one, and one that cannot be removed now, go with a later sweep.
   */
  remove(files: readonly string[], since: number): Promise<void>;
  /**
   * Removes the files that no chat names, but for new ones: their question may not be stored yet. `namedImages` is only
   * asked where there are files at all.
   */
  sweep(namedImages: () => Promise<ReadonlySet<string>>, now: Date): Promise<void>;
};

const EXTENSIONS: Record<ImageType, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};

/** `<sha256>.<type>`; with more behind it while it is being written, or where that was cut off. Other files are not Orbit's. */
const NAME = /^([0-9a-f]{64})\.(?:png|jpg|gif|webp)(\..+\.tmp)?$/;

/** How long a file may wait for the question that it goes with. */
const UNNAMED_FOR_MS = 24 * 60 * 60 * 1000;

/** Files are for their owner alone; see `NAME`. */
export function createImageFiles(folder: string): ImageFiles {
  const pathOf = (file: string, type: ImageType) => join(folder, `${file}.${EXTENSIONS[type]}`);
  return {
    async put(bytes) {
      const checked = checkImage(bytes);
      if (checked.type === "refused") throw toStoreError(new Error(`not an image: ${checked.refusal.type}`));
      const file = imageFileName(bytes);
      const path = pathOf(file, checked.mediaType);
      try {
        // A file that is not what its name says is written anew. One that is counts as new again.
        if ((await readImage(path))?.equals(bytes) === true) await utimes(path, new Date(), new Date());
        else await writeWhole(folder, path, bytes);
      } catch (error) {
        throw toStoreError(error);
      }
      return file;
    },
    async read(file) {
      if (!NAME.test(`${file}.png`)) return undefined;
      for (const type of imageTypeSchema.options) {
        const bytes = await readImage(pathOf(file, type));
        if (bytes !== undefined) return bytes;
      }
      return undefined;
    },
    async remove(files, since) {
      for (const path of files.flatMap((file) => imageTypeSchema.options.map((type) => pathOf(file, type)))) {
        const time = await keptAt(path);
        if (time !== undefined && time < since) await rm(path).catch(() => undefined);
      }
    },
    async sweep(namedImages, now) {
      const all = await readdir(folder).catch(() => []);
      if (all.length === 0) return;
      const named = await namedImages();
      for (const name of all) {
        const [, file, unfinished] = NAME.exec(name) ?? [];
        if (file === undefined || (unfinished === undefined && named.has(file))) continue;
        const path = join(folder, name);
        const time = await keptAt(path);
        if (time === undefined || now.getTime() - time < UNNAMED_FOR_MS) continue;
        await rm(path).catch(() => undefined);
      }
    },
  };
}

/** When a file was kept last, in milliseconds since 1970; undefined where there is none. */
async function keptAt(path: string): Promise<number | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  // What was set as a whole millisecond is read a little off.
  return stats && Math.round(stats.mtimeMs);
}

/** Waits on no pipe, follows no link, and reads nothing that has grown beyond any image. */
async function readImage(path: string): Promise<Buffer | undefined> {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  try {
    const handle = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    try {
      const stats = await handle.stat();
      return stats.isFile() && stats.size <= IMAGE_LIMITS.bytes ? await handle.readFile() : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/** All or nothing: under its name a file is whole, and on the disk before any row speaks of it. */
async function writeWhole(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Two commands may keep the same image at once.
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
