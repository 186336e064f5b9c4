import { Worker } from "node:worker_threads";
import type { HostEvent } from "../command/host";
import type { Crash, Stage } from "../frame/frame";
import type { ErrorObject } from "./error-object";
import type { Memory } from "./state";
import type { FromWorker, SystemCall, ToWorker, WorkerLaunch } from "./worker-protocol";

/** Raycast ends a command whose heap grows over this. */
export const HEAP_LIMIT_MB = 100;

/** After so long without an answer a command counts as hung. */
const HUNG_AFTER_MS = 10_000;
const PING_MS = 2000;
/** A command that is closed may finish storing what it has. */
const CLOSE_MS = 1000;

/** What the preview host wants to know of a command. */
export interface WorkerListener {
  stage(stage: Stage, acks: Readonly<Record<string, number>>): void;
  event(event: HostEvent): void;
  /** Does what the command asks; what it throws, the command gets. */
  call(call: SystemCall): Promise<void>;
  remember(memory: Memory): void;
  heap(usedBytes: number): void;
  crashed(crash: Crash): void;
  ended(): void;
}

/** A worker that waits for a command, or runs one. */
export class RunningWorker {
  readonly #worker = new Worker(new URL("./command-worker.ts", import.meta.url), {
    execArgv: ["--import", "tsx", "--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
  });
  #listener: WorkerListener | undefined;
  #isOver = false;
  #lastHeard = 0;
  #pings: NodeJS.Timeout | undefined;

  constructor() {
    this.#worker.on("message", (message: FromWorker) => this.#take(message));
    this.#worker.on("error", (error) => this.#crash(this.#asCrash(error)));
    this.#worker.on("exit", () => this.#crash({ title: "The command ended its own process", message: "", stack: "" }));
    this.#worker.unref();
  }

  /** Starts the command. */
  launch(launch: WorkerLaunch, listener: WorkerListener): void {
    this.#listener = listener;
    this.#lastHeard = Date.now();
    this.#pings = setInterval(() => this.#ping(), PING_MS);
    this.#pings.unref();
    this.tell({ type: "launch", launch });
  }

  tell(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Closes the command, and gives it a moment to end. */
  async end(): Promise<void> {
    if (!this.#isOver && this.#listener) {
      this.#over();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, CLOSE_MS);
        this.#worker.once("exit", () => {
          clearTimeout(timer);
          resolve();
        });
        this.tell({ type: "close" });
      });
    }
    await this.#worker.terminate();
  }

  #ping(): void {
    if (Date.now() - this.#lastHeard > HUNG_AFTER_MS) {
      this.#crash({
        title: "The command does not answer",
        message: `It has been busy for ${HUNG_AFTER_MS / 1000} seconds.`,
        stack: "",
      });
    } else this.tell({ type: "ping" });
  }

  #take(message: FromWorker): void {
    this.#lastHeard = Date.now();
    const listener = this.#listener;
    if (!listener) return;
    // What a closing command still stores is kept.
    if (message.type === "memory") listener.remember(message.memory);
    if (this.#isOver) return;
    switch (message.type) {
      case "stage":
        listener.stage(message.stage, message.acks);
        break;
      case "event":
        listener.event(message.event);
        break;
      case "call":
        void this.#answer(message.id, listener.call(message.call));
        break;
      case "heap":
        listener.heap(message.usedBytes);
        break;
      case "crash":
        this.#crash({ title: "The command failed", message: message.error.message, stack: message.error.stack });
        break;
      case "ended":
        this.#over();
        listener.ended();
        break;
      case "memory":
      case "pong":
    }
  }

  async #answer(id: number, done: Promise<void>): Promise<void> {
    try {
      await done;
      this.tell({ type: "answer", id });
    } catch (error) {
      this.tell({ type: "answer", id, error: error instanceof Error ? error.message : String(error) });
    }
  }

  #crash(crash: Crash): void {
    if (this.#isOver) return;
    this.#over();
    void this.#worker.terminate();
    this.#listener?.crashed(crash);
  }

  #over(): void {
    this.#isOver = true;
    clearInterval(this.#pings);
  }

  #asCrash(error: ErrorObject | Error): Crash {
    const isOutOfMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    return isOutOfMemory
      ? {
          title: "The command ran out of memory",
          message: `Raycast ends a command whose heap grows over ${HEAP_LIMIT_MB} MB.`,
          stack: error.stack ?? "",
        }
      : { title: "The command failed", message: error.message, stack: error.stack ?? "" };
  }
}
