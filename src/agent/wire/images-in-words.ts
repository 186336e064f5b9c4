import { fileOf } from "../images/image-file";
import { IMAGE_LIMITS } from "../images/image-limits";
import { imageStandIn, type ImageGap } from "../images/stand-in";
import type { ImagesOutMark } from "../history/marks";
import { isImage, type ImageBlock, type ImageFileBlock } from "../history/messages";
import type { ViewTransform } from "./view-message";

/** Words in place of the images that the target did not take, or cannot see, and of those that are too many. */
export const imagesInWords: ViewTransform = (view, { imagesOut }) => {
  let toCrowdOut = crowdedOut(view);
  const outs = imagesOut.map((mark): Out => ({ ...mark, files: new Set(mark.files) }));
  return view.map((message) => {
    const marks = outs.filter(({ upToSeq }) => message.seq <= upToSeq);
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
function markedGap(image: Image, marks: readonly Out[]): ImageGap | undefined {
  if (marks.length === 0) return undefined;
  const file = fileOf(image);
  return marks.find(({ files }) => files.has(file))?.reason;
}

type Out = Pick<ImagesOutMark, "upToSeq" | "reason"> & { files: ReadonlySet<string> };

/**
 * How many images newer ones have taken the place of, counted from the first. They go by many at once, down to half of what
 * a request may have, so that the views before and after the next image begin alike. It follows from the history alone,
 * whoever is asked.
 */
function crowdedOut(view: Parameters<ViewTransform>[0]): number {
  const sizes: number[] = [];
  let out = 0;
  let bytes = 0;
  /** More than a request may have, or more than that divided by `share`. */
  const isOver = (share: number) =>
    sizes.length - out > IMAGE_LIMITS.count / share || bytes > IMAGE_LIMITS.totalBytes / share;
  const dropTo = (end: number, share: number) => {
    for (; out < end && isOver(share); out += 1) bytes -= sizes[out] ?? 0;
  };
  for (const { content } of view) {
    const older = sizes.length;
    for (const image of content.filter(isImage)) {
      const size = sizeOf(image);
      sizes.push(size);
      bytes += size;
    }
    if (!isOver(1)) continue;
    dropTo(older, 2);
    dropTo(sizes.length, 1);
  }
  return out;
}

type Image = ImageBlock | ImageFileBlock;

function sizeOf(image: Image): number {
  return image.type === "image_file" ? image.bytes : (image.data.length * 3) / 4;
}
