import { ProviderError, type Destination } from "../../agent/ports/provider-error";
import type { Clock } from "./clock";

/** How long a server may send nothing, pings included, and how long one response may take in all. */
export type TimeLimits = { idleMs: number; totalMs: number };

const TURN_LIMITS: TimeLimits = { idleMs: 120_000, totalMs: 15 * 60_000 };

/** The cause of a time-out after the whole time. The same request would take as long again, which nobody waits for. */
export const TOOK_TOO_LONG = "the response took 15 minutes";

/**
 * What ends one HTTP exchange early: the caller's signal, or a server that is silent or takes too long. `signal` fires with
 * the caller's own reason or with a `timed_out` error; only time spent between `waiting` and `received` is silence, so a
 * slow reader of the turn is never taken for a slow server.
 */
export type Watchdog = {
  readonly signal: AbortSignal;
  waiting(): void;
  received(): void;
  /** Ends the transfer where it still runs, and the timers. */
  stop(): void;
};

/** Starts to watch a transfer: its idle time, its whole time (a turn's where no others are given), and the caller's signal. */
export function startWatchdog(
  caller: AbortSignal,
  clock: Clock,
  destination: Destination,
  { idleMs, totalMs }: TimeLimits = TURN_LIMITS,
): Watchdog {
  const controller = new AbortController();
  let waitingSince: number | undefined;

  const onAbort = () => controller.abort(caller.reason);
  const onTimeout = (options?: { cause: string }) =>
    controller.abort(new ProviderError({ type: "network", failure: "timed_out", destination }, options));
  // One timer that looks at the time of the last data, instead of a new timer for each of thousands of reads.
  const watchSilence = (): (() => void) => clock.after(silenceLeft(), checkSilence);
  const silenceLeft = () => (waitingSince ?? clock.now()) + idleMs - clock.now();
  function checkSilence() {
    if (silenceLeft() <= 0) onTimeout();
    else cancelSilence = watchSilence();
  }

  let cancelSilence = watchSilence();
  const cancelTotal = clock.after(totalMs, () => onTimeout({ cause: TOOK_TOO_LONG }));
  if (caller.aborted) onAbort();
  caller.addEventListener("abort", onAbort);

  return {
    signal: controller.signal,
    waiting: () => (waitingSince = clock.now()),
    received: () => (waitingSince = undefined),
    stop: () => {
      cancelSilence();
      cancelTotal();
      caller.removeEventListener("abort", onAbort);
      controller.abort();
    },
  };
}
