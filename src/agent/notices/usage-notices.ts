import type { RateLimitInfo } from "../ports/provider";
import { momentWords, type Region } from "../text/moment-words";
import type { Notice } from "./notice";

const LIMIT_NAMES: ReadonlyMap<string, string> = new Map([
  ["five_hour", "5-hour window"],
  ["seven_day", "7-day window"],
  ["seven_day_opus", "7-day window for Opus"],
  ["seven_day_sonnet", "7-day window for Sonnet"],
]);

/** The warning that so many percent of a limit of the recipient's are used up. */
export function usageNotice(
  { window, resetsAt }: RateLimitInfo,
  percent: number,
  recipient: string,
  { now, region }: { now: number; region: Region },
): Notice {
  const name = LIMIT_NAMES.get(window);
  const limit = name === undefined ? "usage limit" : `usage limit for the ${name}`;
  const reset = resetsAt !== undefined && resetsAt > now ? ` ${resetSentence(resetsAt, region)}` : "";
  const text = `${percent}% of your ${recipient} ${limit} is used up.${reset}`;
  return { style: "warning", text, actions: [], reason: "usage_warning" };
}

/** When a limit counts from nothing again. */
export function resetSentence(resetsAt: number, region: Region): string {
  return `It resets on ${momentWords(resetsAt, region)}.`;
}
