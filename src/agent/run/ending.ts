import type { RunEnd } from "../chat/event-channel";
import type { Notice } from "../notices";

/** How a run ends, and what is said of it. */
export type Ending = { end: RunEnd; notice?: Notice };

/** The person stopped the run; what is said then is said where it was stopped. */
export const STOPPED: Ending = { end: { type: "stopped" } };

/** A run that failed. */
export function failed(notice: Notice): Ending {
  return { end: { type: "failed" }, notice };
}
