/** Reads that may hold the gate together. */
const MAX_SHARED = 6;

type Waiting = { shared: boolean; open: () => void };

/**
 * One fair gate for everything that calls do, in the order of arrival: reads share it, anything else holds it alone. A
 * read that comes after a waiting write waits behind it, so a write is never starved. A call that is given up at its
 * deadline leaves the gate, though what it began may still be going on.
 */
export class Gate {
  #shared = 0;
  #isExclusive = false;
  readonly #queue: Waiting[] = [];

  /** Waits for its turn; resolves to the function that leaves the gate. Rejects with the signal's reason on abort. */
  enter(kind: "shared" | "exclusive", signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(abortError(signal));
        return;
      }
      const waiting: Waiting = {
        shared: kind === "shared",
        open: () => {
          signal.removeEventListener("abort", giveUp);
          resolve(this.#leaveOnce(waiting.shared));
        },
      };
      const giveUp = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(abortError(signal));
        this.#advance();
      };
      signal.addEventListener("abort", giveUp, { once: true });
      this.#queue.push(waiting);
      this.#advance();
    });
  }

  #leaveOnce(shared: boolean): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      if (shared) this.#shared -= 1;
      else this.#isExclusive = false;
      this.#advance();
    };
  }

  #advance(): void {
    for (let next = this.#queue[0]; next !== undefined && this.#admits(next); next = this.#queue[0]) {
      this.#queue.shift();
      if (next.shared) this.#shared += 1;
      else this.#isExclusive = true;
      next.open();
    }
  }

  #admits(waiting: Waiting): boolean {
    if (this.#isExclusive) return false;
    return waiting.shared ? this.#shared < MAX_SHARED : this.#shared === 0;
  }
}

function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException("Aborted", "AbortError");
}
