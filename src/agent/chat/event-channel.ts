import type { ChatChange } from "./chat";

/** Whether a run is going on. */
export type RunStatus = "idle" | "running" | "awaiting_approval";

/** How a run ended, or paused. */
export type RunEnd =
  | { type: "answered" }
  | { type: "awaiting_approval"; callIds: string[] }
  | { type: "stopped" }
  | { type: "refused" }
  | { type: "cut_off" }
  | { type: "budget_reached" }
  | { type: "failed" };

/** What happens in the loop, in order. */
export type AgentEvent =
  /** Another chat is open, or none. */
  | { type: "chat"; chatId: string | undefined }
  | { type: "change"; chatId: string; change: ChatChange }
  /** Text for the answer row that streams. The row itself is stored from time to time, and when it is complete. */
  | { type: "delta"; rowId: string; text: string }
  /** The model is writing the arguments of a call of this tool (its title), or has stopped writing any. */
  | { type: "coming"; tool: string | undefined }
  | { type: "status"; status: RunStatus };

/** Hands every event to every listener, in order. A listener that throws does not keep the others from theirs. */
export class EventChannel {
  readonly #listeners = new Set<(event: AgentEvent) => void>();

  /** Adds a listener; the returned function removes it. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: AgentEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        // A bug of the listener must be seen, but not by the run that it listens to.
        queueMicrotask(() => {
          throw new Error("A listener of the event channel failed.", { cause: error });
        });
      }
    }
  }
}
