// Taken at load, so that a test that puts a fake clock in place still times out for real.
const { setTimeout, clearTimeout } = globalThis;

/** Those who wait for something to become true. They look again only when something changed. */
export interface Waiting {
  /** Something changed. */
  wake(): void;
  /** Waits at most ms until look gives something. As long as it cannot, look may throw. */
  until<T>(look: () => T, ms: number): Promise<T>;
}

/**
 * Starts with nobody waiting.
 * @param problem what makes waiting pointless, once there is such a thing
 * @param describe what to say when somebody waited in vain
 */
export function createWaiting(problem: () => Error | undefined, describe: () => string): Waiting {
  const looks = new Set<() => void>();
  return {
    wake: () => [...looks].forEach((look) => look()),
    until: <T>(look: () => T, ms: number) =>
      new Promise<T>((resolve, reject) => {
        let reason = "";
        const settle = (outcome: () => void) => {
          clearTimeout(timer);
          looks.delete(attempt);
          outcome();
        };
        const attempt = () => {
          try {
            const found = look();
            if (found) {
              settle(() => resolve(found));
              return;
            }
          } catch (error) {
            reason = error instanceof Error ? ` (${error.message})` : "";
          }
          const pointless = problem();
          if (pointless) settle(() => reject(pointless));
        };
        const timer = setTimeout(
          () =>
            settle(() => reject(new Error(`Waited ${ms} ms in vain${reason} for:\n${String(look)}\n\n${describe()}`))),
          ms,
        );
        looks.add(attempt);
        attempt();
      }),
  };
}
