import { createHash } from "node:crypto";
import type { ImageBlock, ImageFileBlock } from "../history/messages";

/** What names an image: the SHA-256 of its bytes. */
export function imageFileName(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The name of the file of an image, wherever its bytes are. */
export function fileOf(image: ImageBlock | ImageFileBlock): string {
  return image.type === "image_file" ? image.file : imageFileName(Buffer.from(image.data, "base64"));
}
