/** Reads that may hold the gate together. */
const MAX_SHARED = 6;

type Waiting = { shared: boolean; queue: string | undefined; open: () => void };

/**
 * One fair gate for everything that calls do, in the order of arrival: reads share it, anything else holds it alone. A
 * read that comes after a waiting write waits behind it, so a write is never starved. Reads of one queue (one app) follow
 * each other; those of others may pass a read that waits only for its queue. A call that is given up at its deadline
 * leaves the gate, though what it began may still be going on.
 */
export class Gate {
  #shared = 0;
  #isExclusive = false;
  readonly #busyQueues = new Set<string>();
  readonly #queue: Waiting[] = [];

  /** Waits for its turn; resolves to the function that leaves the gate. Rejects with the signal's reason on abort. */
  enter(kind: "shared" | "exclusive", signal: AbortSignal, queue?: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(abortError(signal));
        return;
      }
      const waiting: Waiting = {
        shared: kind === "shared",
        queue,
        open: () => {
          signal.removeEventListener("abort", giveUp);
          resolve(this.#leaveOnce(waiting));
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

  #leaveOnce({ shared, queue }: Waiting): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      if (shared) this.#shared -= 1;
      else this.#isExclusive = false;
      if (queue !== undefined) this.#busyQueues.delete(queue);
      this.#advance();
    };
  }

  #advance(): void {
    for (const waiting of [...this.#queue]) {
      if (!this.#hasRoom(waiting)) return;
      if (waiting.queue !== undefined && this.#busyQueues.has(waiting.queue)) continue;
      this.#queue.splice(this.#queue.indexOf(waiting), 1);
      this.#admit(waiting);
    }
  }

  #admit({ shared, queue, open }: Waiting): void {
    if (shared) this.#shared += 1;
    else this.#isExclusive = true;
    if (queue !== undefined) this.#busyQueues.add(queue);
    open();
  }

  #hasRoom({ shared }: Waiting): boolean {
    if (this.#isExclusive) return false;
    return shared ? this.#shared < MAX_SHARED : this.#shared === 0;
  }
}

function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException("Aborted", "AbortError");
}
