import type { CutMark, ImagesOutMark } from "../history/marks";
import type { AssistantMessage, WireMessage } from "../history/messages";
import type { WireTarget } from "../ports/provider";

/**
 * A message of a view that is not repaired yet. `seq` is its place in the stored history; the results of a turn's calls
 * have the turn's own. `from` is who made an assistant message.
 */
export type ViewMessage = WireMessage & { seq: number; from?: Pick<AssistantMessage, "provider" | "recipientKey"> };

/** What the marks of a chat say to the transforms of its view. */
export type ViewContext = {
  target: WireTarget;
  /** Reasoning up to this message was refused by the target; -1 where none was. */
  rejectedUpTo: number;
  /** What of the images the target gets in words. */
  imagesOut: readonly ImagesOutMark[];
  /** The newest cut. */
  cut: CutMark | undefined;
};

/** One step from the stored history to the wire: gives a new view, changes nothing in place. */
export type ViewTransform = (view: readonly ViewMessage[], context: ViewContext) => ViewMessage[];
