import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { checkImage } from "../agent/images/check-image";
import { imageFileName } from "../agent/images/image-file";
import { IMAGE_LIMITS } from "../agent/images/image-limits";
import type { ImageType } from "../agent/history/messages";
import type { ImageStore } from "../agent/ports/images";
import { toStoreError } from "./store-error";

/** The images as files of one folder, which is only made for the first of them. */
export type ImageFiles = ImageStore & {
  /** Removes files. One that cannot be removed now goes with a later sweep. */
  remove(files: readonly string[]): Promise<void>;
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

/** How the name of a file ends that is being written, or whose writing was cut off. */
const UNFINISHED = ".tmp";

/** How long a file may wait for the question that it goes with. */
const UNNAMED_FOR_MS = 24 * 60 * 60 * 1000;

/** Files are `<sha256>.<type>`, for their owner alone; see also `UNFINISHED`. */
export function createImageFiles(folder: string): ImageFiles {
  const names = () => readdir(folder).catch(() => []);
  const wholeFiles = async () => (await names()).filter((name) => !name.endsWith(UNFINISHED));
  return {
    async put(bytes) {
      const checked = checkImage(bytes);
      if (checked.type === "refused") throw toStoreError(new Error(`not an image: ${checked.refusal.type}`));
      const file = imageFileName(bytes);
      const path = join(folder, `${file}.${EXTENSIONS[checked.mediaType]}`);
      try {
        // A file that is not what its name says is written anew. One that is counts as new again.
        if (await hasBytes(path, bytes)) await utimes(path, new Date(), new Date());
        else await writeWhole(folder, path, bytes);
      } catch (error) {
        throw toStoreError(error);
      }
      return file;
    },
    async read(file) {
      try {
        const name = (await wholeFiles()).find((one) => fileIn(one) === file);
        if (name === undefined) return undefined;
        const path = join(folder, name);
        const { size } = await stat(path);
        return size > IMAGE_LIMITS.bytes ? undefined : await readFile(path);
      } catch {
        return undefined;
      }
    },
    async remove(files) {
      if (files.length === 0) return;
      const gone = (await wholeFiles()).filter((name) => files.includes(fileIn(name)));
      for (const name of gone) await rm(join(folder, name)).catch(() => undefined);
    },
    async sweep(namedImages, now) {
      const all = await names();
      if (all.length === 0) return;
      const named = await namedImages();
      for (const name of all) {
        if (named.has(fileIn(name)) && !name.endsWith(UNFINISHED)) continue;
        const path = join(folder, name);
        const since = await stat(path).catch(() => undefined);
        if (since === undefined || now.getTime() - since.mtimeMs < UNNAMED_FOR_MS) continue;
        await rm(path).catch(() => undefined);
      }
    },
  };
}

/** The image of a file's name. */
function fileIn(name: string): string {
  return name.split(".", 1)[0] ?? "";
}

async function hasBytes(path: string, bytes: Uint8Array): Promise<boolean> {
  const stored = await readFile(path).catch(() => undefined);
  return stored !== undefined && stored.equals(bytes);
}

/** All or nothing: under its name a file is whole, and on the disk before any row speaks of it. */
async function writeWhole(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Two commands may keep the same image at once.
  const temporary = `${path}.${crypto.randomUUID()}${UNFINISHED}`;
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
