import type { Crash } from "../frame/frame";
import type { Command } from "./extension";
import type { LaunchRequest } from "./launch-request";
import type { WorkerListener } from "./running-worker";
import type { CommandWorker } from "./worker-pool";

/** What differs from one mode to another in listening to a command. */
export type ModeListener = Pick<WorkerListener, "picture" | "crashed" | "ended"> &
  Partial<Pick<WorkerListener, "heap">>;

/** What the parts that run commands need of the preview host around them. */
export interface Surroundings {
  readonly start: (command: Command, request: LaunchRequest, listener: ModeListener) => CommandWorker;
  /** A command without a view came to grief. */
  readonly failed: (command: Command, request: LaunchRequest, crash: Crash) => void;
  /** There is something new to see. */
  readonly changed: () => void;
}
