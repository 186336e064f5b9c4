import type { ImageAttachment } from "../../../src/agent/chat/attachments";
import { imageFileName } from "../../../src/agent/images/image-file";

const bytesOf = (base64: string) => Uint8Array.from(Buffer.from(base64, "base64"));

/** Real images of 3 × 2 pixels, one of each form that a format has. */
export const IMAGES = {
  png: bytesOf(
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAFUlEQVR42mM8ISfHwMDAwMDAxAADABMuAQjbG1iiAAAAAElFTkSuQmCC",
  ),
  jpeg: bytesOf(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////" +
      "2wBDAf//////////////////////////////////////////////////////////////////////////////////////wAARCAACAAMDASIAAhEBAxEB/8QA" +
      "FQABAQAAAAAAAAAAAAAAAAAAAAH/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQL/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oA" +
      "DAMBAAIRAxEAPwCABb//2Q==",
  ),
  gif: bytesOf("R0lGODdhAwACAIAAAAAAAAAAACwAAAAAAwACAAAIBgABCBwYEAA7"),
  webp: bytesOf("UklGRjAAAABXRUJQVlA4ICQAAABwAQCdASoDAAIADMDOJaACdAFAAAD+2iYRho1+LuxHGSQAAAA="),
  webpLossless: bytesOf("UklGRh4AAABXRUJQVlA4TBEAAAAvAkAAAAdQjyLXo/+BiOh/AAA="),
  webpExtended: bytesOf(
    "UklGRooAAABXRUJQVlA4WAoAAAACAAAAAgAAAQAAQU5JTQYAAAAAAAAAAABBTk1GLAAAAAAAAAAAAAIAAAEAAAAAAAJWUDhMFAAAAC8CQAAAB1CBVAgg" +
      "AAqa/seIiP4HQU5NRioAAAAAAAAAAAACAAABAAAAAAAAVlA4TBEAAAAvAkAAAAfQhCY0of+BiOh/AAA=",
  ),
} as const;

/** The beginning of a PNG of any size in pixels, and so many bytes long; `seed` makes it another image. */
export function pngOf(width: number, height: number, length = 60, seed = 0): Uint8Array {
  const bytes = Buffer.alloc(length);
  bytes.set(IMAGES.png.subarray(0, 33));
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(seed, length - 4);
  return Uint8Array.from(bytes);
}

/** A PNG as it is sent along with a question, where its bytes are kept already. */
export function attached(bytes: Uint8Array, name?: string): ImageAttachment {
  const view = Buffer.from(bytes);
  return {
    type: "image",
    mediaType: "image/png",
    file: imageFileName(bytes),
    bytes: bytes.length,
    width: view.readUInt32BE(16),
    height: view.readUInt32BE(20),
    ...(name !== undefined && { name }),
  };
}
