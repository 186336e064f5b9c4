import type { Attachment } from "../chat/attachments";
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
  const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone }).format(now);
  return [
    "<orbit_context>",
    `Current time: ${isoLocalTime(now, timeZone)} (${weekday}, time zone ${timeZone})`,
    ...attachments.map(attachmentText),
    ...(toolNews === undefined ? [] : [toolNews]),
    "</orbit_context>",
  ].join("\n");
}

/** ISO 8601 with the offset of the time zone: `2026-09-28T21:30:00+02:00`. */
export function isoLocalTime(date: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  }).formatToParts(date);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  const offset = part("timeZoneName").replace("GMT", "") || "+00:00";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:${part("second")}${offset}`;
}
