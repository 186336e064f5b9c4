import { fileOf } from "./image-file";
import { isImage, type ContentBlock, type ImageType } from "../history/messages";
import { formatSize } from "../text/format-size";
import { inlineValue } from "../text/untrusted-text";
import type { ImageRefusal } from "./check-image";
import { IMAGE_LIMITS } from "./image-limits";

const TYPE_NAMES: Record<ImageType, string> = {
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/gif": "GIF",
  "image/webp": "WebP",
};

/** What is known of an image; one of an older chat has neither name nor size. */
export type ImageFacts = { mediaType: ImageType; width?: number; height?: number; name?: string };

/** The kind and the size of an image: "PNG, 1200 × 800". */
export function imageKind({ mediaType, width, height }: ImageFacts): string {
  const size = width === undefined || height === undefined ? [] : [sides(width, height)];
  return [TYPE_NAMES[mediaType], ...size].join(", ");
}

/** The name of an image where it is quoted in model-facing text: it came from outside. Undefined where it has none. */
export function quotedName({ name = "" }: ImageFacts): string | undefined {
  const line = inlineValue(name).replaceAll('"', "'").replaceAll("[", "(").replaceAll("]", ")").trim();
  return line === "" ? undefined : `"${line}"`;
}

/** The images among some blocks as a person reads of them: the name of one, or how many they are. */
export function imageNames(blocks: readonly ContentBlock[]): string {
  const images = new Map(blocks.filter(isImage).map((image) => [fileOf(image), image]));
  const [first] = images.values();
  return images.size === 1 && first !== undefined ? (quotedName(first) ?? "the image") : `${images.size} images`;
}

/** Why an image was not taken, for the person. */
export function refusalWords(refusal: ImageRefusal): string {
  switch (refusal.type) {
    case "empty":
      return "The file is empty.";
    case "no_image":
      return "The file is no PNG, JPEG, GIF or WebP image, which are what models read.";
    case "damaged":
      return "The image is damaged: its size cannot be read.";
    case "too_large":
      return `The image has ${formatSize(refusal.bytes)}, and models take ${formatSize(IMAGE_LIMITS.bytes)}. Save it smaller.`;
    case "too_wide":
      return `The image has ${sides(refusal.width, refusal.height)} pixels, and models take ${IMAGE_LIMITS.side} a side. Save it smaller.`;
    case "too_many":
      return `${refusal.count} images are too many for one question. It can have ${IMAGE_LIMITS.count}.`;
    case "too_large_together":
      return `The images have ${formatSize(refusal.bytes)} together, and one question can have ${formatSize(IMAGE_LIMITS.totalBytes)}. Send fewer, or save them smaller.`;
  }
}

function sides(width: number, height: number): string {
  return `${width} × ${height}`;
}
