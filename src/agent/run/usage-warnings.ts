import type { ChatChange } from "../chat/chat";
import { noticeRow, type RowContext } from "../chat/new-rows";
import { usageNotice, type Notice } from "../notices";
import type { Memory } from "../ports/memory";
import type { RateLimitInfo } from "../ports/provider";
import { ProviderError } from "../ports/provider-error";
import type { Region } from "../text/moment-words";
import type { TurnOutcome } from "./turn";

type UsageContext = RowContext & { memory: Pick<Memory, "put" | "addOnce">; region: () => Region };

/** Where it is remembered what a subscription last reported: a `RateLimitInfo`. */
export const USAGE_KEY = "usage:latest";

/** Percent of a limit. Each is warned of once while a window of the limit lasts. */
const THRESHOLDS = [80, 95];

/** How long a report is remembered that does not say when it ends. */
const UNKNOWN_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Records what a subscription reported during a turn: the newest report for other commands, and the warnings in the chat.
 * Where the turn then failed because the limit is reached, its notice says more than any warning of the request.
 */
export async function recordUsage(
  context: UsageContext,
  recipient: string,
  reports: readonly RateLimitInfo[],
  outcome: TurnOutcome,
): Promise<void> {
  const { session, requestId, memory, now } = context;
  const latest = reports.at(-1);
  if (latest !== undefined) await memory.put(USAGE_KEY, latest, endOf(latest, now().getTime()));
  if (isUsageLimit(outcome)) {
    const warnings = session.chat.rows.filter(
      (row) => row.type === "notice" && row.reason === "usage_warning" && row.requestId === requestId,
    );
    session.record(...warnings.map(({ id: rowId }): ChatChange => ({ type: "row_removed", rowId })));
    return;
  }
  for (const report of reports) {
    const notice = await usageWarning(report, recipient, context);
    if (notice !== undefined) session.record(noticeRow(context, notice));
  }
}

/**
 * The warning that a report calls for: at 80 and at 95 percent, once for each window of the limit, whichever of Orbit's
 * windows it was said in. Servers warn much earlier themselves; below 80 percent, and as long as the server itself is
 * content, nothing is said. `recipient` is whose limit it is.
 */
async function usageWarning(
  info: RateLimitInfo,
  recipient: string,
  { memory, now, region }: UsageContext,
): Promise<Notice | undefined> {
  const percent = usedPercent(info);
  if (info.status === "allowed" || percent === undefined) return undefined;
  const time = now().getTime();
  let isNews = false;
  for (const threshold of THRESHOLDS.filter((each) => percent >= each)) {
    // The lower one counts as said along with the higher one.
    if (await memory.addOnce(`usage:${info.window}:${threshold}`, endOf(info, time))) isNews = true;
  }
  return isNews ? usageNotice(info, percent, recipient, { now: time, region: region() }) : undefined;
}

/**
 * A turn that failed at a used-up limit, with the time at which that resets: what the error says, else what the server said
 * when it turned the request down. An earlier warning may have been about another limit, so its time counts for nothing.
 */
export function withResetTime(outcome: TurnOutcome, reports: readonly RateLimitInfo[], now: Date): TurnOutcome {
  if (!isUsageLimit(outcome) || outcome.error.detail.resetsAt !== undefined) return outcome;
  const resetsAt = reports.findLast(({ status }) => status === "rejected")?.resetsAt;
  if (resetsAt === undefined || resetsAt <= now.getTime()) return outcome;
  return { ...outcome, error: new ProviderError({ type: "usage_limit", resetsAt }, { cause: outcome.error }) };
}

/** Whether a turn failed because a subscription is used up. */
function isUsageLimit(outcome: TurnOutcome): outcome is { type: "failed"; error: UsageLimitError } {
  return (
    outcome.type === "failed" && outcome.error instanceof ProviderError && outcome.error.detail.type === "usage_limit"
  );
}

type UsageLimitError = ProviderError & { detail: { type: "usage_limit"; resetsAt?: number } };

/** Until when a report means something. */
function endOf({ resetsAt }: RateLimitInfo, now: number): number {
  return resetsAt !== undefined && resetsAt > now ? resetsAt : now + UNKNOWN_LIFE_MS;
}

/** Rounded down, so that 80 percent is never said before it is reached. */
function usedPercent({ utilization }: RateLimitInfo): number | undefined {
  return utilization === undefined ? undefined : Math.min(100, Math.floor(utilization * 100));
}
