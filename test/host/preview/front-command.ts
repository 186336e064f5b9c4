import type { Crash, Stage } from "../frame/frame";
import type { Command } from "./extension";
import type { LaunchRequest } from "./launch-request";
import type { CommandWorker } from "./worker-pool";
import type { Surroundings } from "./surroundings";

/** The command in the window. */
export interface FrontCommand {
  /** What it shows; undefined where no command is in the window. */
  readonly stage: Stage | undefined;
  /** Where its deeds go; undefined also for one that crashed. */
  readonly worker: CommandWorker | undefined;
  readonly heapBytes: number | undefined;
  /** Starts a command in the place of the one that is there. */
  start(command: Command, request: LaunchRequest): void;
  /** Shows how a command came to grief. */
  showCrash(command: Command, request: LaunchRequest, crash: Crash): void;
  /** Takes it away. Gives what it takes to start it again. */
  leave(): Pick<Front, "command" | "request"> | undefined;
}

interface Front {
  readonly command: Command;
  readonly request: LaunchRequest;
  stage: Stage;
  worker?: CommandWorker;
  heapBytes?: number;
}

/** What the command in the window needs besides. */
interface FrontSurroundings extends Omit<Surroundings, "failed"> {
  /** The stage before the command has drawn anything. */
  readonly emptyStage: (command: Command) => Stage;
  /** The command told how far it came with the deeds of each page. */
  readonly told: (acks: Readonly<Record<string, number>>) => void;
  /** The command is gone. */
  readonly left: () => void;
}

/** Starts with no command in the window. */
export function frontCommand({ start, changed, emptyStage, told, left }: FrontSurroundings): FrontCommand {
  let front: Front | undefined;

  function leave(): Front | undefined {
    const before = front;
    front = undefined;
    before?.worker?.end();
    left();
    changed();
    return before;
  }

  function showCrash(command: Command, request: LaunchRequest, crash: Crash): void {
    leave();
    front = { command, request, stage: { ...emptyStage(command), crash } };
    changed();
  }

  return {
    get stage() {
      return front?.stage;
    },
    get worker() {
      return front?.worker;
    },
    get heapBytes() {
      return front?.heapBytes;
    },
    start(command, request) {
      leave();
      const now: Front = { command, request, stage: emptyStage(command) };
      front = now;
      now.worker = start(command, request, {
        picture(picture, acks) {
          if (picture.type === "stage") now.stage = picture.stage;
          told(acks);
          changed();
        },
        heap(usedBytes) {
          now.heapBytes = usedBytes;
          changed();
        },
        crashed: (crash) => showCrash(command, request, crash),
        ended: () => void leave(),
      });
    },
    showCrash,
    leave,
  };
}
