import type { ImageFileBlock, SentBlock, SentMessage, WireMessage } from "../history/messages";
import type { ImageStore } from "../ports/images";
import { checkImage } from "./check-image";
import { imageFileName } from "./image-file";
import { imageStandIn } from "./stand-in";

/**
 * The messages of a request with their images read, one after the other; nothing is kept of them beside the request. What
 * is gone or damaged goes as words: a chat never fails for it.
 */
export async function loadImages(
  messages: readonly WireMessage[],
  images: Pick<ImageStore, "read">,
): Promise<SentMessage[]> {
  const loaded: SentMessage[] = [];
  for (const { role, content } of messages) {
    const blocks: SentBlock[] = [];
    for (const block of content) blocks.push(block.type === "image_file" ? await loadImage(block, images) : block);
    loaded.push({ role, content: blocks });
  }
  return loaded;
}

/** What is sent is what was checked, whatever the row or the file has become since. */
async function loadImage(block: ImageFileBlock, images: Pick<ImageStore, "read">): Promise<SentBlock> {
  const bytes = await images.read(block.file);
  if (bytes?.length !== block.bytes || imageFileName(bytes) !== block.file) return imageStandIn(block, "lost");
  const checked = checkImage(bytes);
  if (checked.type === "refused") return imageStandIn(block, "lost");
  return { type: "image", mediaType: checked.mediaType, data: Buffer.from(bytes).toString("base64") };
}
