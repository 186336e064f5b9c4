import { readImageHeader, type ImageHeader } from "./image-header";
import { IMAGE_LIMITS } from "./image-limits";

/** Why an image is not taken. Sizes are bytes, sides pixels. */
export type ImageRefusal =
  | { type: "empty" }
  /** None of the formats that models read. */
  | { type: "no_image" }
  /** It begins as an image does, and that is all. */
  | { type: "damaged" }
  | { type: "too_large"; bytes: number }
  | { type: "too_wide"; width: number; height: number }
  | { type: "too_many"; count: number }
  | { type: "too_large_together"; bytes: number };

/** What an image is, or why it is not taken. */
export type CheckedImage = ({ type: "image" } & ImageHeader) | { type: "refused"; refusal: ImageRefusal };

/** Checks an image by its bytes: one that a server refuses is refused with every later request of its chat. */
export function checkImage(bytes: Uint8Array): CheckedImage {
  const refused = (refusal: ImageRefusal): CheckedImage => ({ type: "refused", refusal });
  if (bytes.length === 0) return refused({ type: "empty" });
  const header = readImageHeader(bytes);
  if (header === undefined) return refused({ type: "no_image" });
  if (header === "cut" || header.width < 1 || header.height < 1) return refused({ type: "damaged" });
  const { width, height } = header;
  if (Math.max(width, height) > IMAGE_LIMITS.side) return refused({ type: "too_wide", width, height });
  if (bytes.length > IMAGE_LIMITS.bytes) return refused({ type: "too_large", bytes: bytes.length });
  return { type: "image", ...header };
}
