import type { ContentBlock } from "../history/messages";
import { imageKind, quotedName, type ImageFacts } from "./image-words";

/** Why a request holds words in place of an image. */
export type ImageGap = "cannot_see" | "refused" | "crowded_out" | "cut" | "lost";

const REASONS: Record<ImageGap, string> = {
  cannot_see: "this model cannot see images",
  refused: "the server did not take it",
  crowded_out: "too many images came after it",
  cut: "the chat has to fit the model",
  lost: "its file is gone or damaged",
};

/** What the model gets in place of an image. The same image and reason always give the same words. */
export function imageStandIn(image: ImageFacts, gap: ImageGap): Extract<ContentBlock, { type: "text" }> {
  const facts = ["Image", quotedName(image), imageKind(image)].filter((part) => part !== undefined);
  return {
    type: "text",
    text: `[${facts.join(", ").replace('Image, "', 'Image "')}: not shown, because ${REASONS[gap]}]`,
  };
}
