import type { CutMark } from "../history/marks";
import { isImage, type ContentBlock } from "../history/messages";
import { imageStandIn } from "../images/stand-in";
import type { ViewMessage, ViewTransform } from "./view-message";

/** A result is only cut where that saves more than the sentence about it costs; what Orbit itself says is never so long. */
const WORTH_CUTTING = 200;

/** How far around a cut the text is looked at for a boundary between characters. */
const NEIGHBOURHOOD = 64;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Applies the newest cut: the tool output of the messages up to it goes as head and tail, for an error often stands at the
 * end, their reasoning stays out, and their images go as words. Only contents shrink and no call or result goes, so calls
 * stay paired.
 */
export const cutOutputs: ViewTransform = (view, { cut }) =>
  cut === undefined ? [...view] : view.map((message) => (message.seq <= cut.upToSeq ? shrink(message, cut) : message));

function shrink(message: ViewMessage, cut: CutMark): ViewMessage {
  const content = message.content
    .filter(({ type }) => type !== "thinking" && type !== "redacted_thinking")
    .map((block) => shrinkBlock(block, cut));
  return { ...message, content };
}

function shrinkBlock(block: ContentBlock, cut: CutMark): ContentBlock {
  if (isImage(block)) return imageStandIn(block, "cut");
  return block.type === "tool_result" ? { ...block, content: headAndTail(block.content, cut) } : block;
}

/** The beginning and the end of a long text, with a sentence between them that says how much is missing. */
export function headAndTail(text: string, { head, tail }: Pick<CutMark, "head" | "tail">): string {
  if (text.length <= head + tail + WORTH_CUTTING) return text;
  const from = boundaryBefore(text, head);
  const to = boundaryBefore(text, text.length - tail);
  const note = `[Orbit left out ${to - from} characters here so that the chat fits the model. Call the tool again if you need them.]`;
  return `${text.slice(0, from)}\n${note}\n${text.slice(to)}`;
}

/** The last boundary between two characters at or before an index. */
function boundaryBefore(text: string, index: number): number {
  const start = Math.max(0, index - NEIGHBOURHOOD);
  const around = text.slice(start, index + NEIGHBOURHOOD);
  return start + (segmenter.segment(around).containing(index - start)?.index ?? index - start);
}
