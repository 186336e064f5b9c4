import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import type { ImageAttachment } from "../agent/chat/attachments";
import { IMAGE_LIMITS } from "../agent/images/image-limits";
import { refusalWords } from "../agent/images/image-words";
import { takeImages } from "../agent/images/take-images";
import type { ImageStore } from "../agent/ports/images";
import { UsageError } from "./options";

/** A file that is not taken as an image; `message` says why. */
export class ImageError extends Error {
  override readonly name = "ImageError";
}

/** The files of `--image`, checked and kept. Throws `UsageError`, `ImageError` and `StoreError`. */
export async function questionImages(files: readonly string[], store: ImageStore): Promise<ImageAttachment[]> {
  // More than these need not even be read.
  const read: { name: string; bytes: Uint8Array }[] = [];
  for (const file of files.slice(0, IMAGE_LIMITS.count + 1)) {
    read.push({ name: basename(file), bytes: await readImage(file) });
  }
  const taken = await takeImages(read, store);
  if (taken.type === "taken") return taken.images;
  const { refusal, index } = taken;
  const file = index === undefined ? undefined : files[index];
  const words = refusalWords(refusal.type === "too_many" ? { ...refusal, count: files.length } : refusal);
  throw new ImageError(file === undefined ? words : `"${file}" cannot be sent. ${words}`);
}

/** Waits on no pipe, and reads nothing that is too large anyway. */
async function readImage(file: string): Promise<Uint8Array> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new UsageError(`--image takes a file, and "${file}" is none.`);
      if (stats.size > IMAGE_LIMITS.bytes) throw new ImageError(tooLarge(file, stats.size));
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof UsageError || error instanceof ImageError) throw error;
    throw new UsageError(`--image takes a file, and "${file}" cannot be read.`);
  }
}

function tooLarge(file: string, bytes: number): string {
  return `"${file}" cannot be sent. ${refusalWords({ type: "too_large", bytes })}`;
}
