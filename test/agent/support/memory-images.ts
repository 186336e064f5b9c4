import { imageFileName } from "../../../src/agent/images/image-file";
import type { ImageStore } from "../../../src/agent/ports/images";

/** A store of images in memory; `files` are its files by name, for tests that damage them. */
export type MemoryImages = ImageStore & { readonly files: Map<string, Uint8Array>; readonly reads: readonly string[] };

export function memoryImages(): MemoryImages {
  const files = new Map<string, Uint8Array>();
  const reads: string[] = [];
  return {
    files,
    reads,
    put: (bytes) => {
      const file = imageFileName(bytes);
      files.set(file, bytes);
      return Promise.resolve(file);
    },
    read: (file) => {
      reads.push(file);
      return Promise.resolve(files.get(file));
    },
  };
}
