import type { Attachment } from "../../agent/chat/attachments";
import { imageKind } from "../../agent/images/image-words";
import type { TokenUsage } from "../../agent/history/messages";
import { totalUsage, type ToolUsage } from "../../agent/history/tool-usage";
import type { ApprovalField } from "../../agent/tool/approval";
import { inlineValue } from "../../agent/text/untrusted-text";
import { dateOfField, isDateKind } from "../../agent/tool/date-field";

/** Milliseconds as people say them: "< 0.1 s", "0.4 s", "12 s", "2 min 5 s". */
export function durationWords(ms: number): string {
  if (ms < 50) return "< 0.1 s";
  const seconds = ms / 1_000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** A moment on the person's clock, from milliseconds since 1970. */
export function timeWords(time: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/** The zone of the person's clock. */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The images that went along with a question, by their names, or by what they are. */
export function imageWords(attachments: readonly Attachment[] = []): string {
  const images = attachments.filter((attachment) => attachment.type === "image");
  return images.map((image) => (image.name === undefined ? imageKind(image) : inlineValue(image.name))).join(", ");
}

/** The value of a form's field as people read it: dates are held as ISO 8601. */
export function fieldWords({ kind, value }: Pick<ApprovalField, "kind" | "value">): string {
  const date = isDateKind(kind) ? dateOfField(value, timeZone()) : undefined;
  if (date === undefined) return value;
  return kind === "date" ? dayWords(date.getTime()) : timeWords(date.getTime());
}

/** A day on the person's clock. */
export function dayWords(time: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(time);
}

/** What calls of tools have cost: "7 calls, 2.1 s". */
export function usageWords(tools: readonly ToolUsage[]): string {
  const { calls, durationMs } = totalUsage(tools);
  return `${calls === 1 ? "1 call" : `${calls} calls`}, ${durationWords(durationMs)}`;
}

/** What a request used: "1,234 in, 56 out". What came from a cache was sent as well. */
export function tokenWords({ input, output, cacheRead, cacheWrite }: TokenUsage): string {
  const count = new Intl.NumberFormat("en");
  return `${count.format(input + cacheRead + cacheWrite)} in, ${count.format(output)} out`;
}

/** Short words that a title in English leaves small, except as the first. */
const SMALL_WORDS = new Set(["a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to"]);

/** A tool's registered name as people see it, in title case: "Move to Trash" for `move_to_trash`. */
export function toolWords(name: string): string {
  const words = name.split("_").filter((word) => word !== "");
  return words
    .map((word, index) => (index > 0 && SMALL_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");
}
