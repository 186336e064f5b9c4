import type { ImageAttachment } from "../chat/attachments";
import type { ImageStore } from "../ports/images";
import { checkImage, type ImageRefusal } from "./check-image";
import { IMAGE_LIMITS } from "./image-limits";

/** The images of a question, ready to be sent along with it; or why not, and which one it is, counted from 0. */
export type TakenImages =
  { type: "taken"; images: ImageAttachment[] } | { type: "refused"; refusal: ImageRefusal; index?: number };

/** Checks the images that go along with one question, all or none, and keeps them. Throws `StoreError`. */
export async function takeImages(
  files: readonly { name: string; bytes: Uint8Array }[],
  store: Pick<ImageStore, "put">,
): Promise<TakenImages> {
  if (files.length > IMAGE_LIMITS.count) {
    return { type: "refused", refusal: { type: "too_many", count: files.length } };
  }
  const checked = files.map(({ bytes }) => checkImage(bytes));
  for (const [index, image] of checked.entries()) {
    if (image.type === "refused") return { ...image, index };
  }
  const together = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (together > IMAGE_LIMITS.totalBytes) {
    return { type: "refused", refusal: { type: "too_large_together", bytes: together } };
  }
  const images: ImageAttachment[] = [];
  for (const [index, { name, bytes }] of files.entries()) {
    const image = checked[index];
    if (image?.type !== "image") continue;
    images.push({ ...image, file: await store.put(bytes), bytes: bytes.length, name });
  }
  return { type: "taken", images };
}
