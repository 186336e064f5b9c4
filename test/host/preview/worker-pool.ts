import type { Command } from "./extension";
import { RunningWorker, type WorkerListener } from "./running-worker";
import type { ToWorker, WorkerLaunch } from "./worker-protocol";

/** The workers: one for each command that runs, and one that waits for the next, so that a launch is immediate. */
export class WorkerPool {
  readonly #hungAfterMs: number;
  readonly #running = new Map<RunningWorker, Command>();
  readonly #ending = new Set<Promise<void>>();
  #spare: RunningWorker;

  constructor(hungAfterMs: number) {
    this.#hungAfterMs = hungAfterMs;
    this.#spare = new RunningWorker(hungAfterMs);
  }

  /** Starts a command. Whoever has it started has it ended, too, however it came to its end. */
  start(command: Command, launch: WorkerLaunch, listener: WorkerListener): RunningWorker {
    const worker = this.#spare;
    this.#spare = new RunningWorker(this.#hungAfterMs);
    this.#running.set(worker, command);
    worker.launch(launch, listener);
    return worker;
  }

  /** Tells all commands that run, except for one, something that may depend on the command. */
  tellAll(message: (command: Command) => ToWorker, except?: RunningWorker): void {
    for (const [worker, command] of this.#running) {
      if (worker !== except) worker.tell(message(command));
    }
  }

  /** Closes a command, which may finish what it does in a moment. */
  end(worker: RunningWorker): void {
    this.#running.delete(worker);
    const ended = worker.end().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    for (const worker of [...this.#running.keys(), this.#spare]) this.end(worker);
    await Promise.all(this.#ending);
  }
}
