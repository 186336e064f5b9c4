import type { Command } from "./extension";

/** The commands that run again and again in the background. */
export interface Intervals {
  has(name: string): boolean;
  /** Runs a command at its interval from now on, if it has one. */
  start(command: Command): void;
  stop(name: string): void;
  stopAll(): void;
}

/** Starts with none. As in Raycast, a command is not run in the background before a person has started it once. */
export function intervals(run: (command: Command) => void): Intervals {
  const timers = new Map<string, NodeJS.Timeout>();

  function stop(name: string): void {
    clearInterval(timers.get(name));
    timers.delete(name);
  }

  return {
    has: (name) => timers.has(name),
    start(command) {
      if (command.mode === "view" || command.interval === undefined || timers.has(command.name)) return;
      timers.set(command.name, setInterval(() => run(command), command.interval).unref());
    },
    stop,
    stopAll: () => [...timers.keys()].forEach(stop),
  };
}
