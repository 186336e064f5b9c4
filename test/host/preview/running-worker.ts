import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import type { HostEvent } from "../command/host";
import type { Crash } from "../frame/frame";
import { errorObject } from "./error-object";
import type { MemoryChange } from "./memory-maps";
import type { FromWorker, Picture, SystemCall, ToWorker, WorkerLaunch } from "./worker-protocol";

/** Raycast ends a command whose heap grows over this. */
export const HEAP_LIMIT_MB = 100;

/** So many questions in a row without an answer, and a command counts as hung. */
const MOST_UNANSWERED = 5;
/** A command that is closed may finish storing what it has. */
const CLOSE_MS = 1000;

/** What the preview host wants to know of a command. */
export interface WorkerListener {
  picture(picture: Picture, acks: Readonly<Record<string, number>>): void;
  event(event: HostEvent): void;
  /** Does what the command asks; what it throws, the command gets. */
  call(call: SystemCall): void;
  remember(change: MemoryChange): void;
  heap(usedBytes: number): void;
  /** A line that the command printed. */
  printed(line: string): void;
  crashed(crash: Crash): void;
  ended(): void;
}

/** A worker that waits for a command, or runs one. */
export class RunningWorker {
  readonly #worker = new Worker(new URL("./command-worker.ts", import.meta.url), {
    execArgv: ["--import", "tsx", "--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
    stdout: true,
    stderr: true,
  });
  readonly #hungAfterMs: number;
  #listener: WorkerListener | undefined;
  #isOver = false;
  /** Why it ended before it had a command. */
  #early: Crash | undefined;
  /** A worker takes its time to start. */
  #isReady = false;
  #unanswered = 0;
  #pings: NodeJS.Timeout | undefined;

  constructor(hungAfterMs: number) {
    this.#hungAfterMs = hungAfterMs;
    this.#worker.on("message", (message: FromWorker) => this.#take(message));
    this.#worker.on("error", (error: unknown) => this.#crash(asCrash(error)));
    this.#worker.on("exit", (code) =>
      this.#crash({ title: "The command ended its own process", message: `Its exit code was ${code}.`, stack: "" }),
    );
    for (const input of [this.#worker.stdout, this.#worker.stderr]) {
      createInterface({ input }).on("line", (line) => this.#listener?.printed(line));
    }
    this.#worker.unref();
  }

  /** Starts the command. */
  launch(launch: WorkerLaunch, listener: WorkerListener): void {
    this.#listener = listener;
    const early = this.#early;
    if (early) {
      queueMicrotask(() => listener.crashed(early));
      return;
    }
    this.#pings = setInterval(() => this.#ping(), this.#hungAfterMs / MOST_UNANSWERED);
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
    this.#over();
    await this.#worker.terminate();
  }

  // Answers are counted, not the time between them: a computer that slept has not hung.
  #ping(): void {
    if (!this.#isReady) return;
    if (this.#unanswered >= MOST_UNANSWERED) {
      const message = `It has been busy for ${this.#hungAfterMs / 1000} seconds.`;
      this.#crash({ title: "The command does not answer", message, stack: "" });
      return;
    }
    this.#unanswered++;
    this.tell({ type: "ping" });
  }

  #take(message: FromWorker): void {
    this.#isReady = true;
    this.#unanswered = 0;
    const listener = this.#listener;
    if (!listener) return;
    // What a closing command still stores is kept.
    if (message.type === "memory") listener.remember(message.change);
    if (this.#isOver) return;
    switch (message.type) {
      case "picture":
        listener.picture(message.picture, message.acks);
        break;
      case "event":
        listener.event(message.event);
        break;
      case "call":
        this.#answer(message.id, () => listener.call(message.call));
        break;
      case "heap":
        listener.heap(message.usedBytes);
        break;
      case "crash":
        this.#crash({ title: "The command failed", message: message.error.message, stack: message.error.stack });
        break;
      case "ended":
        // What it does not wait for any more may still go on for a moment, as when it is closed.
        listener.ended();
        break;
      case "memory":
      case "pong":
    }
  }

  #answer(id: number, call: () => void): void {
    try {
      call();
      this.tell({ type: "answer", id });
    } catch (error) {
      this.tell({ type: "answer", id, error: errorObject(error).message });
    }
  }

  #crash(crash: Crash): void {
    if (this.#isOver) return;
    this.#over();
    void this.#worker.terminate();
    if (this.#listener) this.#listener.crashed(crash);
    else this.#early = crash;
  }

  #over(): void {
    this.#isOver = true;
    clearInterval(this.#pings);
  }
}

/** Whatever a worker came to grief by; a command may throw things that are no errors. */
function asCrash(error: unknown): Crash {
  const { message, stack } = errorObject(error);
  const isOutOfMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  if (!isOutOfMemory) return { title: "The command failed", message, stack };
  return {
    title: "The command ran out of memory",
    message: `Raycast ends a command whose heap grows over ${HEAP_LIMIT_MB} MB.`,
    stack,
  };
}
