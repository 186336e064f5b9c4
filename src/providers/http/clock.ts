/** Time as the transport needs it, so that tests can hold it in their hand. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after `ms`; what it returns calls that off. */
  after(ms: number, callback: () => void): () => void;
};

/** The time of this machine. */
export const systemClock: Clock = {
  now: Date.now,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Waits `ms`. Ends at once, by throwing the signal's reason, when the signal fires. */
export async function sleep(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const cancel = clock.after(ms, settle);
    signal.addEventListener("abort", settle);
    function settle() {
      cancel();
      signal.removeEventListener("abort", settle);
      resolve();
    }
  });
  signal.throwIfAborted();
}
