import { fileOf } from "../images/image-file";
import { IMAGE_LIMITS } from "../images/image-limits";
import { imageStandIn, type ImageGap } from "../images/stand-in";
import type { ImagesOutMark } from "../history/marks";
import { isImage, type ImageBlock, type ImageFileBlock } from "../history/messages";
import type { ViewTransform } from "./view-message";

/** Words in place of the images that the target did not take, or cannot see, and of those that are too many. */
export const imagesInWords: ViewTransform = (view, { imagesOut }) => {
  let toCrowdOut = crowdedOut(view);
  return view.map((message) => {
    const marks = imagesOut.filter(({ upToSeq }) => message.seq <= upToSeq);
    const content = message.content.map((block) => {
      if (!isImage(block)) return block;
      const gap = markedGap(block, marks) ?? (toCrowdOut > 0 ? "crowded_out" : undefined);
      toCrowdOut -= 1;
      return gap === undefined ? block : imageStandIn(block, gap);
    });
    return { ...message, content };
  });
};

/** The bytes of an older chat's images are only looked through where a mark counts for their message. */
function markedGap(image: Image, marks: readonly ImagesOutMark[]): ImageGap | undefined {
  if (marks.length === 0) return undefined;
  const file = fileOf(image);
  return marks.find(({ files }) => files.includes(file))?.reason;
}

/**
 * How many images newer ones have taken the place of, counted from the first. They go by many at once, down to half of what
 * a request may have, so that the views before and after the next image begin alike. It follows from the history alone,
 * whoever is asked.
 */
function crowdedOut(view: Parameters<ViewTransform>[0]): number {
  let kept: Image[] = [];
  let out = 0;
  for (const { content } of view) {
    const own = content.filter(isImage);
    if (own.length === 0) continue;
    const all = [...kept, ...own];
    kept = all;
    if (!isOver(all, 1)) continue;
    while (kept.length > own.length && isOver(kept, 2)) kept = kept.slice(1);
    while (isOver(kept, 1)) kept = kept.slice(1);
    out += all.length - kept.length;
  }
  return out;
}

type Image = ImageBlock | ImageFileBlock;

/** More than a request may have, or more than that divided by `share`. */
function isOver(images: readonly Image[], share: number): boolean {
  const bytes = images.reduce((sum, image) => sum + sizeOf(image), 0);
  return images.length > IMAGE_LIMITS.count / share || bytes > IMAGE_LIMITS.totalBytes / share;
}

function sizeOf(image: Image): number {
  return image.type === "image_file" ? image.bytes : (image.data.length * 3) / 4;
}
