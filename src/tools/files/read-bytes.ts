import { constants, type Stats } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

/** Thrown where what was opened is no regular file of the size that was seen before. */
export class ChangedFileError extends Error {
  override readonly name = "ChangedFileError";
}

const CHUNK_BYTES = 1_048_576;

/**
 * Reads a whole regular file of at most `maxBytes`. Never follows a link at the end of the path and never waits on a
 * pipe, even where something was put there since it was looked at. Throws what the file system throws, the signal's
 * reason, or `ChangedFileError`.
 */
export async function readBytes(path: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > maxBytes) throw new ChangedFileError("The file changed while it was opened.");
    return await readUpTo(handle, stats.size, signal);
  } finally {
    await handle.close();
  }
}

async function readUpTo(handle: FileHandle, size: number, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(bytes, filled, Math.min(CHUNK_BYTES, size - filled), filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** True for a file of iCloud Drive whose content is not on this Mac: reading it would download it and could take minutes. */
export function isNotDownloaded(stats: Stats, platform: NodeJS.Platform): boolean {
  return platform === "darwin" && stats.isFile() && stats.size > 0 && stats.blocks === 0;
}
