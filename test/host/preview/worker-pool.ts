import type { Command } from "./extension";
import { RunningWorker, type WorkerListener } from "./running-worker";
import type { ToWorker, WorkerLaunch } from "./worker-protocol";

/** A command that runs, in the hands of whoever started it. */
export interface CommandWorker {
  tell(message: ToWorker): void;
  /** Closes the command, which may finish what it does in a moment. To be called however it came to its end. */
  end(): void;
}

/** The workers: one for each command that runs, and one that waits for the next, so that a launch is immediate. */
export class WorkerPool {
  readonly #hungAfterMs: number;
  readonly #running = new Map<CommandWorker, Command>();
  readonly #ending = new Set<Promise<void>>();
  #spare: RunningWorker;

  constructor(hungAfterMs: number) {
    this.#hungAfterMs = hungAfterMs;
    this.#spare = new RunningWorker(hungAfterMs);
  }

  /** Starts a command. */
  start(command: Command, launch: WorkerLaunch, listener: WorkerListener): CommandWorker {
    const worker = this.#spare;
    this.#spare = new RunningWorker(this.#hungAfterMs);
    const handle: CommandWorker = {
      tell: (message) => worker.tell(message),
      end: () => {
        this.#running.delete(handle);
        this.#end(worker);
      },
    };
    this.#running.set(handle, command);
    worker.launch(launch, listener);
    return handle;
  }

  /** Tells all commands that run, except for one, something that may depend on the command. */
  tellAll(message: (command: Command) => ToWorker, except?: CommandWorker): void {
    for (const [worker, command] of this.#running) {
      if (worker !== except) worker.tell(message(command));
    }
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    for (const worker of this.#running.keys()) worker.end();
    this.#end(this.#spare);
    await Promise.all(this.#ending);
  }

  #end(worker: RunningWorker): void {
    const ended = worker.end().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}
