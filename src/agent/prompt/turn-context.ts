import type { Attachment } from "../chat/attachments";
import { isoLocalTime, weekdayName } from "../text/local-time";
import { attachmentText } from "./attachment-text";

/** What a message tells besides the person's words. */
export type TurnFacts = {
  now: Date;
  timeZone: string;
  attachments: readonly Attachment[];
  /** What changed for the tools; see `toolNews`. */
  toolNews: string | undefined;
};

/**
 * The block that Orbit puts in front of what the person typed: what changes during a chat and so cannot stand in the
 * frozen prompt.
 */
export function turnContext({ now, timeZone, attachments, toolNews }: TurnFacts): string {
  return [
    "<orbit_context>",
    `Current time: ${isoLocalTime(now, timeZone)} (${weekdayName(now, timeZone)}, time zone ${timeZone})`,
    ...attachments.map(attachmentText),
    ...(toolNews === undefined ? [] : [toolNews]),
    "</orbit_context>",
  ].join("\n");
}
